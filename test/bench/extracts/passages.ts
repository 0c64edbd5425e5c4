import { stretchesIn } from '../../../src/handoff/fit/blocks';
import type { Size } from '../../../src/handoff/fit/shorten';
import { type Piece, piecesOf } from '../../../src/handoff/fit/weights';
import type { Turn } from '../../../src/handoff/turns';
import { termsIn } from './terms';

/** A stretch of a text that is chosen as a whole: a paragraph, or some lines of a long one. */
export interface Passage {
  /** The place of its turn, from the first. */
  readonly turn: number;
  readonly piece: Piece;
  /** Its place in its piece. */
  readonly at: number;
  readonly text: string;
  /** Tokens, with those of a mark that says where it stood. */
  readonly size: number;
  /** How often each term stands in it. */
  readonly terms: ReadonlyMap<string, number>;
}

const MARK = 16;
const LONGEST = 600;

/** The passages of turns, in their order. */
export function passagesOf(turns: readonly Turn[], size: Size): Passage[] {
  return turns.flatMap((turn, at) => piecesOf(turn).flatMap((piece) => passagesIn(piece, at, size)));
}

function passagesIn(piece: Piece, turn: number, size: Size): Passage[] {
  return paragraphsIn(piece.text).map((text, at) => ({
    turn,
    piece,
    at,
    text,
    size: size(text) + MARK,
    terms: countsOf(termsIn(text)),
  }));
}

/** Paragraphs, those that are long cut between lines, lines that are long by themselves cut anywhere. */
function paragraphsIn(text: string): string[] {
  const found: string[] = [];
  let open = '';
  const close = (): void => {
    if (open.trim() !== '') found.push(open);
    open = '';
  };
  for (const { from, to } of stretchesIn(text, true)) {
    const line = text.slice(from, to);
    if (line.trim() === '' || open.length + line.length > LONGEST) close();
    for (let at = 0; at < line.length; at += LONGEST) {
      if (at > 0) close();
      open += line.slice(at, at + LONGEST);
    }
  }
  close();
  return found;
}

export function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
