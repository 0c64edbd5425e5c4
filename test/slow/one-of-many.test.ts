import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folder } from '../cli/run';
import { chain, tree } from '../cli/trees';

const cli = '.output/cli/valise.mjs';
const MB = 1_000_000;
const WANTED = 'conv-57';

/** Something to say that no other conversation says. */
const secret = (index: number): string =>
  `only conversation ${index} knows the word ${(index * 7919 + 12_345).toString(36)}-${index}`;

/** An official export of 100 conversations and some 600 MB, written piece by piece. */
async function writeExport(path: string, megabytes: number): Promise<void> {
  const out = createWriteStream(path);
  // words that do not repeat, as in real text: what packs a hundredfold is taken for harmful
  const filler = Array.from({ length: 9000 }, (_, word) => ((word * 2_654_435_761) % 4_294_967_296).toString(36)).join(
    ' ',
  );
  const messages = Math.round((megabytes * MB) / 100 / filler.length);
  for (let index = 0; index < 100; index++) {
    const text = (each: number): string => (each === 0 ? secret(index) : `${filler} ${index}/${each}`);
    const conversation = tree(chain(messages, text), {
      conversation_id: `conv-${index}`,
      id: `conv-${index}`,
      title: secret(index),
    });
    if (!out.write(`${index ? ',\n' : '['}${JSON.stringify(conversation)}`)) await once(out, 'drain');
  }
  out.end(']\n');
  await once(out, 'close');
}

/** Runs the built command line in a process of its own; gives its exit code and the most memory it had, in MB. */
function packOnly(file: string, zip: string): { code: number | null; stderr: string; peak: number } {
  const where = folder();
  const hook = join(where, 'hook.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(join(where, 'peak'))}, /VmHWM:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))[1]));`,
  );
  const ran = spawnSync(process.execPath, ['--require', hook, cli, 'pack', file, '--only', WANTED, '--out', zip], {
    encoding: 'utf8',
  });
  return { code: ran.status, stderr: ran.stderr, peak: Number(readFileSync(join(where, 'peak'), 'utf8')) / 1024 };
}

describe.skipIf(!existsSync(cli))('one conversation out of an export of 600 MB (needs the built command line)', () => {
  const where = mkdtempSync(join(tmpdir(), 'valise-export-'));
  afterAll(() => rmSync(where, { recursive: true, force: true }));
  const plain = join(where, 'conversations.json');
  const zipped = join(where, 'export.zip');
  beforeAll(async () => {
    await writeExport(plain, 600);
    const made = spawnSync('python3', [
      '-c',
      `import zipfile; z = zipfile.ZipFile(${JSON.stringify(zipped)}, 'w', zipfile.ZIP_DEFLATED, compresslevel=1); z.write(${JSON.stringify(plain)}, 'conversations.json'); z.writestr('user.json', '{}'); z.close()`,
    ]);
    if (made.status !== 0) throw new Error(String(made.stderr));
  }, 240_000);

  test.each([
    ['as plain JSON', plain],
    ['inside its zip', zipped],
  ])('%s: under 300 MB of memory, without a word of the others', (_, file) => {
    const zip = join(where, 'one.zip');
    const { code, stderr, peak } = packOnly(file, zip);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(peak).toBeLessThan(300);
    const files = spawnSync('unzip', ['-p', zip], { maxBuffer: 1e9 }).stdout.toString('utf8');
    expect(files).toContain(secret(57));
    for (let index = 0; index < 100; index++) {
      if (index === 57) continue;
      expect(files).not.toContain(secret(index));
      expect(files).not.toContain(`conv-${index}"`);
    }
  });
});
