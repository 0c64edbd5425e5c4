import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseText, utf8 } from '../../src/lib/bytes';
import { parseJson, pointer, pointerSteps } from '../../src/lib/json';
import { pointersAt, scan } from '../../src/raw/scan';
import { jsonBytes } from './json-texts';

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** What stands at a place in the value that `JSON.parse` gives: slow and plain. */
function expected(text: string, steps: readonly string[]): unknown[] {
  const step = (values: unknown[], name: string): unknown[] =>
    values.flatMap(membersOf).flatMap(([key, each]) => (name === '*' || name === key ? [each] : []));
  return steps.reduce(step, [parseJson(text)]);
}

const parsedAt = (bytes: Uint8Array, { start, end }: { start: number; end: number }): unknown =>
  JSON.parse(looseText(bytes.subarray(start, end)));

/** Of values with the same pointer, `JSON.parse` keeps the last; integer-like keys change places. */
const lastOf = <T extends { pointer: string }>(found: readonly T[]): T[] => [
  ...new Map(found.map((each) => [each.pointer, each])).values(),
];
const sorted = (values: readonly unknown[]): string[] => values.map((each) => JSON.stringify(each)).sort();

const PLACES = [
  [],
  ['*'],
  ['*', '*'],
  ['mapping', '*', 'message'],
  ['*', '*', '*'],
  ['__proto__'],
  ['a/b'],
  ['m', '0'],
];

describe('the scanner', () => {
  test('finds exactly what JSON.parse gives at each place, whatever the text', () => {
    const property = fc.property(jsonBytes, fc.constantFrom(...PLACES), (bytes, steps) => {
      const text = looseText(bytes);
      const found = lastOf(scan(bytes, [pointer(...steps)]));
      // a member named twice may have had other members the first time: only what its last value has counts
      const value = parseJson(text);
      const there = found.filter((each) => resolves(value, each.pointer));
      expect(sorted(there.map((each) => parsedAt(bytes, each)))).toEqual(sorted(expected(text, steps)));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('gives values in the order they stand there, each once for every place it is at', () => {
    const bytes = utf8('{"b": {"x": 1}, "a": {"x": [2]}}');
    const found = scan(bytes, ['/*', '/a', '/*/x', '/nothing']);
    expect(found.map(({ pointer: at, place }) => [at, place])).toEqual([
      ['/b', '/*'],
      ['/b/x', '/*/x'],
      ['/a', '/a'],
      ['/a', '/*'],
      ['/a/x', '/*/x'],
    ]);
    expect(found.map((each) => parsedAt(bytes, each))).toEqual([{ x: 1 }, 1, { x: [2] }, { x: [2] }, [2]]);
  });

  test('escapes steps of pointers, and decodes keys however they are written', () => {
    const bytes = utf8('{"a/b~c": 1, "\\u0061": 2, "\\ud83d\\ude00": 3, "ключ": 4, "\\ud83d": 5}');
    expect(scan(bytes, ['/*']).map((each) => each.pointer)).toEqual(['/a~1b~0c', '/a', '/😀', '/ключ', '/\ud83d']);
  });

  test('leaves blanks after a value out of it', () => {
    const bytes = utf8('\ufeff {"a" : 12 \n, "b":[ 1 ] }  ');
    expect(scan(bytes, ['/*', '']).map(({ start, end }) => looseText(bytes.subarray(start, end)))).toEqual([
      '{"a" : 12 \n, "b":[ 1 ] }',
      '12',
      '[ 1 ]',
    ]);
  });

  test('goes through deep nesting without recursion', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const bytes = utf8(`{"deep":${deep},"after":1}`);
    expect(scan(bytes, ['/after']).map((each) => parsedAt(bytes, each))).toEqual([1]);
  });

  test('never stands still over what is no JSON', () => {
    const property = fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1') }),
      (text) => {
        scan(utf8(text), ['/*/*', '/1/1/1']);
      },
    );
    fc.assert(property, { numRuns: 3000 });
  });
});

describe('pointers of what was cut before', () => {
  test('are those at which the scanner had found the values', () => {
    const property = fc.property(jsonBytes, fc.constantFrom(...PLACES), (bytes, steps) => {
      const found = scan(bytes, [pointer(...steps)]).filter(({ start, end }) => end > start);
      const pointers = pointersAt(bytes, found);
      expect([...pointers]).toEqual(found.map(({ start, pointer: at }) => [start, at]));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test('there is none for a range that is no value', () => {
    const bytes = utf8('{"a":{"b":[1,22,3]}}');
    expect([
      ...pointersAt(bytes, [
        { start: 11, end: 12 },
        { start: 13, end: 14 },
        { start: 16, end: 17 },
      ]),
    ]).toEqual([
      [11, '/a/b/0'],
      [16, '/a/b/2'],
    ]);
  });
});

function resolves(value: unknown, at: string): boolean {
  let here = value;
  for (const step of pointerSteps(at)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return false;
    here = (here as Record<string, unknown>)[step];
  }
  return true;
}
