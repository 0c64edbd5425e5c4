import type { Event } from '../model/event';
import { type Match, matchIn, piecesOf } from './match';

/** How well a piece of a text holds what is looked for. */
export const scoreOf = ({ found, isPhrase, isWhole }: Match): number =>
  found.size + (isPhrase ? 4 : 0) + (isWhole ? 2 : 0);

/** What people said to each other comes before what was done meanwhile. */
export function roleOf({ kind, body }: Event): number {
  if (kind !== 'message') return kind === 'reasoning' ? 1 : 0;
  return body.hidden ? 0 : 3;
}

/** What a text holds of the words, and the piece of it that holds them best. */
export interface Best {
  readonly found: ReadonlySet<string>;
  readonly score: number;
  readonly piece: string;
}

/** Looks through a text at once; null where it holds none of the words. */
export function bestIn(text: string, words: readonly string[]): Best | null {
  const found = new Set<string>();
  let best = { score: 0, piece: '' };
  for (const piece of piecesOf(text)) {
    const match = matchIn(piece, words);
    if (!match) continue;
    for (const word of match.found) found.add(word);
    if (scoreOf(match) > best.score) best = { score: scoreOf(match), piece };
  }
  return found.size === 0 ? null : { found, ...best };
}
