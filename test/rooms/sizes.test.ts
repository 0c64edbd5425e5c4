import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { filesUnder, root, sources, textAt } from './source';

const lines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const tooLong = (paths: readonly string[], most: number): string[] =>
  paths
    .map((path) => ({ path, count: lines(textAt(path)) }))
    .filter(({ count }) => count > most)
    .map(({ path, count }) => `${path} has ${count} lines: split it, ${most} is the most`);

describe('sizes of files', () => {
  const paths = sources.map(({ path }) => path);

  test('no source file has more than 300 lines', () => {
    expect(tooLong(paths, 300)).toEqual([]);
  });

  test('no entrypoint has more than 60 lines: it only wires', () => {
    expect(
      tooLong(
        paths.filter((path) => path.startsWith('entrypoints/')),
        60,
      ),
    ).toEqual([]);
  });

  test('no test file has more than 300 lines', () => {
    const tests = filesUnder('test').filter((path) => /\.tsx?$/.test(path) && !path.includes('.tmp.'));
    expect(tooLong(tests, 300)).toEqual([]);
  });

  test('no script has more than 300 lines', () => {
    expect(
      tooLong(
        filesUnder('scripts').filter((path) => /\.(ts|mjs)$/.test(path)),
        300,
      ),
    ).toEqual([]);
  });
});

/** What a page has to carry, gzip, in bytes: the tap runs in every page of a site, the relay beside it. */
const BUDGETS = [
  { bundle: /^tap-.*\.js$/, most: 2048 },
  { bundle: /^relay-.*\.js$/, most: 8192 },
  { bundle: /^files-.*\.js$/, most: 6656 },
  { bundle: /^lists-.*\.js$/, most: 6144 },
  { bundle: /^compose\.js$/, most: 6144 },
] as const;

const builds = ['chrome-mv3', 'firefox-mv3'].map((build) => {
  const folder = join(root, '.output', build);
  const built = existsSync(join(folder, 'manifest.json'));
  return { build, folder, built, title: built ? build : `${build} (not built: npm run build)` };
});

describe.each(builds)('sizes of bundles in $title', ({ build, folder, built }) => {
  test.skipIf(!built).each(BUDGETS)('$bundle has at most $most bytes', ({ bundle, most }) => {
    const found = readdirSync(folder).filter((name) => bundle.test(name));
    const large = found
      .map((name) => ({ name, bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }))
      .filter(({ bytes }) => bytes > most)
      .map(({ name, bytes }) => `${build}/${name} has ${bytes} bytes: what did it import?`);
    expect(found.length, `no bundle of ${bundle} was built`).toBeGreaterThan(0);
    expect(large).toEqual([]);
  });
});
