import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../src/archive/options';
import { pack as packArchive } from '../../src/archive/pack';
import { memorySink } from '../../src/archive/zip/ports';
import { targets } from '../../src/handoff/targets';
import { base64, utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { sessionKey } from '../../src/model/ids';
import { RELEASE } from '../archive/make';
import { seenIn } from '../handoff/to/carried';
import { PICTURE, PICTURE_HASH } from '../handoff/to/wild';
import { compose, text } from '../model/compose';
import { carry, file, folder } from './run';

const LARGE = new Uint8Array(3_800_000);
LARGE.set(PICTURE);
const LARGE_HASH = sha256Hex(LARGE);
const NO_PICTURE = utf8('only words');

/** An archive of a session with pictures: one of the person, one of a tool, one that is too large, one that is none. */
async function archive(): Promise<string> {
  const log = compose({ session: 'c-pictures' });
  const image = (hash: string) =>
    ({ type: 'image', artifact: artifactName(hash), mime: 'image/png', name: `${hash.slice(0, 4)}.png` }) as const;
  log.user([text('What is this?'), image(PICTURE_HASH), image(LARGE_HASH), image(sha256Hex(NO_PICTURE))]);
  log.call('web.search', { q: 'lake' }, { callId: 'x' });
  log.result('web.search', [text('a lake', 'plain'), image(PICTURE_HASH)], { callId: 'x' });
  log.assistant('A lake.');
  const kept = new Map(
    [
      PICTURE,
      LARGE,
      NO_PICTURE,
      ...log
        .events()
        .flatMap(({ id, source }) => [utf8(`raw ${id}`), ...source.raw.map(() => utf8('frame c-pictures'))]),
    ].map((bytes) => [sha256Hex(bytes), bytes] as const),
  );
  const [site, origin, native] = ['chatgpt', 'https://chatgpt.com', 'c-pictures'];
  const identity = { key: sessionKey(site, origin, native), site, origin, native };
  const sink = memorySink();
  await packArchive(
    {
      sessions: [{ identity, lines: log.lines(), containers: [] }],
      artifact: async (hash) => kept.get(hash) ?? null,
      ...{ release: RELEASE, options: DEFAULT_OPTIONS },
    },
    sink,
  );
  return file('x.zip', sink.bytes());
}

describe('valise continue', () => {
  test('writes each target and its loss report, with the pictures that go along, and says what to do with it', async () => {
    const zip = await archive();
    for (const { name, file: own, pictures, validate } of targets) {
      const path = join(folder(), own);
      const { code, complained, said } = await carry(zip, path, name);
      expect({ code, complained }, name).toEqual({ code: 0, complained: '' });
      expect(said.split('\n')).toHaveLength(2);
      expect(said.split('\n')[1], name).toContain(path);
      const written = readFileSync(path, 'utf8');
      expect(validate(written), name).toEqual([]);
      const seen = seenIn(name, written);
      expect(
        seen.filter(({ is }) => is === 'picture'),
        name,
      ).toEqual(pictures ? [{ is: 'picture', base64: base64(PICTURE) }] : []);
      const loss = JSON.parse(readFileSync(path.replace(/\.jsonl?$/, '.loss.json'), 'utf8'));
      expect(loss.target).toBe(name);
      // the large one, the one that is none, and the one that was given already; all, where none can go along
      expect(loss.loss.filter(({ what }: { what: string }) => what === 'image').length, name).toBe(pictures ? 3 : 4);
    }
  });

  test('gives the same bytes again', async () => {
    const zip = await archive();
    const [one, other] = [join(folder(), 'a'), join(folder(), 'a')];
    for (const { name } of targets) {
      await carry(zip, one, name);
      await carry(zip, other, name);
      expect(readFileSync(one).equals(readFileSync(other)), name).toBe(true);
    }
  });

  test('names the targets where none is said', async () => {
    const { code, last } = await carry(await archive(), join(folder(), 'a'), 'nowhere');
    expect(code).toBe(2);
    for (const { name } of targets) expect(last).toContain(name);
  });

  test('another branch than the one the person was on is named by its last event', async () => {
    const zip = await archive();
    const path = join(folder(), 'a');
    expect((await carry(zip, path, 'messages', { branch: 'V-0001' })).code).toBe(0);
    expect(readFileSync(path, 'utf8')).not.toContain('A lake.');
    expect(await carry(zip, path, 'messages', { branch: 'V-0100' })).toMatchObject({
      code: 2,
      last: 'No branch ends at "V-0100": --branch takes an event of the chat; branches end at V-0004 (where the person was).',
    });
  });
});
