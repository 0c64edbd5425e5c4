import { z } from 'zod';
import { counted } from '../../../lib/text';
import type { Event } from '../../../model/event';
import { activeLeaf, besides, pathTo } from '../../../projection/branches';
import { numberOf } from '../../../projection/view';
import { type Answer, failure, fittingEntries, notice, said } from '../answer';
import { entryOf } from '../event-words';
import type { ServedSession } from '../served';
import { eventAt, NUMBER, SESSION, SKIP, toolOf } from '../tool';

export const readEvents = toolOf({
  name: 'read_events',
  title: 'Read events',
  description:
    'Gives events whole: who or what, when, what it follows, other versions of it, what hangs beside it, and its words. One (from alone), a range of numbers (from, to), or a branch as it is read (branch). What does not fit into an answer is told with how to go on. Cite what you use by its number.',
  input: z.strictObject({
    session: SESSION,
    from: NUMBER.optional().describe('The event to begin with, such as V-0042. Alone: only this one.'),
    to: NUMBER.optional().describe('The last event of the range.'),
    branch: z
      .union([z.literal('active'), NUMBER])
      .optional()
      .describe(
        'The branch that ends with this event, as it is read, from its first event (or "from") on. "active": the one the person was on.',
      ),
    skip: SKIP,
  }),
  async run(served, { session: slug, from, to, branch, skip }) {
    const session = served.session(slug);
    if (typeof session === 'string') return failure(session);
    const events = branch === undefined ? rangeOf(session, from, to) : branchOf(session, { branch, from, to });
    return typeof events === 'string' ? failure(events) : eventsWords(session, events, { branch, to, skip });
  },
});

/** The events of a range of numbers, or a sentence that says what is wrong with it. */
function rangeOf(session: ServedSession, from: string | undefined, to: string | undefined): readonly Event[] | string {
  const { view } = session;
  const all = [...view.current.values()];
  if (from === undefined && to === undefined) return 'Say which: "from", "from" and "to", or "branch".';
  if (to === undefined) {
    const found = eventAt(session, from ?? '');
    return typeof found === 'string' ? found : all.filter(({ id }) => id === found.id);
  }
  const [first, last] = [seqIn(from ?? 'V-0'), seqIn(to)];
  if (first > last) return `The range ends before it begins: ${from} to ${to}.`;
  const within = all.filter(({ id }) => (view.first.get(id) ?? -1) >= first && (view.first.get(id) ?? -1) <= last);
  return within.length > 0
    ? within
    : `No event has a number from ${from ?? 'V-0000'} to ${to}: the last is ${numberOf(view, all.at(-1)?.id ?? '')}.`;
}

const seqIn = (number: string): number => Number(number.replace(/^\D+/, ''));

interface Wanted {
  readonly branch: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A branch as it is read: after each of its events what hangs beside it. */
function branchOf(session: ServedSession, { branch, from, to }: Wanted): readonly Event[] | string {
  const { view } = session;
  const end = branch === 'active' ? { id: activeLeaf(view) ?? '' } : eventAt(session, branch);
  if (typeof end === 'string') return end;
  const path = pathTo(view, end.id).flatMap((event) => [event, ...besides(view, event.id)]);
  const places = [from, to].map((number) => placeIn(session, path, number));
  const wrong = places.find((place) => typeof place === 'string');
  if (typeof wrong === 'string') return wrong;
  const [first = null, last = null] = places;
  const events = path.slice(Number(first ?? 0), last === null ? path.length : Number(last) + 1);
  return events.length > 0 ? events : 'There is nothing on this branch from there on.';
}

function placeIn(session: ServedSession, path: readonly Event[], number: string | undefined): number | string | null {
  if (number === undefined) return null;
  const found = eventAt(session, number);
  if (typeof found === 'string') return found;
  const place = path.findIndex(({ id }) => id === found.id);
  return place < 0 ? `${number} is not on this branch.` : place;
}

interface Given {
  readonly branch: string | undefined;
  readonly to: string | undefined;
  readonly skip: number;
}

function eventsWords(session: ServedSession, events: readonly Event[], { branch, to, skip }: Given): Answer {
  const { texts, whole, next } = fittingEntries(entriesOf(session, events), skip);
  const rest = events[whole];
  const more =
    rest === undefined
      ? ''
      : `More (${counted(events.length - whole, 'event')}): read_events with ${[
          ...(branch === undefined ? [] : [`branch ${branch}`]),
          `from ${numberOf(session.view, rest.id)}`,
          ...(to === undefined ? [] : [`to ${to}`]),
          ...(next === null ? [] : [`skip ${next}`]),
        ].join(', ')}.`;
  return said(notice(session.view), ...texts, more);
}

function* entriesOf(session: ServedSession, events: readonly Event[]): Generator<ReturnType<typeof entryOf>> {
  for (const event of events) yield entryOf(session, event);
}
