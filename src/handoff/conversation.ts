import type { Event } from '../model/event';
import { fenced } from './fence';
import { quotedName } from './markdown';
import { clipped } from './marks';
import { withoutFernet } from './opaque';
import { readable } from './readable';
import { place, type Shown } from './shown';

const GOAL_LIMIT = 20_000;
const COURSE_LIMIT = 40_000;
const USER_LINE = 600;
const ANSWER_LINE = 280;
const FIRST = 6; // messages from the beginning that are kept when not all fit

/** A text in a fence, cut where it is very long; the cut says where the whole is. */
export function quoted(shown: Shown, id: string, text: string, limit: number): string {
  const open = withoutFernet(text);
  if (open.length <= limit) return fenced(open);
  const cut = open.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${fenced(cut)}\n(Cut here: ${limit} of ${open.length} characters. The whole is ${place(shown, id)} in session.jsonl.)`;
}

const isShown = (event: Event): event is Event<'message'> => event.kind === 'message' && !event.body.hidden;

/** What the person asked for first. */
export function goalSection(shown: Shown, path: readonly Event[]): string {
  const first = path.find((event) => isShown(event) && event.body.role === 'user' && readable(shown, event) !== '');
  if (!first) return '## What the person asked for first\n\nThe log holds no message of the person.';
  return `## What the person asked for first\n\n${place(shown, first.id)}:\n\n${quoted(shown, first.id, readable(shown, first), GOAL_LIMIT)}`;
}

/** The last message of the person and all that came after it, in full. */
export function lastExchangeSection(shown: Shown, path: readonly Event[]): string {
  const from = path.findLastIndex((event) => isShown(event) && event.body.role === 'user');
  const exchange = path.slice(Math.max(from, 0)).filter(isShown);
  const texts = exchange.flatMap((event) => {
    const text = readable(shown, event);
    return text === '' ? [] : [`${place(shown, event.id)}, ${speaker(event)}:\n\n${fenced(withoutFernet(text))}`];
  });
  return texts.length === 0 ? '' : `## The last exchange, in full\n\n${texts.join('\n\n')}`;
}

/** Who speaks, in words. */
export function speaker({ body, actor }: Event<'message'>): string {
  if (body.role === 'user') return 'the person';
  if (body.role === 'assistant') return actor.model === null ? 'the model' : `the model (${quotedName(actor.model)})`;
  return body.role;
}

/** All earlier messages, each on a line, the middle left out where they are too many. */
export function courseSection(shown: Shown, path: readonly Event[]): string {
  const from = path.findLastIndex((event) => isShown(event) && event.body.role === 'user');
  const lines = path.slice(0, Math.max(from, 0)).flatMap((event) => {
    if (!isShown(event)) return [];
    const text = clipped(withoutFernet(readable(shown, event)), event.body.role === 'user' ? USER_LINE : ANSWER_LINE);
    return text === '' ? [] : [{ number: place(shown, event.id), line: `${speaker(event)}: ${text}` }];
  });
  if (lines.length === 0) return '';
  const { kept, left } = fitting(lines);
  const text = kept.map(({ number, line }) => `${number} ${line}`).join('\n');
  const note = left > 0 ? ` ${left} messages between the first ${FIRST} and the last ones are left out here.` : '';
  return `## How it went until then\n\nOne line for each message, long ones cut (the whole is in transcript.md).${note}\n\n${fenced(text)}`;
}

function fitting<L extends { readonly line: string }>(lines: readonly L[]): { kept: L[]; left: number } {
  const first = lines.slice(0, FIRST);
  const last: L[] = [];
  let room = COURSE_LIMIT - first.reduce((sum, { line }) => sum + line.length, 0);
  for (const line of lines.slice(FIRST).reverse()) {
    room -= line.line.length;
    if (room < 0) break;
    last.push(line);
  }
  return { kept: [...first, ...last.reverse()], left: lines.length - first.length - last.length };
}
