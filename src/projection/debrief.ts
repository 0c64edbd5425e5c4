import type { Event } from '../model/event';
import { activePath, ofBranch, type Turn, turnsIn } from './branches';
import type { SessionView } from './view';

/**
 * The last line of the prompt that asks for a debrief: by it the prompt is known again in the log. Words that no site
 * changes, on a line of their own.
 */
export const DEBRIEF_MARK = '(Debrief for Valise)';

/** A request for a debrief on a branch, and what the assistant answered to it. */
export interface Debrief {
  readonly prompt: Event<'message'>;
  /** Messages of the assistant up to the person's next words; none as long as nothing was answered. */
  readonly answers: readonly Event<'message'>[];
  readonly state: 'whole' | 'cut' | 'unanswered';
}

/** The debrief that counts on a branch, and other requests for one there. */
export interface Debriefs {
  /** The last that was answered whole; else the last that was answered at all; else the last that was asked for. */
  readonly counts: Debrief;
  readonly others: readonly Debrief[];
}

/** The debriefs of a branch, or null where none was asked for. `path`: first event first; default: the person's branch. */
export function debriefsOf(view: SessionView, path: readonly Event[] = activePath(view)): Debriefs | null {
  const all = debriefsIn(turnsIn(view, path));
  const counts =
    all.findLast(({ state }) => state === 'whole') ?? all.findLast(({ state }) => state === 'cut') ?? all.at(-1);
  return counts ? { counts, others: all.filter((each) => each !== counts) } : null;
}

function debriefsIn(turns: readonly Turn[]): Debrief[] {
  return turns.flatMap((turn, at): Debrief[] => {
    const prompt = promptIn(turn);
    if (prompt === null) return [];
    const after = turns.slice(at + 1);
    const end = after.findIndex(isOfPerson);
    const answered = (end < 0 ? after : after.slice(0, end)).filter(isAnswer);
    const answers = answered.flatMap(({ event }) => (event.kind === 'message' ? event : []));
    const last = answered.at(-1);
    return [{ prompt, answers, state: last ? (isCut(last) ? 'cut' : 'whole') : 'unanswered' }];
  });
}

/** The person's own message that holds the mark; what was sent along with their words, or quoted by others, asks nothing. */
function promptIn(turn: Turn): Event<'message'> | null {
  const { event } = turn;
  if (!isOfPerson(turn) || event.kind !== 'message') return null;
  return textsIn(turn).some(holdsMark) ? event : null;
}

const holdsMark = (text: string): boolean => text.split(/\r?\n/).some((line) => line.trim() === DEBRIEF_MARK);

const textsIn = ({ event, blocks }: Turn): string[] =>
  [event, ...blocks].flatMap(({ kind, body }) =>
    kind === 'message'
      ? body.parts.flatMap((part) => (part.type === 'text' && part.of !== 'attachment' ? part.text : []))
      : [],
  );

const isOfPerson = ({ event: { kind, body } }: Turn): boolean =>
  kind === 'message' && body.role === 'user' && !body.hidden;

function isAnswer(turn: Turn): boolean {
  const { kind, body } = turn.event;
  return (
    kind === 'message' && body.role === 'assistant' && !body.hidden && textsIn(turn).some((text) => /\S/.test(text))
  );
}

/** How sites say that an answer did not come to its end. */
const CUT: ReadonlySet<string> = new Set([
  'error',
  'finished_partial_completion',
  'in_progress',
  'incomplete',
  'interrupted',
  'max_tokens',
  'model_context_window_exceeded',
  'pause_turn',
  'user_canceled',
  'user_cancelled',
]);

const isCut = ({ event, blocks }: Turn): boolean =>
  [event, ...blocks].some(
    ({ kind, body, source }) => source.form === 'cut' || (kind === 'message' && CUT.has(body.status ?? '')),
  );

/**
 * Whether an event stood before the debrief of a branch, so that the debrief tells what went on there. That is no equal of
 * what only a provider can open: it is what the assistant chose to write down.
 */
export function describedBy(
  view: SessionView,
  path: readonly Event[] = activePath(view),
): (id: string) => Debrief | null {
  const debrief = debriefsOf(view, path)?.counts;
  if (!debrief || debrief.state === 'unanswered') return () => null;
  const before = ofBranch(view, path.slice(0, path.indexOf(debrief.prompt)));
  const since = new Set(path.slice(path.indexOf(debrief.prompt)).map(({ id }) => id));
  return (id) => (!since.has(id) && before(id) ? debrief : null);
}
