import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { release } from '../../src/release';
import { type Files, filesOf, pathOf, zipped } from '../archive/make';
import { file, pack, type Ran, verify } from './run';
import { chain, tree } from './trees';

/** An archive by this release, with something done to its files and manifests that fit. */
async function forged(change: (files: Files) => void): Promise<string> {
  const { zip } = await pack([file('c.json', tree(chain(4)))]);
  const { name, files } = await filesOf(new Uint8Array(readFileSync(zip)));
  change(files);
  return file('forged.zip', await zipped(name, files, { honest: true }));
}

const edit =
  (ending: string, how: (before: string) => string) =>
  (files: Files): void => {
    const path = pathOf(files, ending);
    files.set(path, utf8(how(new TextDecoder().decode(files.get(path)))));
  };

describe('valise verify --reread computes the derived files again', () => {
  test('of an archive as it was made: all the same, also after it was packed once more', async () => {
    const one = await pack([file('a.json', tree(chain(4)))]);
    const both = await pack([one.zip, file('b.json', tree(chain(3), { id: 'another' }))]);
    for (const { zip } of [one, both]) {
      const { code, said } = await verify(zip, true);
      expect(said).toMatch(/^Sound: .*computed again: \d+ files, 0 different\./);
      expect(code).toBe(0);
    }
  });

  const word = (text: string): string => text.replace('Message number 1', 'Message number 7');
  for (const ending of ['handoff.md', 'transcript.md', 'continue/messages.json', 'index.html'])
    test(`a forged ${ending} is named, though its manifests fit`, async () => {
      const zip = await forged(edit(ending, word));
      expect(await verify(zip)).toMatchObject({ code: 0 });
      const { code, said, last } = await verify(zip, true);
      expect(said).toMatch(new RegExp(`^- "[^"]*${ending}" is not what this release makes of the log`, 'm'));
      expect(said.match(/^- /gm)).toHaveLength(1);
      expect(said).toMatch(/^Damaged: .*1 different\./m);
      expect(last).toContain('(faults: 1)');
      expect(code).toBe(1);
    });

  const OTHERS: Record<string, [(files: Files) => void, RegExp]> = {
    'README.md': [edit('README.md', (text) => text.replace('SHA-256', 'SHA-1')), /"README\.md" is not what/],
    'a loss report': [edit('.loss.json', (text) => text.replace('losses":', 'losses": ')), /loss\.json" is not what/],
    'a report in session.json': [
      edit('session.json', (text) => text.replace('"verdict":"gaps"', '"verdict":"pass"')),
      /session\.json" is not what/,
    ],
    'a schema': [edit('event.schema.json', () => '{}\n'), /event\.schema\.json" is not what/],
    'a file that was put in': [
      (files) => files.set('data/letter.txt', utf8('x')),
      /"data\/letter\.txt" is none of the/,
    ],
    'a file that was taken out': [
      (files) => files.delete(pathOf(files, 'event.schema.json')),
      /"data\/schema\/event\.schema\.json", which this release makes of the log, is not in/,
    ],
  };
  for (const [what, [change, sentence]] of Object.entries(OTHERS))
    test(`so is ${what}`, async () => {
      const { code, said } = await verify(await forged(change), true);
      expect(said).toMatch(sentence);
      expect(said.match(/^- /gm)).toHaveLength(1);
      expect(code).toBe(1);
    });

  test('with --json too', async () => {
    const { said } = await verify(await forged(edit('handoff.md', word)), true, true);
    const { kind, derived } = JSON.parse(said) as { kind: string; derived: { kind: string; sentences: string[] } };
    expect(kind).toBe('damaged');
    expect(derived).toMatchObject({ kind: 'compared', sentences: [expect.stringContaining('handoff.md')] });
  });

  const notCompared = async (change: (files: Files) => void): Promise<Ran> => verify(await forged(change), true);
  test('not of another release, and says so: it may have worded them otherwise', async () => {
    const { code, said } = await notCompared((files) => {
      edit('bag-info.txt', (info) => info.replace(`Valise-Release: ${release}`, 'Valise-Release: 0.0.1'))(files);
      edit('handoff.md', word)(files);
    });
    expect(said).toContain(
      'derived files were not computed again: the archive says it is of release 0.0.1, and this is',
    );
    expect(code).toBe(0);
  });

  test('nor of what is damaged: a page of it may rightly say something else', async () => {
    const { code, said } = await notCompared(edit('session.jsonl', word));
    expect(said).toContain('derived files were not computed again: what they are made from is damaged');
    expect(code).toBe(1);
  });

  test('also where "bag-info.txt" states another identity, as it does when only the manifests were made to fit', async () => {
    const zip = await forged((files) => {
      edit('transcript.md', word)(files);
      edit('bag-info.txt', (info) => info.replace(/Content-Identity: ../, 'Content-Identity: zz'))(files);
    });
    const { code, said } = await verify(zip, true);
    expect(said).toMatch(/^- "bag-info\.txt" states another Valise-Content-Identity/m);
    expect(said).toMatch(/^- "[^"]*transcript\.md" is not what this release makes of the log/m);
    expect(said).toMatch(/^Damaged: .*computed again: \d+ files, 1 different\./m);
    expect(code).toBe(1);
  });

  test('also where a page is damaged, which is said once', async () => {
    const { zip } = await pack([file('c.json', tree(chain(4)))]);
    const { name, files } = await filesOf(new Uint8Array(readFileSync(zip)));
    edit('transcript.md', word)(files);
    const { code, said } = await verify(file('damaged.zip', await zipped(name, files, { honest: false })), true);
    expect(said.match(/^- .*$/gm)).toEqual([expect.stringMatching(/transcript\.md/)]);
    expect(said).toMatch(/computed again: \d+ files, 0 different/);
    expect(code).toBe(1);
  });
});
