import type { Event } from '../../model/event';
import { ofDebriefs } from '../debrief';
import { fitting } from '../fitting';
import { quotedBlock } from '../frame';
import { quotedName } from '../markdown';
import { clipped } from '../marks';
import { withoutFernet } from '../opaque';
import { quoted } from '../quoted';
import { type Said, saidIn } from '../said';
import type { HandoffUse, Shown } from '../shown';

const GOAL_LIMIT = 20_000;
const GOAL_SHORT = 2_000; // where the message itself follows
const COURSE_LIMIT = 40_000;
const USER_LINE = 600;
const ANSWER_LINE = 280;
const FIRST = 6; // messages from the beginning that are kept when not all fit

/** What people and models said to each other, without what the site hides, and without debriefs: those stand by themselves. */
function shownIn(shown: Shown, path: readonly Event[]): Said[] {
  const isOfDebrief = ofDebriefs(shown.view, path);
  return saidIn(shown, path).filter(({ event }) => !event.body.hidden && !isOfDebrief(event.id));
}

const isOfPerson = ({ event }: Said): boolean => event.body.role === 'user';

const GOAL = '## What the person asked for first';

const goalIn = (all: readonly Said[]): Said | undefined => all.find((said) => isOfPerson(said) && said.text !== '');

/** True for the first request where it stands above in full: it need not be read twice. */
const isSaidAbove = (said: Said, all: readonly Said[]): boolean =>
  said === goalIn(all) && withoutFernet(said.text).length <= GOAL_LIMIT;

/** What the person asked for first. */
export function goalSection(shown: Shown, path: readonly Event[], use: HandoffUse): string {
  const first = goalIn(shownIn(shown, path));
  if (!first) return `${GOAL}\n\nThe log holds no message of the person.`;
  return `${GOAL}\n\n${first.numbers}:\n\n${quoted(shown, first.begins, first.text, use === 'alone' ? GOAL_LIMIT : GOAL_SHORT)}`;
}

/** The last message of the person and all that came after it, in full. */
export function lastExchangeSection(shown: Shown, path: readonly Event[]): string {
  const all = shownIn(shown, path);
  const exchange = all.slice(Math.max(all.findLastIndex(isOfPerson), 0));
  const texts = exchange.flatMap((said) => {
    const { event, numbers, text } = said;
    if (isSaidAbove(said, all)) return `${numbers}, ${speaker(event)}: the first request, as it stands above.`;
    return text === '' ? [] : `${numbers}, ${speaker(event)}:\n\n${quotedBlock(shown.view, withoutFernet(text))}`;
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
  const all = shownIn(shown, path);
  const earlier = all.slice(0, Math.max(all.findLastIndex(isOfPerson), 0)).filter(({ text }) => text !== '');
  const write = (said: Said): string =>
    isSaidAbove(said, all) ? `${said.numbers} ${speaker(said.event)}: (the first request, above)` : messageLine(said);
  const first = fitting(earlier.slice(0, FIRST), write, COURSE_LIMIT);
  const last = fitting(earlier.slice(FIRST), write, COURSE_LIMIT, 'last');
  const lines = [...first.kept, ...last.kept];
  if (lines.length === 0) return '';
  const note =
    last.left > 0 ? ` ${last.left} messages between the first ${FIRST} and the last ones are left out here.` : '';
  return `## How it went until then\n\nOne line for each message, long ones cut (the whole is in transcript.md).${note}\n\n${quotedBlock(shown.view, lines.join('\n'))}`;
}

function messageLine({ event, numbers, text }: Said): string {
  const line = clipped(withoutFernet(text), event.body.role === 'user' ? USER_LINE : ANSWER_LINE);
  return line === '' ? '' : `${numbers} ${speaker(event)}: ${line}`;
}
