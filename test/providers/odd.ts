import fc from 'fast-check';
import { parseJson } from '../../src/lib/json';

const nested = (depth: number): unknown => {
  let value: unknown = 'the innermost text';
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { inside: value };
  return value;
};

/** Values that nobody expects where a site's own stands. `texts`: more of the same, of one site. */
export const odd = (...texts: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, -0, 1e308, '\ud800', ...texts),
    fc.constantFrom(parseJson('{"__proto__": {"parts": ["x"]}, "constructor": 1}'), nested(400), nested(5_000)),
  );
