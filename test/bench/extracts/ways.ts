import { RULES } from '../../../src/handoff/fit/fit';
import type { Size } from '../../../src/handoff/fit/shorten';
import { choosingForms, type Rules } from '../../../src/handoff/fit/turns';
import { piecesOf, type Weigh, weighed } from '../../../src/handoff/fit/weights';
import type { Turn } from '../../../src/handoff/turns';
import { lastOf } from '../../../src/lib/steps';
import type { Case } from './cases';
import { METHODS } from './methods';
import { type Passage, passagesOf } from './passages';
import { greedy } from './taking';
import { textsOf } from './terms';

export const OURS = 'our rules';

/** Our rules, and others that choose forms of turns as they do. */
const RULED: Readonly<Record<string, (earlier: readonly Turn[]) => Rules>> = {
  [OURS]: () => RULES,
  'our rules, nothing for the latest': () => ({ ...RULES, latest: 0 }),
  'our rules, older and outputs lighter': (earlier) => ({ ...RULES, latest: 0, weigh: byAge(earlier) }),
  'our rules, all alike': () => ({ ...RULES, weigh: () => 1 }),
  'the latest turns only': () => ({ latest: 1, weigh: () => 1, lines: false }),
};

/** The first turn weighs a sixth of the last; what tools gave back and what was put in weighs less than a third of what it does. */
function byAge(earlier: readonly Turn[]): Weigh {
  const places = new Map(earlier.flatMap((turn, at) => piecesOf(turn).map(({ text }) => [text, at] as const)));
  return (piece) => {
    const age = 0.2 + (places.get(piece.text) ?? earlier.length) / earlier.length;
    return weighed(piece) * age * (piece.is === 'result' || piece.is === 'record' ? 0.3 : 1);
  };
}

/** What is counted once for all ways of a session. */
export interface Sizes {
  readonly size: Size;
  readonly sizeOf: (turn: Turn) => number;
}

interface Kept {
  readonly way: string;
  /** The texts that are kept; several where there is chance in it. */
  readonly texts: readonly (readonly string[])[];
}

/** What each way keeps of the earlier turns of a case; nothing where all of them fit. */
export function* keptOf(each: Case, rooms: readonly number[], sizes: Sizes): Generator<Kept & { room: number }> {
  const sum = (turns: readonly Turn[]): number => turns.reduce((all, turn) => all + sizes.sizeOf(turn), 0);
  const all = sum(each.earlier);
  const narrow = rooms.filter((room) => room < all);
  const passages = narrow.length > 0 ? passagesOf(each.earlier, sizes.size) : [];
  const exchange = sum(each.exchange);
  for (const room of narrow) {
    for (const [way, rules] of Object.entries(RULED))
      yield { way, room, texts: [ruled(each, room + exchange, { rules: rules(each.earlier), ...sizes })] };
    for (const kept of byMethods(each, room, passages)) yield { ...kept, room };
  }
}

function ruled(
  { earlier, exchange }: Case,
  room: number,
  { rules, size, sizeOf }: Sizes & { readonly rules: Rules },
): string[] {
  const forming = { ...rules, size, sizeOf, number: (event: string) => `V-${event}`, known: new Map() };
  const forms = lastOf(choosingForms([...earlier, ...exchange], room, forming, rules));
  return forms.slice(0, earlier.length).flatMap(({ turn, lines }) => [...lines, ...(turn ? textsOf(turn) : [])]);
}

function byMethods({ exchange, referred }: Case, room: number, passages: readonly Passage[]): Kept[] {
  const choice = { passages, exchange: exchange.flatMap(textsOf), room };
  const textsBy = (kept: readonly Passage[]): string[] => kept.map(({ text }) => text);
  const kept = Object.entries(METHODS).map(([way, methods]) => ({
    way,
    texts: methods.map((method) => textsBy(method(choice))),
  }));
  return [...kept, { way: 'knowing what is hidden', texts: [textsBy(greedy(choice, coverageOf(referred)))] }];
}

/** What nobody can do: choose for the terms that will be asked for. */
function coverageOf(referred: ReadonlyMap<string, number>) {
  const had = new Set<string>();
  return {
    gain: ({ terms }: Passage): number =>
      [...terms.keys()].reduce((sum, term) => sum + (had.has(term) ? 0 : (referred.get(term) ?? 0)), 0),
    take: ({ terms }: Passage): void => {
      for (const term of terms.keys()) had.add(term);
    },
  };
}
