import type { Event } from '../../model/event';
import { firstWords, type Turn } from '../../projection/branches';
import { headingTime } from './describe';

/** Events that are read under one heading: a block, or words that follow each other. */
export type Piece = readonly [Event, ...Event[]];

/** A message with its blocks, as it is read. */
export interface Pieces {
  /** Its first words, where it came in blocks: they stand right below its own heading. */
  readonly words: readonly Event[];
  readonly rest: readonly Piece[];
  /** When it happened; where the site does not say it of the message, as it says of its first block. */
  readonly at: string | null;
}

export function piecesOf(turn: Turn): Pieces {
  const { event, blocks } = turn;
  const words = firstWords(turn);
  const pieces: [Event, ...Event[]][] = [];
  for (const block of blocks.slice(words.length)) {
    const last = pieces.at(-1);
    if (last && block.kind === 'message' && last[0].kind === 'message') last.push(block);
    else pieces.push([block]);
  }
  const at = headingTime(event) ?? blocks.find((block) => block.at.occurred !== null)?.at.occurred ?? null;
  return { words, rest: pieces, at };
}
