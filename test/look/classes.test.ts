import { describe, expect, test } from 'vitest';
import { filesUnder, sources, textAt } from '../rooms/source';

const sheets = ['src', 'entrypoints'].flatMap(filesUnder).filter((path) => path.endsWith('.css'));

/** What a library calls its elements: of code that is coloured, of formulas. */
const THEIRS = /^(?:hljs-|tml-|root$|boxed$|(?:up|down)strike$)/;

/** Names that are put together from a word of ours and a value. */
const MADE: readonly (readonly [start: string, by: RegExp])[] = [
  ['of-', /`of-\$\{/],
  ['level-', /`level-\$\{/],
  ['to-', /`to-\$\{/],
];

const code = sources.map(({ text }) => text);

/** All words where a class is given, and all that stand alone in quotes: a class may be chosen elsewhere. */
const given = new Set(
  code.flatMap((text) => [
    ...[...text.matchAll(/\bclass(?:Name)?(?:=|: ?)[^\n]*/g)].flatMap(([line]) => line.match(/[a-zA-Z_][\w-]*/g) ?? []),
    ...[...text.matchAll(/'\s*([a-z][\w-]*)\s*'/g)].map(([, word]) => word ?? ''),
  ]),
);

/** The selectors of a sheet: what stands before a block, without comments, texts and conditions. */
const selectors = (sheet: string): string[] =>
  [...sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .map(([, before = '']) => before.trim())
    .filter((before) => before !== '' && !before.startsWith('@'));

const classesIn = (sheet: string): Set<string> =>
  new Set(
    selectors(sheet).flatMap((each) => [...each.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? '')),
  );

const isUsed = (name: string): boolean =>
  THEIRS.test(name) ||
  given.has(name) ||
  MADE.some(([start, by]) => name.startsWith(start) && code.some((text) => by.test(text)));

describe.each(sheets)('%s', (path) => {
  test('has no rule for a class that nothing has', () => {
    expect([...classesIn(textAt(path))].filter((name) => !isUsed(name))).toEqual([]);
  });

  test('moves nothing, so that nobody has to ask for less of it', () => {
    expect(textAt(path)).not.toMatch(/\b(?:transition|animation|scroll-behavior)\b/);
  });

  test('has every selector once in the same place, and at most 300 lines', () => {
    const text = textAt(path);
    expect(text.split('\n').length).toBeLessThanOrEqual(301);
    const top = text.replace(/\/\*.*?\*\//gs, '').replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    const seen = selectors(top);
    expect(seen.filter((each, at) => seen.indexOf(each) !== at)).toEqual([]);
  });
});

test('what no sheet and no code has is found', () => {
  expect(isUsed('nothing-has-it')).toBe(false);
  expect(classesIn('@media print { .a > .b:not(.c) { color: red } } /* .d { */ .e::after { content: ".f" }')).toEqual(
    new Set(['a', 'b', 'c', 'e']),
  );
});
