import { expect, test } from 'vitest';
import {
  asList,
  asObject,
  asObjects,
  asTexts,
  asWords,
  isBlank,
  remaining,
  said,
  someText,
  textsIn,
} from '../../../src/providers/kit/value';

test('what is of another type is nothing', () => {
  expect([asList('x'), asObjects([1, {}, []]), asTexts(['a', 1]), asObject([]), asWords(' \n'), asWords(7)]).toEqual([
    [],
    [{}],
    ['a'],
    {},
    null,
    null,
  ]);
});

test('what says nothing is blank', () => {
  expect([null, undefined, '', [], {}, { a: null, b: [''] }].filter((value) => !isBlank(value))).toEqual([]);
  expect([0, false, ' ', [0], { a: { b: false } }].filter((value) => isBlank(value))).toEqual([]);
});

test('what remains is what was not used and says something, even under an odd name', () => {
  const sent = JSON.parse('{"used": 1, "blank": null, "new": {"a": 1}, "__proto__": "odd"}');
  const left = remaining(sent, new Set(['used']));
  expect(Object.entries(left ?? {})).toEqual([
    ['new', { a: 1 }],
    ['__proto__', 'odd'],
  ]);
  expect(remaining({ used: 1 }, new Set(['used']))).toBeNull();
  expect(said({ a: 0, b: null, c: undefined })).toEqual({ a: 0 });
});

test('texts are found at any depth, in order, without recursion', () => {
  let deep: unknown = 'innermost';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(textsIn(['a', { b: 'b', c: deep }])).toEqual(['a', 'b', 'innermost']);
  expect(someText(deep, (text) => text === 'innermost')).toBe(true);
  expect(someText({ skipped: 'x' }, () => true, new Set(['skipped']))).toBe(false);
});
