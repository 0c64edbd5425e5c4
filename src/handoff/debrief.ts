import type { Event } from '../model/event';
import { activePath } from '../projection/branches';
import { DEBRIEF_MARK, type Debrief, type Debriefs, debriefsOf } from '../projection/debrief';
import type { SessionView } from '../projection/view';
import { place, type Shown } from './shown';

/** What the old assistant is asked on its own site. Its last line is the mark by which the request is known again. */
export const DEBRIEF_PROMPT = [
  'Please write a debrief for your successor. Another assistant, perhaps of another company, will go on with this work. It knows nothing of our conversation but what is written down, and cannot ask you. Your answer is kept in readable form and given to it word for word.',
  'Write in plain words, without calling tools, and say:',
  [
    '1. Goal: what I want to reach, and what “done” means.',
    '2. State: what is done, what is half done, and what was not begun.',
    '3. Decisions: what we settled and why, and which ways were tried or weighed and rejected, with the reason.',
    '4. Constraints: what I asked you to keep to, and what I like or dislike.',
    '5. Open problems: what does not work, what is not known, what you are unsure of.',
    '6. Next steps, in order, the very next one in detail.',
    '7. Files, sources, names, numbers and commands that matter, exactly as they are written, and where they were said.',
  ].join('\n'),
  'Say what you know, and mark what you only assume. Leave out greetings, and anything that only you could use.',
  DEBRIEF_MARK,
].join('\n\n');

/** The prompt and the answer that count on a branch (default: the one the person was on), or null. */
export const debriefOf = (view: SessionView, path?: readonly Event[]): Debrief | null =>
  debriefsOf(view, path)?.counts ?? null;

/** True for the messages with which debriefs were asked for and given: no work, but words about it. */
export function ofDebriefs(view: SessionView, path: readonly Event[] = activePath(view)): (id: string) => boolean {
  const ids = new Set(
    allOf(debriefsOf(view, path)).flatMap(({ prompt, answers }) => [prompt, ...answers].map((each) => each.id)),
  );
  return (id) => ids.has(id);
}

const allOf = (found: Debriefs | null): readonly Debrief[] => (found === null ? [] : [found.counts, ...found.others]);

/** `V-0042, V-0044`: where a debrief was given. */
export const debriefNumbers = (shown: Shown, { answers }: Debrief): string =>
  answers.map(({ id }) => place(shown, id)).join(', ');
