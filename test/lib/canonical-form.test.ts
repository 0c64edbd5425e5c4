import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCanonical } from '../../src/lib/canonical-form';
import { canonical } from '../../src/lib/json';

function formOf(value: unknown): string | null {
  try {
    return canonical(value);
  } catch {
    return null; // a number that is none
  }
}

/** What the shorter way has to agree with. */
const agrees = (text: string): boolean => {
  const value: unknown = JSON.parse(text);
  const written = formOf(value) === text;
  expect(isCanonical(text, value), text).toBe(written);
  return written;
};

const characters = ['a', 'b', ' ', '"', '\\', '/', '\n', '\t', '\b', '\u0000', '\u000b', '\u001f', '\u007f', 'é', '世'];
const names = fc.constantFrom(
  'a',
  'b',
  'aa',
  'B',
  '',
  '"',
  '\n',
  '10',
  '9',
  '-',
  '__proto__',
  'é',
  '\u{1f600}',
  '\uff5e',
);
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...characters, '\u{1f600}', '\u2028', '\ud83d', '\udc00') }),
  fc.string({ unit: fc.constantFrom(...characters) }).map((text) => `${'long '.repeat(40)}${text}`),
);
const numbers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, 10, 20, 100, 1000, 1100, 1e20, 1e21, 2 ** 53, 2 ** 53 + 2, 0.1, 1e-7, 5e-324, -100),
);

const space = fc.constantFrom('', '', '', '', '', ' ', '\n', '\t\r');
const number = fc.oneof(
  numbers.map((value) => JSON.stringify(value)),
  numbers.map((value) => value.toExponential()),
  fc.constantFrom('-0', '0.0', '1e0', '1e1', '1E2', '1e2', '1e+2', '10e1', '1.0', '12e2', '1e3', '0e5', '2e5', '1e400'),
);
const literal = fc.tuple(texts, fc.nat({ max: 9 })).map(([text, habit]) => escaped(text, habit));
const list = (tie: fc.LetrecTypedTie<{ json: string }>) =>
  fc.tuple(fc.array(tie('json'), { maxLength: 4 }), space).map(([each, gap]) => `[${gap}${each.join(`${gap},`)}]`);
const members = (tie: fc.LetrecTypedTie<{ json: string }>) =>
  fc
    .tuple(fc.array(fc.tuple(names, tie('json')), { maxLength: 5 }), space, fc.boolean(), fc.nat({ max: 9 }))
    .map(([each, gap, inOrder, habit]) => {
      const ordered = inOrder ? each.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)) : each;
      return `{${ordered.map(([name, value]) => `${escaped(name, habit)}:${gap}${value}`).join(',')}}`;
    });

/** JSON texts as writers with habits of their own have them: most are not canonical, some are. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, fc.constantFrom('null', 'true', 'false'), number, literal, list(tie), members(tie)),
}));
function escaped(text: string, habit: number): string {
  const plain = JSON.stringify(text);
  if (habit === 1) return plain.replaceAll('/', '\\/');
  if (habit === 2) return plain.replace(/[a-zé]/, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (habit === 3) return plain.replaceAll('\\n', '\\u000a');
  if (habit === 4) return plain.replace(/\\u[0-9a-f]{4}/g, (one) => `\\u${one.slice(2).toUpperCase()}`);
  if (habit === 5) return `"${text.replace(/["\\]|[^\ud800-\udfff -~]/g, (one) => JSON.stringify(one).slice(1, -1))}"`;
  return plain;
}

describe('whether a text is the canonical form of its value', () => {
  test('is what writing the form and comparing says, however the text was written', () => {
    let canonicals = 0;
    fc.assert(
      fc.property(json, (text) => {
        if (agrees(text)) canonicals++;
      }),
      { numRuns: 20_000 },
    );
    expect(canonicals).toBeGreaterThan(1000);
  });

  test('is so of what was written so, and of nothing longer or shorter', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'binary' }),
        fc.nat(),
        fc.constantFrom(' ', '0', '\\', '"', '\n'),
        (text, at, more) => {
          const written = canonical(JSON.parse(text));
          expect(agrees(written)).toBe(true);
          const place = at % (written.length + 1);
          for (const other of [
            `${written.slice(0, place)}${more}${written.slice(place)}`,
            `${written.slice(0, place)}${written.slice(place + 1)}`,
          ])
            if (isJson(other)) agrees(other);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['a number that is as short in another way', '{"a":1e2}', false],
    ['a shorter number, and space for it', '{"a":1e5,  "b":1}', false],
    ['a shorter number, and a member that is overwritten', '{"a":1e9,"b":100,"b":1}', false],
    ['a member given twice', '{"a":1,"a":1}', false],
    ['the wrong order', '{"b":1,"a":1}', false],
    ['names that look like an index', '{"10":1,"9":1}', true],
    ['the same the other way round', '{"9":1,"10":1}', false],
    ['a zero below zero', '[-0]', false],
    ['a number beyond all there are', '[1e400]', false],
    ['an escape that need not be', '["\\/"]', false],
    ['an escape that could be shorter', '["\\u000a"]', false],
    ['one in capitals', '["\\u001F"]', false],
    ['the escapes there are', '["\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u000b\\u001f"]', true],
    ['half a character, escaped', '["\\ud83d"]', true],
    ['half a character as it is', '["\ud83d"]', false],
    ['a whole one, escaped', '["\\ud83d\\ude00"]', false],
    ['a member called __proto__', '{"__proto__":1,"a":{}}', true],
  ])('%s', (_, text, expected) => {
    expect(agrees(text)).toBe(expected);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // most texts with a character more or less are none
  }
}
