import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { composed } from './compose';
import type { Result } from './result';

const CLI = '.output/cli/valise.mjs';
const EXPORT = 600_000_000;
const EACH = 3_000_000;

/** The most memory that a run of the command line had resident, in MB (Linux: the kernel counts it). */
async function peakOf(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  let peak = 0;
  const look = setInterval(() => {
    const status = `/proc/${child.pid}/status`;
    const line = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) : null;
    peak = Math.max(peak, Number(line?.[1] ?? 0) / 1000);
  }, 20);
  const [code] = await once(child, 'close');
  clearInterval(look);
  if (code !== 0) throw new Error(`valise ${args.join(' ')} ended with ${code}`);
  return peak;
}

/** An official export of 600 MB: a list of conversations, as the site writes it. */
async function writeExport(path: string): Promise<void> {
  const file = createWriteStream(path);
  const count = EXPORT / EACH;
  for (let n = 0; n < count; n++) {
    const id = `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
    const json = composed(id, EACH, n + 1);
    if (!file.write(`${n === 0 ? '[' : ','}${json}`)) await once(file, 'drain');
  }
  file.end(']');
  await once(file, 'close');
}

/** Peak memory of packing: one conversation of 18 MB, and one out of an export of 600 MB. */
export async function benchMemory(): Promise<Result[]> {
  if (process.platform !== 'linux') return [];
  if (!existsSync(CLI)) throw new Error(`${CLI} is not built: npm run build`);
  const folder = await mkdtemp(join(tmpdir(), 'valise-bench-'));
  try {
    const one = join(folder, 'one.json');
    await writeFile(one, composed('c1', 18_000_000));
    const single = await peakOf('pack', one, '--out', join(folder, 'one.zip'));
    const many = join(folder, 'conversations.json');
    await writeExport(many);
    const wanted = `00000000-0000-4000-9000-${String(EXPORT / EACH - 1).padStart(12, '0')}`;
    const chosen = await peakOf('pack', many, '--only', wanted, '--out', join(folder, 'many.zip'));
    return [
      {
        what: 'peak memory of packing an 18 MB conversation',
        value: single,
        unit: 'MB',
        detail: 'the command line, all in',
      },
      {
        what: 'peak memory of packing one conversation of a 600 MB export',
        value: chosen,
        unit: 'MB',
        most: 300,
        detail: 'the last of 200; the command line, all in',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
