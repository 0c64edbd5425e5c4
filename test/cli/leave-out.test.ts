import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../src/archive/options';
import { type PackSession, pack } from '../../src/archive/pack';
import { memorySink } from '../../src/archive/zip/ports';
import { utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { seal } from '../../src/model/chain';
import { sessionKey } from '../../src/model/ids';
import { handoffNote } from '../../src/model/notes';
import { activeLeaf } from '../../src/projection/branches';
import { viewOf } from '../../src/projection/view';
import { RELEASE } from '../archive/make';
import { type Composer, compose } from '../model/compose';
import { PERSONAL, SECRETS } from '../secrets/values';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from '../ui/kept';
import { carry, file, folder, show, verify } from './run';

const [site, origin, native] = ['chatgpt', 'https://chatgpt.com', 'c-left'];

async function zipOf(session: PackSession, kept: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<string> {
  const sink = memorySink();
  const artifact = async (hash: string) => kept.get(hash) ?? null;
  await pack({ sessions: [session], artifact, release: RELEASE, options: DEFAULT_OPTIONS }, sink);
  return file('x.zip', sink.bytes());
}

/** An archive of a composed session. */
async function archive(fill: (log: Composer) => void): Promise<string> {
  const log = compose({ session: native });
  fill(log);
  const raw = log
    .events()
    .flatMap(({ id, source }) => [utf8(`raw ${id}`), ...source.raw.map(() => utf8(`frame ${native}`))]);
  const identity = { key: sessionKey(site, origin, native), site, origin, native };
  return zipOf(
    { identity, lines: log.lines(), containers: [] },
    new Map(raw.map((bytes) => [sha256Hex(bytes), bytes] as const)),
  );
}

const leaky = (log: Composer): void => {
  log.user(`My key is ${SECRETS.github}, write to ${PERSONAL.email} and bo@example.org.`);
  log.assistant('Done.');
};

describe('valise continue --leave-out', () => {
  test('without it says how much there is, and changes nothing', async () => {
    const path = join(folder(), 'm.json');
    const { code, said } = await carry(await archive(leaky), path);
    expect(code).toBe(0);
    expect(said.split('\n')[2]).toBe(
      'In it: 1 access key, 2 e-mail addresses; --leave-out secrets,personal leaves them out.',
    );
    expect(readFileSync(path, 'utf8')).toContain(SECRETS.github);
  });

  test('leaves out what it names, and names it in the loss report', async () => {
    const path = join(folder(), 'm.json');
    const zip = await archive(leaky);
    const { said } = await carry(zip, path, 'pi', { leaveOut: 'secrets' });
    expect(said.split('\n').slice(2)).toEqual([
      'Left out: 1 access key.',
      'In it: 2 e-mail addresses; --leave-out secrets,personal leaves them out.',
    ]);
    const written = readFileSync(path, 'utf8');
    expect(written).toContain('[left out: access key 1]');
    expect(written).not.toContain(SECRETS.github);
    expect(written).toContain(PERSONAL.email);
    expect(readFileSync(path.replace('.json', '.loss.json'), 'utf8')).toContain(
      'Left out, as the person chose: access key 1.',
    );
    const both = await carry(zip, path, 'pi', { leaveOut: 'personal, secrets' });
    expect(both.said).toContain('Left out: 1 access key, 2 e-mail addresses.');
    expect(readFileSync(path, 'utf8')).not.toContain(PERSONAL.email);
  });

  test.each(['', 'all', 'secrets,all'])('takes no other word: %j', async (leaveOut) => {
    const { code, last } = await carry(await archive(leaky), join(folder(), 'm.json'), 'pi', { leaveOut });
    expect([code, last]).toEqual([2, '--leave-out takes secrets, personal, or both: --leave-out secrets,personal']);
  });
});

describe('an archive with an edited handoff', () => {
  /** A chat that was read, with what the person wrote over it. */
  async function edited(): Promise<string> {
    const { identity, artifacts, lines, tail } = await logOf(harbour());
    const leaf = activeLeaf(viewOf(lines.map(({ event }) => event))) ?? '';
    const now = '2026-11-30T12:00:00.000Z';
    const note = handoffNote(
      { site: identity.site, native: identity.native, now },
      { text: '# Mine\n\nMind the third mast.', leaf, base: { lines: lines.length, assembled: '' } },
    );
    const all = [...lines.map(({ line }) => line), seal(tail, note, { recorded: now, revises: null }).line];
    return zipOf({ identity, lines: all, containers: [] }, artifacts);
  }

  test('is sound, shows it, and is continued with it', async () => {
    const zip = await edited();
    expect(await verify(zip)).toMatchObject({ code: 0, complained: '' });
    expect(await verify(zip, true)).toMatchObject({ code: 0, complained: '' });
    expect((await show(zip, 'handoff')).said).toMatch(
      /^# Mine\n\n> The person edited this text \(V-\d{4}, .*\n\nMind the third mast\./,
    );
    expect((await show(zip, 'jsonl')).said).toContain('Mind the third mast.');
    expect((await show(zip, 'md')).said).toContain('Mind the third mast.');
    const path = join(folder(), 'm.json');
    await carry(zip, path);
    expect(readFileSync(path, 'utf8')).toContain('Mind the third mast.');
  });
});
