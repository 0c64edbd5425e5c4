import type { Passage } from './passages';
import { spreadOf } from './terms';

/** Terms with their weights, of length one. */
export type Vector = ReadonlyMap<string, number>;

/** How rare a term is among passages, as the logarithm of how many there are for each that has it. */
export function rarityIn(passages: readonly Passage[]): (term: string) => number {
  const spread = spreadOf(passages.map(({ terms }) => new Set(terms.keys())));
  return (term) => Math.log((passages.length + 1) / (spread.get(term) ?? 1));
}

/** Counts by rarity (TF-IDF). */
export const vectorOf = (terms: ReadonlyMap<string, number>, rarity: (term: string) => number): Vector =>
  unit(new Map([...terms].map(([term, count]) => [term, (1 + Math.log(count)) * rarity(term)])));

function unit(weights: ReadonlyMap<string, number>): Vector {
  const length = Math.hypot(...[...weights.values()].slice(0, 10_000)) || 1;
  return new Map([...weights].map(([term, weight]) => [term, weight / length]));
}

/** The sum of all, of length one: what they have in common. */
export function centreOf(vectors: readonly Vector[]): Vector {
  const sum = new Map<string, number>();
  for (const vector of vectors) for (const [term, weight] of vector) sum.set(term, (sum.get(term) ?? 0) + weight);
  return unit(new Map([...sum].sort((a, b) => b[1] - a[1]).slice(0, 10_000)));
}

export function cosine(one: Vector, other: Vector): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
