import fc from 'fast-check';
import { utf8 } from '../../src/lib/bytes';

/** Blanks as a JSON text may have them. */
const blank = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 });

/** A string literal with anything in it: escapes of every kind, half surrogate pairs, brackets, any script. */
const units = fc.constantFrom(
  ...['a', 'é', '☃', '😀', '\\"', '\\\\', '\\n', '\\/', '\\u0041', '\\ud83d', '\\ude00', '\\u0000'],
  ...['{', '}', '[', ']', ',', ':', "'", ' ', '*', '~', '/', '__proto__', 'mapping', 'message'],
);
const literal = fc.array(units, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`);
const key = fc.oneof(literal, fc.constantFrom('"mapping"', '"message"', '"m"', '"__proto__"', '"a/b"', '"a~b"', '""'));
const scalar = fc.oneof(
  literal,
  fc.constantFrom('null', 'true', 'false', '0', '-0', '-1.5e+3', '12345678901234567890', '1e400'),
);

/** JSON texts as a site could send them and a printer never would: blanks anywhere, members named twice, any nesting. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, scalar, tie('list'), tie('object')),
  list: fc
    .array(fc.tuple(blank, tie('value'), blank), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  object: fc
    .array(fc.tuple(blank, key, blank, blank, tie('value'), blank), { maxLength: 4 })
    .map((members) => members.map(([a, name, b, c, value, d]) => `${a}${name}${b}:${c}${value}${d}`).join(','))
    .map((inside) => `{${inside}}`),
})).value;

/** The same as bytes, now and then with a byte order mark and blanks around. */
export const jsonBytes: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc
  .tuple(fc.constantFrom('', '', '\ufeff'), blank, jsonText, blank)
  .map(([mark, before, text, after]) => utf8(`${mark}${before}${text}${after}`));

/** Cuts bytes into chunks at the given places (any numbers). */
export function chunksOf(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, i) => bytes.subarray(start, places[i] ?? bytes.length));
}
