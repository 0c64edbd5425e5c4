import type { ReadCopy } from '../../intake/page-reading';
import { rereadAll } from '../../intake/reread-session';
import type { Event } from '../../model/event';
import { isSourcePage } from '../../model/ids';
import { donePages, nextPages, readPagesWith } from '../../store/read-pages';
import { readArtifact, readLog, readSession } from '../../store/sessions';
import { keepAgain } from './keep-again';
import type { Sink } from './sink';

/** What reads pages, and what it is made of. */
export interface PageReading {
  readonly readCopy: ReadCopy;
  /** With their versions. */
  readonly tools: string;
}

/** A session that grows meanwhile is read anew so often. */
const MOST_TRIES = 3;

/**
 * Reads kept pages again from their bytes, where other tools read them before or the person asks for it. What fails stays
 * as it was. Whoever is ended in the middle, goes on there the next time.
 */
export async function rereadPages(sink: Sink, reading: PageReading): Promise<void> {
  const { release } = await sink.about();
  await readPagesWith(sink.db, { tools: reading.tools, release });
  for (let session = await nextPages(sink.db); session !== null; session = await nextPages(sink.db)) {
    await rereadIn(sink, session, reading.readCopy).catch(() => undefined); // other tools, or the person, ask again
    await donePages(sink.db, session);
  }
}

async function rereadIn(sink: Sink, session: string, readCopy: ReadCopy): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) if (await rereadOnce(sink, session, readCopy)) return;
}

/** False: the session has grown meanwhile, and nothing was written. */
async function rereadOnce(sink: Sink, id: string, readCopy: ReadCopy): Promise<boolean> {
  const session = await readSession(sink.db, id);
  const reader = session && sink.readerOf(session.site);
  if (!session || !reader || session.copy) return true;
  const lines = (await readLog(sink.db, id)) ?? [];
  const events = lines.map((line) => JSON.parse(line) as Event); // our own lines
  const ofPages = events.filter((event) => isSourcePage(event.id));
  if (ofPages.length === 0) return true;
  const again = await rereadAll(ofPages, (hash) => readArtifact(sink.db, hash), reader, readCopy);
  if (again.length === 0) return true;
  return keepAgain(sink, session, { events, again, tried: null });
}
