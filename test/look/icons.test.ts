import { describe, expect, test } from 'vitest';
import { iconHtml } from '../../src/archive/pages/icon-html';
import { fileIcon, ICONS, type IconName } from '../../src/look/icons';
import { sources, textAt } from '../rooms/source';

const names = Object.keys(ICONS) as IconName[];

type Point = readonly [x: number, y: number];

/** How many numbers a letter of a line takes, and where it comes to. */
const LETTERS: Readonly<
  Record<string, readonly [count: number, to: (from: Point, numbers: readonly number[]) => Point]>
> = {
  h: [1, ([x, y], [d = 0]) => [x + d, y]],
  H: [1, ([, y], [x = 0]) => [x, y]],
  v: [1, ([x, y], [d = 0]) => [x, y + d]],
  V: [1, ([x], [y = 0]) => [x, y]],
  M: [2, (_, [x = 0, y = 0]) => [x, y]],
  L: [2, (_, [x = 0, y = 0]) => [x, y]],
  l: [2, ([x, y], [dx = 0, dy = 0]) => [x + dx, y + dy]],
  c: [6, ([x, y], numbers) => [x + (numbers[4] ?? 0), y + (numbers[5] ?? 0)]],
  a: [7, ([x, y], numbers) => [x + (numbers[5] ?? 0), y + (numbers[6] ?? 0)]],
  A: [7, (_, numbers) => [numbers[5] ?? 0, numbers[6] ?? 0]],
};

/** Every point that a line comes to. */
function points(line: string): Point[] {
  const found: Point[] = [];
  for (const [, letter = '', rest = ''] of line.matchAll(/([a-zA-Y])([^a-zA-Z]*)/g)) {
    const [count, to] = LETTERS[letter] ?? [];
    if (count === undefined || to === undefined) throw new Error(`a line with the letter ${letter}`);
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    for (let at = 0; at < numbers.length; at += count)
      found.push(to(found.at(-1) ?? [0, 0], numbers.slice(at, at + count)));
  }
  return found;
}

describe('the icons', () => {
  test.each(names)('%s stays on the grid, with room for the width of its line', (name) => {
    const at = points(ICONS[name]);
    expect(at.length).toBeGreaterThan(1);
    expect(at.filter(([x, y]) => Math.min(x, y) < 1.75 || Math.max(x, y) > 18.25)).toEqual([]);
  });

  test('differ from each other', () => {
    expect(new Set(Object.values(ICONS)).size).toBe(names.length);
  });

  test('are each drawn somewhere', () => {
    const code = sources.filter(({ path }) => !path.startsWith('src/look/')).map(({ text }) => text);
    const quoted = (name: string): RegExp => new RegExp(`['"]${name}['"]`);
    const files = ['file', 'image', 'sound', 'film'];
    expect(names.filter((name) => !files.includes(name) && !code.some((text) => quoted(name).test(text)))).toEqual([]);
  });

  test('are what says it: no sign of a font stands for one', () => {
    const signs = /[✓✔✗✘✕×‹›«»↗↑↓→←▶▸⚠☰⋯]/u;
    const drawn = sources.filter(({ path }) => /^src\/(ui|archive\/pages|look)\//.test(path));
    expect(drawn.filter(({ text }) => signs.test(text)).map(({ path }) => path)).toEqual([]);
    expect(signs.test(textAt('src/look/icons.css'))).toBe(false);
  });

  test('are nothing to hear, and nothing but a line', () => {
    expect(iconHtml('pass').markup).toBe(
      `<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${ICONS.pass}"></path></svg>`,
    );
  });
});

test('a file has the icon of its kind', () => {
  expect(['image/png', 'audio/ogg', 'Video/mp4', 'text/csv', '', null].map(fileIcon)).toEqual([
    ...['image', 'sound', 'film', 'file', 'file', 'file'],
  ]);
});
