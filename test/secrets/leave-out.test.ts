import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastOf } from '../../src/lib/steps';
import { leavingOut } from '../../src/secrets/leave-out';
import { searching } from '../../src/secrets/search';
import { PERSONAL, SECRETS } from './values';

const ALL = { ...SECRETS, ...PERSONAL };
const findings = lastOf(
  searching(Object.entries(ALL).map(([event, value]) => ({ event, text: `Use ${value} for it.` }))),
);
const without = leavingOut(findings);
const out = (text: string): string => without(text).text;

/** Every character that is not a letter or digit; of the others some, so that none is easily found. */
const percent = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) =>
    /[b-z0-9]/i.test(String.fromCharCode(byte)) && byte < 128
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).padStart(2, '0')}`,
  ).join('');
const unicode = (text: string): string =>
  Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const entities = (text: string): string => Array.from(text, (each) => `&#${each.charCodeAt(0)};`).join('');

describe.each(Object.entries(ALL))('%s', (_, value) => {
  const is = (text: string): void => {
    expect(text).toMatch(/^before \[left out: [a-z -]+ \d+\] after$/);
  };

  test('is left out as it is', () => is(out(`before ${value} after`)));
  test('in JSON', () => is(out(`before ${JSON.stringify(value).slice(1, -1)} after`)));
  test('in JSON in JSON', () => {
    const twice = JSON.stringify(JSON.stringify({ a: `before ${value} after` }));
    expect(out(twice)).toMatch(/before \[left out: [a-z -]+ \d+\] after/);
  });
  test('percent-encoded, once and twice', () => {
    is(out(`before ${percent(value)} after`));
    is(out(`before ${percent(percent(value))} after`));
  });
  test('as escapes of JSON and entities of HTML', () => {
    is(out(`before ${unicode(value)} after`));
    is(out(`before ${entities(value)} after`));
  });
  test('in capitals', () => is(out(`before ${value.toUpperCase()} after`)));
  test('split over lines, wherever, as mail and Markdown do it', () => {
    for (let at = 1; at < value.length; at += Math.ceil(value.length / 40))
      for (const end of ['\n', '\r\n', '=\n', '\\\n', '\n    ', '\n> ', '\u200b', '\u00ad', '\\n'])
        is(out(`before ${value.slice(0, at)}${end}${value.slice(at)} after`));
  });
});

test('the same value is left out by the same words everywhere', () => {
  const marks = [PERSONAL.email ?? '', 'ANNA.muster+boats@example.org', percent(PERSONAL.email ?? '')].map(out);
  expect(new Set(marks).size).toBe(1);
});

test('a number is found however it is written', () => {
  for (const text of [
    '+4930901820',
    '+49 (30) 90-18-20',
    '+49\u00a030\u00a0901820',
    '4111-1111-1111-1111',
    '4111111111111111',
  ])
    expect(out(`before ${text} after`)).toMatch(/^before \[left out: [a-z ]+ \d+\] after$/);
});

test('of anything else nothing changes', () => {
  const plain = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => without(text).left.length === 0);
  fc.assert(fc.property(plain, (text) => out(text) === text));
  const code = 'const a = "b\\u0041%20";\n\treturn `x`; // 1 + 1 = 2\r\n> quoted';
  expect(out(code)).toBe(code);
});

test('no value is left in any text that holds some, whatever stands between them', () => {
  const piece = fc.oneof(
    fc.constantFrom(...Object.values(ALL)),
    fc.constantFrom(...Object.values(ALL)).map((value) => JSON.stringify(value)),
    fc.constantFrom(...Object.values(ALL)).map(percent),
    fc.string({ maxLength: 20 }),
    fc.constantFrom(' ', '\n', '"', '\\', '%', '[left out: ', '&amp;'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = out(pieces.join(' '));
      return Object.values(ALL).every((value) => !text.includes(value) && !text.includes(JSON.stringify(value)));
    }),
  );
});

test('what is left out twice is left as it is', () => {
  const once = out(Object.values(ALL).join('\n'));
  expect(out(once)).toBe(once);
});
