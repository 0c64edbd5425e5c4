import { oncePer } from '../lib/once-per';
import type { Event } from '../model/event';
import { eventsOf, type SessionView } from '../projection/view';

/** A version of a document: an `artifact` event of that role, and its place among all of them. */
export interface Version {
  readonly event: Event<'artifact'>;
  /** From 1. */
  readonly number: number;
  /** All versions, in the order of the log. */
  readonly all: readonly Event<'artifact'>[];
}

/** The versions of every document, in the order of the log, by the document's own id. */
const versionsOf = oncePer((view: SessionView): ReadonlyMap<string, readonly Version[]> => {
  const documents = new Map<string, Event<'artifact'>[]>();
  for (const event of eventsOf(view, 'artifact')) {
    const key = documentOf(event);
    if (key === null) continue;
    const list = documents.get(key);
    if (list) list.push(event);
    else documents.set(key, [event]);
  }
  return new Map(
    [...documents].map(([key, events]) => [
      key,
      events.map((event, index) => ({ event, number: index + 1, all: events })),
    ]),
  );
});

function documentOf({ body }: Event<'artifact'>): string | null {
  if (body.role !== 'version') return null;
  if (typeof body.document === 'string') return `document ${body.document}`;
  return body.name ? `name ${body.name}` : null;
}

/** Which version an artifact is, or null where it is none. */
export function versionIn(view: SessionView, event: Event<'artifact'>): Version | null {
  const list = versionsOf(view).get(documentOf(event) ?? '') ?? [];
  return list.find(({ event: each }) => each.id === event.id) ?? null;
}

/** The last version of the one document that goes by a name; null where none does, or several do. */
export function lastVersionNamed(view: SessionView, name: string | null | undefined): Version | null {
  if (!name) return null;
  const lists = [...versionsOf(view).values()].filter((list) => list.some(({ event }) => event.body.name === name));
  return lists.length === 1 ? (lists[0]?.at(-1) ?? null) : null;
}

/** True for what the person sent: a file of theirs may go by the name of a document and be another one. */
export const isOfPerson = (event: Event): boolean => event.kind === 'message' && event.body.role === 'user';

/** Said of a file whose bytes are not what a site sent as a file; null where they are. */
export function derivedWords(view: SessionView, event: Event<'artifact'>): string | null {
  if (event.fidelity !== 'derived') return null;
  return versionIn(view, event)?.number === 1
    ? 'put together by Valise from the call that wrote it'
    : 'put together by Valise from the edits';
}
