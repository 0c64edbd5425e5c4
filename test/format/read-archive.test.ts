import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { archiveOf, type Files, filesOf, pathOf, zipped } from '../archive/make';
import { chain, message, tree } from '../cli/trees';

const here = import.meta.dirname;
const READER = join(here, 'read_archive.py');

/** A composed conversation, as the site's server sends it. */
const conversation = (name: string): unknown =>
  JSON.parse(readFileSync(join(here, '../providers/chatgpt', name, 'exchange.json'), 'utf8')).body;

const folder = mkdtempSync(join(tmpdir(), 'valise-format-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly complained: string;
}

function python(...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  return { code: status, said: stdout, complained: stderr };
}

/** What the reader says of an archive. */
function readerOn(zip: Uint8Array, ...args: readonly string[]): Ran {
  const path = join(folder, 'x.zip');
  writeFileSync(path, zip);
  return python(READER, path, ...args);
}

/** What the reader says of an archive after something was done to its files. `honest`: with manifests that fit again. */
async function changed(change: (files: Files) => void, honest: boolean): Promise<Ran> {
  const { name, files } = await filesOf(await archiveOf(conversation('sealed')));
  change(files);
  return readerOn(await zipped(name, files, { honest }));
}

const edit =
  (ending: string, how: (text: string) => string) =>
  (files: Files): void => {
    const path = pathOf(files, ending);
    files.set(path, utf8(how(new TextDecoder().decode(files.get(path)))));
  };

function flipAByte(files: Files): void {
  const path = [...files.keys()].find((each) => each.startsWith('data/artifacts/')) ?? '';
  const bytes = new Uint8Array(files.get(path) ?? []);
  bytes.set([(bytes[3] ?? 0) ^ 1], 3);
  files.set(path, bytes);
}

const swapLines = edit('session.jsonl', (log) => log.replace(/^((?:.*\n){3})(.*\n)(.*\n)/, '$1$3$2'));

const missing = python('-c', 'import sys; sys.exit(sys.version_info < (3, 11))').code !== 0;
const without = 'python3 of 3.11 or later is not installed: the reader in Python was not asked';

describe.skipIf(missing)(missing ? without : 'the reader that was written from the page alone', () => {
  test('finds an archive sound and shows the active branch, in order and alone', async () => {
    const { code, said, complained } = readerOn(await archiveOf(conversation('branches')));
    expect(complained).toBe('');
    expect(code).toBe(0);
    const shown = said.split('\n').filter((line) => line !== '' && !line.startsWith('Sound: '));
    expect(shown).toEqual([
      expect.stringMatching(/^Rivers \(/),
      expect.stringMatching(/^V-\d{4} user$/),
      'Name a long river.',
      expect.stringMatching(/^V-\d{4} assistant$/),
      'The Danube.',
    ]);
  });

  test('marks sources where the text rests on them, and names them', async () => {
    const { code, said } = readerOn(await archiveOf(conversation('older-citations')));
    expect(code).toBe(0);
    expect(said).toContain('The bridge opened in 1966.[1][3] It is red.[2] Brackets');
    expect(said).toContain('\n[1] The bridge https://bridge.example/history\n[2] bridges.csv');
  });

  test('only verifies where that is all it is asked for', async () => {
    const { code, said } = readerOn(await archiveOf(conversation('branches')), '--verify-only');
    expect(code).toBe(0);
    expect(said).toMatch(/^Sound: \d+ files, \d+ events\.\n$/);
  });

  test('reads two sessions, and a second capture of one', async () => {
    const longer = 'Message number 2 of the chain, said otherwise and at greater length.';
    const later = chain(5).map((node) =>
      node.id === 'm2' ? { ...node, message: message('m2', 'user', longer) } : node,
    );
    const { code, said, complained } = readerOn(
      await archiveOf(
        tree(chain(3)),
        tree(later, { title: 'A longer bridge', update_time: 1_770_009_000 }),
        conversation('thoughts'),
      ),
    );
    expect(complained).toBe('');
    expect(code).toBe(0);
    expect(said).toContain('A riddle (');
    expect(said).toContain('A longer bridge (');
    expect(said.split('\n').filter((line) => line.startsWith('Message number'))).toEqual([
      'Message number 0 of the chain.',
      'Message number 1 of the chain.',
      longer,
      'Message number 3 of the chain.',
      'Message number 4 of the chain.',
    ]);
  });

  test('writes numbers and orders names as JavaScript does', async () => {
    const numbers = [
      1e21,
      1e-7,
      1e-6,
      123456789012345680000,
      4.35,
      5e-324,
      1.7976931348623157e308,
      -2.5e-9,
      100,
      0.1 + 0.2,
    ];
    const odd = { '\u{1f600}': 1, '\ufb33': 2, é: 3, z: '\u2028\u007f\u001f"\\/', ten: 10, '': null, numbers };
    const nodes = chain(2);
    const last = nodes.at(-1);
    if (last) last.message = message('m1', 'assistant', 'Strange names.', { metadata: { odd } });
    const zip = await archiveOf(tree(nodes));
    const { files } = await filesOf(zip);
    const log = new TextDecoder().decode(files.get(pathOf(files, 'session.jsonl')));
    expect(log).toContain('1.7976931348623157e+308');
    expect(readerOn(zip, '--verify-only')).toMatchObject({ code: 0, complained: '' });
  });

  const faults: Record<string, { change: (files: Files) => void; honest?: boolean; says: RegExp }> = {
    'a byte of an artifact': { change: flipAByte, says: /data\/artifacts\/\S+ does not have the hash/ },
    'a byte of an artifact, with manifests that fit': {
      change: flipAByte,
      honest: true,
      says: /names the artifact [0-9a-f]{64}, which is not there under its hash\./,
    },
    'a word of the log': {
      change: edit('session.jsonl', (log) => log.replace('A thought', 'Another thought')),
      honest: true,
      says: /Line \d+ of \S+ does not state the hash of the line before it\./,
    },
    'a blank in the log': {
      change: edit('session.jsonl', (log) => log.replace('{"actor"', '{ "actor"')),
      honest: true,
      says: /Line 1 of \S+ is not canonical JSON\./,
    },
    'the order of the log': { change: swapLines, honest: true, says: /Line 4 of \S+ has seq 4, but its number is 3\./ },
    'a byte of what the site sent': {
      change: edit('raw.pack', (pack) => pack.replace('Done.', 'Dome.')),
      honest: true,
      says: /The piece [0-9a-f]{64} of \S+raw\.pack is not there under its hash\./,
    },
    'a file that is gone': {
      change: (files) => void files.delete(pathOf(files, 'transcript.md')),
      says: /The file \S+transcript\.md is in manifest-sha256\.txt, but it is missing/,
    },
    'a file that came later': {
      change: (files) => void files.set('data/extra.txt', utf8('x')),
      says: /The file data\/extra\.txt is not in manifest-sha256\.txt\./,
    },
    'a label': {
      change: edit('bag-info.txt', (info) => info.replace(/Content-Identity: ./, 'Content-Identity: x')),
      says: /bag-info\.txt says Valise-Content-Identity: x\S+, but the archive gives [0-9a-f]{64}\./,
    },
  };
  for (const [what, { change, honest = false, says }] of Object.entries(faults))
    test(`names what was changed: ${what}`, async () => {
      const { code, complained } = await changed(change, honest);
      expect(complained).toMatch(says);
      expect(complained).not.toContain('Traceback');
      expect(code).toBe(1);
    });

  test('refuses what is no zip, and a call that it does not understand', () => {
    expect(readerOn(utf8('no zip'))).toMatchObject({ code: 1, complained: expect.stringMatching(/not a zip file/) });
    expect(python(READER)).toMatchObject({ code: 2, complained: expect.stringMatching(/^Usage: /) });
  });
});
