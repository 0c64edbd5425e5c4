import type { Turn } from '../../../src/handoff/turns';
import { beginnings, type Told } from './sessions';
import { saidBy, setOf, spreadOf, termsIn, textsOf } from './terms';

/** A session whose last exchanges are hidden, and what they refer back to. */
export interface Case {
  /** What a method chooses from. */
  readonly earlier: readonly Turn[];
  /** The last exchange that is not hidden, which every handoff has. */
  readonly exchange: readonly Turn[];
  /** Terms of the hidden part that stand in earlier turns, by how rare they are. */
  readonly referred: ReadonlyMap<string, number>;
}

/** So many exchanges at the end are hidden, one case for each. */
const HIDDEN = [1, 2, 3];
/** Fewer terms say nothing. */
const LEAST = 5;
/** A term in more of the sessions than this is a common word, of the language or of the project. */
const COMMON = 0.2;

/** What is measured of each session; of those that are too short, nothing. */
export function casesIn(sessions: readonly Told[]): Map<Told, Case[]> {
  const spread = spreadOf(sessions.map(({ turns }) => setOf(turns.flatMap(textsOf))));
  const rarity = (term: string): number => {
    const many = spread.get(term) ?? 1;
    return many > Math.max(sessions.length * COMMON, 2) ? 0 : Math.log(sessions.length / many);
  };
  return new Map(sessions.map((told) => [told, HIDDEN.flatMap((hidden) => caseOf(told.turns, hidden, rarity))]));
}

function caseOf(turns: readonly Turn[], hidden: number, rarity: (term: string) => number): Case[] {
  const begins = beginnings(turns);
  const [begin, cut] = [begins.at(-hidden - 1), begins.at(-hidden)];
  if (begins.length <= hidden || begin === undefined || begin === 0) return [];
  const [earlier, exchange] = [turns.slice(0, begin), turns.slice(begin, cut)];
  const before = setOf(earlier.flatMap(textsOf));
  const last = setOf(exchange.flatMap(textsOf));
  const terms = [...setOf(turns.slice(cut).flatMap(saidBy))].filter((term) => before.has(term) && !last.has(term));
  const referred = new Map(terms.map((term) => [term, rarity(term)] as const).filter(([, rare]) => rare > 0));
  return referred.size < LEAST ? [] : [{ earlier, exchange, referred }];
}

/** How much of what is referred to stands in texts. */
export function recall({ referred }: Case, texts: readonly string[]): number {
  const kept = new Set(texts.flatMap(termsIn));
  let [found, all] = [0, 0];
  for (const [term, rare] of referred) {
    all += rare;
    if (kept.has(term)) found += rare;
  }
  return found / all;
}
