import type { Turn } from '../turns';

/** A text of a turn, and what it is. */
export interface Piece {
  readonly is: 'person' | 'answer' | 'record' | 'call' | 'result';
  readonly text: string;
  readonly failed: boolean;
}

export type Weigh = (piece: Piece) => number;

export function piecesOf(turn: Turn): Piece[] {
  if (turn.role === 'user')
    return [{ is: turn.from === 'person' ? 'person' : 'record', text: turn.quote?.words ?? turn.text, failed: false }];
  const calls = turn.calls.flatMap(({ name, input, quote, result, failed }): Piece[] => [
    { is: 'call', text: `${name} ${JSON.stringify(input)}`, failed: false },
    { is: 'result', text: quote?.words ?? result, failed },
  ]);
  return turn.text === null ? calls : [{ is: 'answer', text: turn.text, failed: false }, ...calls];
}

/** The first words of a text say more than the last of many: what so many tokens of it are worth. */
export const worth = (tokens: number): number =>
  Math.min(tokens, 200) + 0.5 * Math.min(Math.max(tokens - 200, 0), 800) + 0.2 * Math.max(tokens - 1_000, 0);

const WEIGHTS: Readonly<Record<Piece['is'], number>> = { person: 4, answer: 2, record: 0.7, call: 0.7, result: 0.7 };

/** What was settled, in English and German; other languages weigh as any answer does. */
const SETTLED =
  /\b(?:decid|decision|we(?:’|')ll|let(?:’|')s|instead of|because|recommend|conclu|in summary|final|chose|agreed|entschied|statt|weil|empfehl|zusammengefasst|endgültig)/i;

const FAILED = /\b(?:error|exception|failed|traceback|fehler)\b/i;

/** What the person said weighs most, then what was settled and what failed, then the rest. */
export function weighed({ is, text, failed }: Piece): number {
  const own = WEIGHTS[is];
  if (is === 'answer' && SETTLED.test(text.slice(0, LOOKED_AT))) return own * 1.5;
  if (is === 'result' && (failed || FAILED.test(text.slice(0, LOOKED_AT)))) return own * 2.5;
  return own;
}

const LOOKED_AT = 4_000;
