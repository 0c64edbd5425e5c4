import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';

/** Recorded sessions from outside the repository: the folder that VALISE_SAMPLES names, or null. */
const folder = process.env.VALISE_SAMPLES ?? null;
const there = folder !== null && existsSync(folder);

/** Tests over the files of one folder of samples (`chatgpt/tree`); skipped, and said so, where there are none. */
export function overSamples(what: string, under: string, run: (paths: readonly string[]) => void): void {
  if (folder === null || !there) {
    describe.skip(`${what} (VALISE_SAMPLES names no folder: skipped)`, () => run([]));
    return;
  }
  const names = readdirSync(join(folder, under)).sort();
  describe(what, () => run(names.map((name) => join(folder, under, name))));
}
