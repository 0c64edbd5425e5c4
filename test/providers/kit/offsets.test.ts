import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBelow, fromCodePoints, replaceSpans } from '../../../src/providers/kit/offsets';

test('code point offsets become UTF-16 offsets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const points = [...text];
      const toUnits = fromCodePoints(text);
      for (let i = 0; i <= points.length; i++) expect(toUnits(i)).toBe(points.slice(0, i).join('').length);
    }),
  );
});

test('countBelow counts what is less', () => {
  expect([0, 1, 2, 5, 9].map((limit) => countBelow([1, 2, 2, 7], limit))).toEqual([0, 0, 1, 3, 4]);
});

test('replaces by place, and says where everything has gone', () => {
  const { text, moved } = replaceSpans('one two three', [
    { start: 8, end: 13, put: 'THREE!' },
    { start: 4, end: 7, put: '' },
    { start: 5, end: 6, put: 'overlaps' },
    { start: 2, end: 2, put: 'empty' },
  ]);
  expect(text).toBe('one  THREE!');
  expect([0, 3, 4, 5, 7, 8, 13].map(moved)).toEqual([0, 3, 4, 4, 4, 5, 11]);
});

test('text outside of spans stays, and its offsets lead to it', () => {
  const span = fc
    .tuple(fc.nat(20), fc.nat(5), fc.string({ maxLength: 3 }))
    .map(([start, length, put]) => ({ start, end: start + length, put }));
  fc.assert(
    fc.property(fc.string({ minLength: 25, maxLength: 30 }), fc.array(span, { maxLength: 5 }), (text, spans) => {
      const { text: after, moved } = replaceSpans(text, spans);
      for (let at = 0; at < text.length; at++)
        if (!spans.some(({ start, end }) => start <= at && at < end)) expect(after[moved(at)]).toBe(text[at]);
      expect(moved(text.length)).toBe(after.length);
    }),
  );
});
