import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Patience } from './browser';
import { until } from './temporary';

const UNFINISHED = /\.(?:crdownload|part|tmp)$|^\.(?:com|org)\./;

/** Watches a downloads folder: the answer waits for the next finished file whose name matches, and gives its path. */
export function watchDownloads(folder: string): (name?: RegExp, patience?: Patience) => Promise<string> {
  mkdirSync(folder, { recursive: true });
  const taken = new Set<string>(filesIn(folder));
  const sizes = new Map<string, number>();
  return (name = /./, patience = {}) =>
    until(`a download named ${name} in ${folder}`, async () => next(folder, name, taken, sizes), {
      within: 30_000,
      every: 100,
      ...patience,
    });
}

function next(folder: string, name: RegExp, taken: Set<string>, sizes: Map<string, number>): string | null {
  const files = filesIn(folder);
  for (const file of files) {
    const size = statSync(file).size;
    const settled = size > 0 && sizes.get(file) === size && !files.some((each) => each === `${file}.part`);
    sizes.set(file, size);
    if (taken.has(file) || !settled || !name.test(file.slice(folder.length + 1))) continue;
    taken.add(file);
    return file;
  }
  return null;
}

/** Every finished or nearly finished file below a folder. Firefox sets up an empty one before the bytes come. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !UNFINISHED.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .sort();
}
