import { momentInWords } from '../lib/time';
import type { Event } from '../model/event';
import { type HandoffBase, handoffNoteIn } from '../model/notes';
import { activePath } from '../projection/branches';
import { eventsOf, numberOf, type SessionView } from '../projection/view';

/** The handoff of a branch as the person wants it. */
export interface EditedHandoff {
  readonly text: string;
  /** The annotation that keeps it. */
  readonly event: string;
  /** When it was last edited. */
  readonly at: string;
  readonly base: HandoffBase;
  /** The first event of the branch that the log did not have yet; null: there is none. */
  readonly since: string | null;
}

/**
 * What the person made of the handoff of a branch, or null where it stands as it is assembled. An edit holds for the branch
 * it was made on and for whatever goes on from there; the latest counts.
 */
export function editedHandoff(view: SessionView, path: readonly Event[] = activePath(view)): EditedHandoff | null {
  const onPath = new Set(path.map(({ id }) => id));
  const notes = eventsOf(view, 'annotation')
    .flatMap((event) => {
      const note = handoffNoteIn(event);
      return note && onPath.has(note.leaf) ? { event, note } : [];
    })
    .sort((a, b) => a.event.seq - b.event.seq);
  const last = notes.at(-1);
  if (!last || last.note.text === null) return null;
  const { event, note } = last;
  const since = path.find(({ id }) => (view.first.get(id) ?? 0) >= note.base.lines);
  return {
    text: note.text ?? '',
    event: event.id,
    at: event.at.occurred ?? event.at.recorded,
    base: note.base,
    since: since?.id ?? null,
  };
}

/** An edited handoff as it is handed over: it says so below its title, and what it does not know of. */
export function editedText(view: SessionView, { text, event, at, since }: EditedHandoff): string {
  const news =
    since === null
      ? ''
      : ` The session went on after that: what it says from ${numberOf(view, since)} on is not in it.`;
  const line = `> The person edited this text (${numberOf(view, event)}, ${momentInWords(at)}); before that it was assembled from the log.${news}`;
  const [title, rest] = titled(text);
  return [title, line, rest].filter((each) => each !== '').join('\n\n');
}

/** The heading with which a text begins, and what follows it. */
function titled(text: string): readonly [string, string] {
  const [, title = '', rest = ''] = /^(# .*)(?:\r?\n)*([\s\S]*)$/.exec(text) ?? ['', '', text];
  return [title, rest.trimEnd()];
}
