import { rereadAll } from '../../intake/reread-session';
import type { Event } from '../../model/event';
import { isSourcePage } from '../../model/ids';
import { unreadIn } from '../../projection/unread';
import { viewOf } from '../../projection/view';
import type { Reader } from '../../providers/contract';
import { leavePages } from '../../store/read-pages';
import type { SessionRow } from '../../store/rows';
import { listSessions, readArtifact, readLog, readSession } from '../../store/sessions';
import { keepAgain } from './keep-again';
import type { Sink } from './sink';

/**
 * Tries again, with the readers of this release, what older ones could not read. To be done after an update, and again
 * until it is done: each session remembers the reader that has tried it.
 */
export async function readAgain(sink: Sink): Promise<void> {
  for (const session of await listSessions(sink.db)) {
    const reader = sink.readerOf(session.site);
    if (session.copy || !reader || (session.reread ?? 0) >= reader.number) continue;
    await readSessionAgain(sink, session, reader, speaksOfUnread);
  }
}

/**
 * Reads everything that is kept of one session again, because the person asks for it. Gives how many lines that added and
 * how many exchanges are still unread; pages it cites follow. A copy is never changed: it adds nothing.
 */
export async function rereadKept(sink: Sink, id: string): Promise<{ added: number; unread: number }> {
  const before = await readSession(sink.db, id);
  const reader = before && sink.readerOf(before.site);
  if (before && reader && !before.copy) await readSessionAgain(sink, before, reader, () => true);
  const after = await readSession(sink.db, id);
  const events = await eventsOf(sink, id);
  // cited pages are read elsewhere: see `rereadPages`
  if (before && !before.copy && events.some((event) => isSourcePage(event.id))) await leavePages(sink.db, id);
  const added = (after?.tail.seq ?? 0) - (before?.tail.seq ?? 0);
  return { added: Math.max(0, added), unread: unreadIn(viewOf(events)).length };
}

const eventsOf = async (sink: Sink, id: string): Promise<Event[]> =>
  ((await readLog(sink.db, id)) ?? []).map((line) => JSON.parse(line) as Event); // our own lines

/** @param speaks of which events the exchanges are read again */
async function readSessionAgain(
  sink: Sink,
  session: SessionRow,
  reader: Reader,
  speaks: (event: Event) => boolean,
): Promise<void> {
  const events = await eventsOf(sink, session.id);
  const artifact = (hash: string) => readArtifact(sink.db, hash);
  const again = await rereadAll(events.filter(speaks), artifact, reader);
  // if it has grown meanwhile, it is left for the next time
  await keepAgain(sink, session, { events, again, tried: reader.number });
}

/** What says that an exchange could not be read, and what says where it was from. */
const speaksOfUnread = (event: Event): boolean =>
  event.kind === 'session.started' ||
  (event.kind === 'gap' && event.actor.kind === 'recorder' && event.body.why === 'unreadable');
