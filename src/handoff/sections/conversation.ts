import type { Event } from '../../model/event';
import { fenced } from '../fence';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { clipped } from '../marks';
import { withoutFernet } from '../opaque';
import { quoted } from '../quoted';
import { readable } from '../readable';
import { type HandoffUse, place, type Shown } from '../shown';

const GOAL_LIMIT = 20_000;
const GOAL_SHORT = 2_000; // where the message itself follows
const COURSE_LIMIT = 40_000;
const USER_LINE = 600;
const ANSWER_LINE = 280;
const FIRST = 6; // messages from the beginning that are kept when not all fit

const isShown = (event: Event): event is Event<'message'> => event.kind === 'message' && !event.body.hidden;

/** What the person asked for first. */
export function goalSection(shown: Shown, path: readonly Event[], use: HandoffUse): string {
  const first = path.find((event) => isShown(event) && event.body.role === 'user' && readable(shown, event) !== '');
  if (!first) return '## What the person asked for first\n\nThe log holds no message of the person.';
  return `## What the person asked for first\n\n${place(shown, first.id)}:\n\n${quoted(shown, first.id, readable(shown, first), use === 'alone' ? GOAL_LIMIT : GOAL_SHORT)}`;
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
  const earlier = path.slice(0, Math.max(from, 0)).filter((event) => isShown(event) && event.body.parts.length > 0);
  const write = (event: Event): string => messageLine(shown, event);
  const first = fitting(earlier.slice(0, FIRST), write, COURSE_LIMIT);
  const last = fitting(earlier.slice(FIRST), write, COURSE_LIMIT, 'last');
  const lines = [...first.kept, ...last.kept];
  if (lines.length === 0) return '';
  const note =
    last.left > 0 ? ` ${last.left} messages between the first ${FIRST} and the last ones are left out here.` : '';
  return `## How it went until then\n\nOne line for each message, long ones cut (the whole is in transcript.md).${note}\n\n${fenced(lines.join('\n'))}`;
}

function messageLine(shown: Shown, event: Event): string {
  if (event.kind !== 'message') return '';
  const text = clipped(withoutFernet(readable(shown, event)), event.body.role === 'user' ? USER_LINE : ANSWER_LINE);
  return text === '' ? '' : `${place(shown, event.id)} ${speaker(event)}: ${text}`;
}
