import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemsIn, spanIn, textAt } from '../../../src/providers/kit/json-text';
import { places } from '../spoil';

test('every value of any JSON is found where it stands, however it is written', () => {
  const indent = fc.constantFrom<string | number>(0, 2, '\t\r\n ');
  fc.assert(
    fc.property(fc.jsonValue(), indent, (value, space) => {
      const text = JSON.stringify(value, null, typeof space === 'number' ? space : space.slice(0, 1));
      for (const place of places(value, 200)) {
        let at: unknown = value;
        const path = place.map((step) => {
          const here = at;
          at = (here as Record<string, unknown>)[step];
          return Array.isArray(here) ? Number(step) : step;
        });
        expect(JSON.parse(textAt(text, path) ?? 'nothing')).toEqual(JSON.parse(JSON.stringify(at)));
      }
    }),
    { numRuns: 300 },
  );
});

test('numbers come back to the letter, and of members with the same name the last', () => {
  const text = '{"a": 1, "in": {"n": 9007199254740993, "e": 1.0e+2}, "a": [true , "x\\"]"]}';
  expect(textAt(text, ['in', 'n'])).toBe('9007199254740993');
  expect(textAt(text, ['in'])).toBe('{"n": 9007199254740993, "e": 1.0e+2}');
  expect(textAt(text, ['a', 1])).toBe('"x\\"]"');
  expect(textAt(text, ['a', 2])).toBeNull();
  expect(textAt(text, ['b'])).toBeNull();
  expect(itemsIn('[1, 2]', 0)).toEqual([
    [1, 2],
    [4, 5],
  ]);
});

test.each(['', '[', '{"a', '{"a":', '{"a": [1,', '[[[[', '"', '{"a" 1}', '[1 2]', '{]', '[,,]'])(
  'a text that is cut off or no JSON (%s) ends',
  (text) => {
    expect(() => [spanIn(text, ['a', 0]), itemsIn(text, 0)]).not.toThrow();
  },
);
