import { utf8Length } from '../../lib/bytes';
import { canonical } from '../../lib/json';
import type { Counter } from '../../tokens/counter';
import type { Format } from '../to/format';
import type { Turn } from '../turns';
import type { Size } from './shorten';

/**
 * What a format adds around texts, in tokens: roles and borders of a message, the ids and names of a call and its result; and
 * what a picture takes at most in most models. No vendor says these exactly for all its models.
 */
export const PER_MESSAGE = 8;
export const PER_CALL = 24;
export const PER_PICTURE = 2_500;

/** Counts by bytes, where nobody gave a counter: no tokenizer makes more tokens of a text. */
const BYTES: Counter = { exact: false, of: (text) => utf8Length(text) };

/** A counter that counts no text twice. */
export function remembering({ of }: Counter = BYTES): Size {
  const known = new Map<string, number>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const count = of(text);
    known.set(text, count);
    return count;
  };
}

/** What the model sees of a turn: the texts, not how JSON writes them. */
export function seenOf(turn: Turn): string[] {
  if (turn.role === 'user') return [turn.text];
  const calls = turn.calls.flatMap(({ name, input, result }) => [`${name} ${canonical(input)}`, result]);
  return turn.text === null ? calls : [turn.text, ...calls];
}

/** How many tokens a turn takes in a format. */
export function sizeOfTurn(size: Size, { seen = seenOf }: Format, thought: (event: string) => string) {
  return (turn: Turn): number => {
    const texts = seen(turn, thought).reduce((sum, text) => sum + size(text), PER_MESSAGE);
    return turn.role === 'user' ? texts + turn.pictures.length * PER_PICTURE : texts + turn.calls.length * PER_CALL;
  };
}
