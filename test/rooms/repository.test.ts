import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder, root, sources, textAt } from './source';

const TEXT = /\.(ts|tsx|mjs|js|json|md|html|css|svg|txt|py|yml)$|^\.ci\/run$|^LICENSE$|^\.npmrc$/;

/** Not of the repository: what `.gitignore` names, and git's own folder. */
const IGNORED = new Set([
  '.git',
  ...textAt('.gitignore')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
]);

const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !IGNORED.has(name))
  .flatMap((entry) => (entry.isDirectory() ? filesUnder(entry.name) : [entry.name]))
  .filter((path) => TEXT.test(path) && !/\.tmp\.|__pycache__/.test(path))
  .map((path) => ({ path, text: textAt(path) }));

const found = (pattern: RegExp, list: readonly { readonly path: string; readonly text: string }[] = files): string[] =>
  list.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([hit]) => `${path}: ${hit}`));

test('the whole repository is looked at', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['package-lock.json', 'LICENSE', '.ci/run', 'src/lib/json.ts']));
});

test('no path of anybody’s machine is in the repository', () => {
  const homes = ['home', 'Users', 'root', 'work', 'mnt'].join('|');
  // Exchanges tell of paths in a site's own machines: those are data.
  const ours = files.filter(({ path }) => !/^test\/(providers|sites)\//.test(path));
  expect(found(new RegExp(`(?<![\\w.:/-])/(?:${homes})/[\\w.-]+`, 'g'), ours)).toEqual([]);
});

test('no package registry is named: the lock file has hashes, and whoever installs has a registry', () => {
  expect(found(/\bregistry\.[\w-]+\.\w+|"resolved": "https?:[^"]*/g)).toEqual([]);
});

test('what a site sends is never markup: no HTML is made from text', () => {
  const makers =
    /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|createContextualFragment|setHTMLUnsafe)\b/g;
  expect(found(makers, sources)).toEqual([]);
});

test('nothing is evaluated', () => {
  expect(found(/\beval\(|\bnew Function\b/g, sources)).toEqual([]);
});

const numberOf = (major: string, minor = '0', patch = '0'): number =>
  Number(major) * 1e6 + (Number(minor) || 0) * 1e3 + (Number(patch) || 0);

/** Whether one bound of a range (`>=20.19`, `^20.0.0`, `<23`, `20`) lets a version in. */
function isWithin(bound: string, major: number, ours: number): boolean {
  const [, sign = '', first = '0', second, third] =
    /^([<>=^~]*)\s*(\d+)(?:\.([\dx]+))?(?:\.([\dx]+))?/.exec(bound) ?? [];
  const than = numberOf(first, second, third);
  if (sign.startsWith('<')) return ours < than;
  return ours >= than && (sign.startsWith('>') || Number(first) === major);
}

/** Whether a range such as `^20.19.0 || >=22.12.0` lets a version in: as much of the notation as packages use here. */
const admits = (range: string, [major = '', ...rest]: readonly string[]): boolean =>
  range
    .split('||')
    .some((part) =>
      (part.match(/[<>=^~]*\s*\d[\dx.]*/g) ?? []).every((bound) =>
        isWithin(bound.trim(), Number(major), numberOf(major, ...rest)),
      ),
    );

test('ranges of versions are read rightly', () => {
  const read = [
    '>=22',
    '^20.19.0 || >=22.12.0',
    '>= 20.19.0',
    '20 || >=22',
    '>=18 <21',
    '*',
    '^22.0.0',
    '>=14 <20',
    '20.x',
  ];
  const answers = [false, true, true, true, true, true, false, false, true];
  expect(read.map((range) => admits(range, ['20', '19']))).toEqual(answers);
});

test('npm warns of no package on the oldest Node that package.json names: everything is tested there', () => {
  const [oldest = ''] =
    /\d+\.\d+/.exec((JSON.parse(textAt('package.json')) as { engines: { node: string } }).engines.node) ?? [];
  const version = oldest.split('.');
  const lock = JSON.parse(textAt('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>;
  };
  const odd = Object.entries(lock.packages).flatMap(([path, { engines, optional }]) =>
    optional || !engines?.node || admits(engines.node, version)
      ? []
      : [`${path} asks for Node ${engines.node}: take another version, or write >=${oldest} there if the tests pass`],
  );
  expect(version).toEqual(['20', '19']);
  expect(odd).toEqual([]);
});
