import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { benchFiles, type Told, WARM } from './files';
import { type SideName, sides } from './files-sides';
import { report } from './result';

/** A number of MB that the kernel tells of this process: `VmRSS` now, `VmHWM` at most since it was set back. */
const memory = (what: string): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1.024e-3;

/** Sets the kernel's highest mark back to what is in memory now. */
const setBack = (): void => writeFileSync('/proc/self/clear_refs', '5');

/** Runs one side, after a session of few files: what a process needs but once is not measured. */
async function ran([side = '', folder = '', name = '', out = '']: readonly string[]): Promise<Told> {
  const run = sides[side as SideName];
  await run(folder, WARM, out);
  (globalThis as { gc?: () => void }).gc?.();
  setBack();
  const before = memory('VmRSS');
  const used = process.cpuUsage();
  const began = performance.now();
  await run(folder, name, out);
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  return { cpu: (user + system) / 1000, wall, grown: memory('VmHWM') - before };
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === 'side') console.log(JSON.stringify(await ran(rest)));
else await report(benchFiles(rest[0]));
