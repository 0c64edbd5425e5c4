import { canonical } from '../../lib/json';
import { shownName } from '../marks';
import type { Call, Turn } from '../turns';
import { stretchesIn } from './blocks';
import { borderBefore } from './shorten';

/** The most calls of a turn that are told one by one. */
const MOST = 6;

/**
 * A turn that is left out, in a line: its number, who speaks, and how it begins; each call with a line of its own.
 * @param number `V-0042` of an event
 */
export function linesOf(turn: Turn, number: (event: string) => string, long: number): string[] {
  if (turn.role === 'user') {
    const words = turn.quote?.words ?? turn.text;
    const who = turn.from === 'person' ? 'the person' : 'put in by the site or a tool';
    return turn.event === null ? [] : [`${number(turn.event)} ${who}: ${clip(words, long)}`];
  }
  const said =
    turn.text === null || turn.event === null ? [] : [`${number(turn.event)} the model: ${clip(turn.text, long)}`];
  const calls = turn.calls.slice(0, MOST).map((call) => callLine(call, number, long));
  const more = turn.calls.length - calls.length;
  return [...said, ...calls, ...(more > 0 ? [`and ${more} more calls`] : [])];
}

const callLine = (
  { event, name, input, result, quote, failed }: Call,
  number: (event: string) => string,
  long: number,
) =>
  `${number(event)} ${name} ${clip(canonical(input), long / 2)} -> ${failed ? 'FAILED: ' : ''}${clip(quote?.words ?? result, long)}`;

/** The beginning of a text on one line, without blocks of code, cut between words where that is near. */
function clip(text: string, long: number): string {
  const begin = text.slice(0, long * 10);
  const plain = stretchesIn(begin, false)
    .map(({ from, to, whole }) => (whole ? '[code] ' : begin.slice(from, to)))
    .join('');
  const line = shownName(plain.slice(0, long * 4));
  if (line.length <= long) return text.length > begin.length || plain.length > long * 4 ? `${line} …` : line;
  const word = line.lastIndexOf(' ', long);
  return `${line.slice(0, word > long * 0.7 ? word : borderBefore(line, long)).trimEnd()} …`;
}
