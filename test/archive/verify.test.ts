import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { utf8 } from '../../src/lib/bytes';
import { chain, tree } from '../cli/trees';
import { archiveOf, type Files, filesOf, pathOf, zipped } from './make';
import { buildZip } from './zip/build-zip';

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

/** What is said of an archive: the sentences, and whether it was opened at all. */
async function verdictOf(zip: Uint8Array): Promise<{ kind: string; sentences: string[] }> {
  const opened = await openArchive(memorySource(zip));
  if (opened.kind === 'refused') return { kind: 'refused', sentences: [opened.flaw.sentence] };
  const verdict = await verifyArchive(opened);
  return verdict.kind === 'refused'
    ? { kind: 'refused', sentences: [verdict.flaw.sentence] }
    : { kind: verdict.kind, sentences: verdict.flaws.map(({ sentence }) => sentence) };
}

/** An archive with something done to its files. */
async function changed(
  change: (files: Files) => void,
  honest: boolean,
): Promise<{ kind: string; sentences: string[] }> {
  const { name, files } = await filesOf(await archiveOf(tree(chain(4))));
  change(files);
  return verdictOf(await zipped(name, files, { honest }));
}

const edit =
  (ending: string, how: (before: string) => string) =>
  (files: Files): void => {
    const path = pathOf(files, ending);
    files.set(path, utf8(how(text(files.get(path)))));
  };

describe('an archive that is as it was made', () => {
  test('is sound', async () => {
    expect(await verdictOf(await archiveOf(tree(chain(4))))).toEqual({ kind: 'sound', sentences: [] });
  });
  test('is still sound after its files were zipped again', async () => {
    expect(await changed(() => undefined, true)).toEqual({ kind: 'sound', sentences: [] });
  });
});

describe('an archive that others wrote', () => {
  test('may say less of its session than ours does, and is sound', async () => {
    const { name, files } = await filesOf(await archiveOf(tree(chain(2))));
    edit('session.json', (head) => {
      const { site, origin, key, title, containers } = JSON.parse(head) as Record<string, unknown>;
      return JSON.stringify({ containers, key, origin, site, title });
    })(files);
    expect(await verdictOf(await zipped(name, files, { honest: true }))).toEqual({ kind: 'sound', sentences: [] });
  });
});

describe('options of an archive', () => {
  test('that this release does not know are passed over, and the others hold', async () => {
    const { name, files } = await filesOf(await archiveOf(tree(chain(2))));
    edit('bag-info.txt', (info) => info.replace(/Valise-Options: .*/, 'Valise-Options: {"notes":true,"targets":[]}'))(
      files,
    );
    const opened = await openArchive(memorySource(await zipped(name, files, { honest: true })));
    expect(opened.kind === 'archive' && opened.options).toEqual({ targets: [] });
  });
});

describe('what was changed without the manifests is refused, or named', () => {
  const refusals: Record<string, [string, (before: string) => string]> = {
    'the log': ['session.jsonl', (log) => log.replace('Message number 1', 'Message number 7')],
    'session.json': ['session.json', (head) => head.replace('valley', 'alley')],
    'the index of the raw': ['raw.index.json', (index) => index.replace('"offset":0', '"offset":1')],
    'a page of the archive': ['index.html', (page) => page.replace('bridge', 'bride')],
    'a label': ['bag-info.txt', (info) => info.replace('9.9.9', '9.9.8')],
  };
  for (const [what, [ending, how]] of Object.entries(refusals))
    test(`${what}: refused`, async () => {
      const { kind, sentences } = await changed(edit(ending, how), false);
      expect(kind).toBe('refused');
      expect(sentences[0]).toContain(ending);
      expect(sentences[0]).toMatch(/was changed/);
    });
  test('the transcript: damaged, and the rest is read', async () => {
    const { kind, sentences } = await changed(
      edit('transcript.md', (md) => `${md}!`),
      false,
    );
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/transcript\.md" was changed/);
  });
  test('a piece of the raw: damaged, and the pieces are named', async () => {
    const { kind, sentences } = await changed(
      edit('raw.pack', (raw) => raw.replace('Message number 2', 'Message number 3')),
      false,
    );
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/the bytes of [0-9a-f]{12} were changed/);
  });
  test('a file that nobody lists: refused', async () => {
    const { sentences } = await changed((files) => files.set('data/more.txt', utf8('x')), false);
    expect(sentences[0]).toMatch(/"data\/more\.txt" is in no manifest/);
  });
  test('a file that is missing: refused', async () => {
    const { sentences } = await changed((files) => files.delete(pathOf(files, 'handoff.md')), false);
    expect(sentences[0]).toMatch(/handoff\.md" is missing/);
  });
  test('a list of files to fetch: refused', async () => {
    const { sentences } = await changed(
      (files) => files.set('fetch.txt', utf8('https://example.org/x 1 data/x\n')),
      true,
    );
    expect(sentences[0]).toMatch(/asks for files from the network/);
  });
});

describe('bytes hidden behind a file of the zip', () => {
  const hiding = async (ending: string): Promise<{ kind: string; sentences: string[] }> => {
    const { name, files } = await filesOf(await archiveOf(tree(chain(4))));
    const secret = pathOf(files, ending);
    const specs = [...files].map(([path, content]) => {
      const raw = path === secret ? { raw: Buffer.concat([deflateRawSync(content), utf8('a letter')]) } : {};
      return { name: `${name}/${path}`, content, ...raw };
    });
    return verdictOf(buildZip(specs));
  };
  for (const ending of ['README.md', 'session.jsonl', 'session.json'])
    test(`${ending}: refused, and named`, async () => {
      const { kind, sentences } = await hiding(ending);
      expect(kind).toBe('refused');
      expect(sentences[0]).toMatch(new RegExp(`In the entry "[^"]*${ending}", bytes stand after the end`));
    });
  for (const ending of ['handoff.md', 'raw.pack'])
    test(`${ending}: damaged, and named`, async () => {
      const { kind, sentences } = await hiding(ending);
      expect(kind).toBe('damaged');
      expect(sentences.join(' ')).toMatch(new RegExp(`In the entry "[^"]*${ending}", bytes stand after the end`));
    });
});

describe('what a careful forger changed, manifests and all', () => {
  const damages: Record<string, [string, (before: string) => string, RegExp]> = {
    'a word of the log': [
      'session.jsonl',
      (log) => log.replace('Message number 1', 'Message number 7'),
      /Event \d+ .* does not follow from the line before/,
    ],
    'a line of the log taken out': [
      'session.jsonl',
      (log) => log.split('\n').toSpliced(2, 1).join('\n'),
      /out of order/,
    ],
    'the log not canonical': ['session.jsonl', (log) => log.replace('{"actor"', '{ "actor"'), /not in canonical form/],
    'a line that is no JSON': ['session.jsonl', (log) => log.replace('{"actor"', '{"actor'), /is not JSON/],
    'a kind that does not exist': [
      'session.jsonl',
      (log) => log.replace('"kind":"message"', '"kind":"messages"'),
      /not as the format has it/,
    ],
    'a raw piece': ['raw.pack', (raw) => raw.replace('Message number 2', 'Message number 3'), /were changed/],
  };
  for (const [what, [ending, how, sentence]] of Object.entries(damages))
    test(`${what}: damaged`, async () => {
      const { kind, sentences } = await changed(edit(ending, how), true);
      expect(kind).toBe('damaged');
      expect(sentences.join(' ')).toMatch(sentence);
    });
  const lies: Record<string, [member: string, value: string, RegExp]> = {
    'another title': ['title', 'Something else', /states another title/],
    'another site': ['site', 'claude', /states another site/],
    'another server': ['origin', 'https://chat.example', /states another origin/],
    'another id': ['native', 'conv-other', /states another native/],
    'another leaf': ['leaf', 'chatgpt:m0', /states another leaf/],
    'a key of another session': ['key', 'a'.repeat(64), /key .* does not follow from its site, origin and id/],
  };
  for (const [what, [member, value, sentence]] of Object.entries(lies))
    test(`session.json with ${what}: damaged`, async () => {
      const lying = edit('session.json', (head) => JSON.stringify({ ...JSON.parse(head), [member]: value }));
      const { kind, sentences } = await changed(lying, true);
      expect(kind).toBe('damaged');
      expect(sentences.join(' ')).toMatch(sentence);
    });
  test('a title in session.json that the log does not have: damaged', async () => {
    const { name, files } = await filesOf(await archiveOf(tree(chain(2), { title: null })));
    edit('session.json', (head) => JSON.stringify({ ...JSON.parse(head), title: 'Mine' }))(files);
    const { kind, sentences } = await verdictOf(await zipped(name, files, { honest: true }));
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/states another title/);
  });
  test('a folder of another day or name: damaged', async () => {
    for (const other of ['1999-01-01-chatgpt', '..-chatgpt', '2026-02-02-claude']) {
      const { kind, sentences } = await changed((files) => {
        for (const [path, bytes] of [...files]) {
          const key = /-([0-9a-f]{8})\//.exec(path)?.[1];
          if (key === undefined) continue;
          files.delete(path);
          files.set(path.replace(/sessions\/[^/]+/, `sessions/${other}-${key}`), bytes);
        }
      }, true);
      expect(kind).toBe('damaged');
      expect(sentences.join(' ')).toMatch(/is not called after the day, site and key/);
    }
  });
  test('a site whose name would lead out of the archive is refused', async () => {
    const { kind, sentences } = await changed(
      edit('session.json', (head) => head.replace('"site":"chatgpt"', '"site":"../../x"')),
      true,
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/session\.json" is not as the format has it: site/);
  });
  test('a log without an event is refused', async () => {
    const { kind, sentences } = await changed(
      edit('session.jsonl', () => ''),
      true,
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/session\.jsonl" is empty/);
  });
  test('a newer format of the session is refused, never guessed', async () => {
    const { kind, sentences } = await changed(
      edit('session.json', (head) => head.replace('"v":1', '"v":2')),
      true,
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/in format 2; this release reads up to format 1.*newer release/);
  });
  test('a newer format of an event is refused, never guessed', async () => {
    const { kind, sentences } = await changed(
      edit('session.jsonl', (log) => log.replace(/"v":1\}/, '"v":2}')),
      true,
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/format 2, which this release cannot read/);
  });
  test('a document nested without end is refused', async () => {
    const deep = `${'['.repeat(900)}${']'.repeat(900)}`;
    const { kind, sentences } = await changed(
      edit('session.json', (head) => head.replace('"account":null', `"account":${deep}`)),
      true,
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/nests deeper than 500/);
  });
  test('two top folders are refused', async () => {
    const { kind, sentences } = await verdictOf(
      buildZip([
        { name: 'a/bagit.txt', content: 'x' },
        { name: 'b/x.txt', content: 'x' },
      ]),
    );
    expect(kind).toBe('refused');
    expect(sentences[0]).toMatch(/exactly one folder/);
  });
});

describe('an artifact', () => {
  const long = 'A text so long that it is a file of its own. '.repeat(40_000);
  async function large(
    change: (files: Files, path: string) => void,
    honest: boolean,
  ): Promise<{ kind: string; sentences: string[] }> {
    const { name, files } = await filesOf(await archiveOf(tree(chain(2, (index) => (index ? long : 'Say much.')))));
    change(files, [...files.keys()].find((path) => path.startsWith('data/artifacts/')) ?? '');
    return verdictOf(await zipped(name, files, { honest }));
  }
  test('of more than 1 MiB lies under its hash', async () => {
    expect(await large(() => undefined, true)).toEqual({ kind: 'sound', sentences: [] });
  });
  test('that is missing: the verdict names it, the rest is read', async () => {
    const { kind, sentences } = await large((files, path) => files.delete(path), false);
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/artifact "data\/artifacts\/.*" is missing/);
  });
  test('with other bytes: the verdict names it, the rest is read', async () => {
    const { kind, sentences } = await large((files, path) => files.set(path, utf8('other')), false);
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/data\/artifacts\/.*" was changed/);
  });
  test('with other bytes and an honest manifest: its name still says what it was', async () => {
    const { kind, sentences } = await large((files, path) => files.set(path, utf8('other')), true);
    expect(kind).toBe('damaged');
    expect(sentences.join(' ')).toMatch(/does not lie under the hash/);
  });
});
