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
  // to read how a page is written makes none
  const makers =
    /\b(innerHTML|outerHTML(?=\s*\+?=(?!=))|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|createContextualFragment|setHTMLUnsafe)\b/g;
  expect(found(makers, sources)).toEqual([]);
});

test('nothing is evaluated', () => {
  expect(found(/\beval\(|\bnew Function\b/g, sources)).toEqual([]);
});
