import { seal } from '../model/chain';
import type { Observation } from '../model/event';
import { currentOf, enter, entryOf } from '../model/ledger';
import { versionOf } from '../model/versions';
import { type Database, writing } from './database';
import { ledgerOf, writeLines } from './keep';
import { summarise } from './summary';

/** What became of something the person wrote: `gone`, the session is no longer kept; `copy`, its log is somebody else's. */
export type Noted = 'kept' | 'gone' | 'copy';

/**
 * Appends what the person wrote to the log of a session of our own. What says the same as before writes no line.
 * @param recorded ISO 8601 with milliseconds
 */
export function keepNote(
  db: Database,
  session: string,
  note: Observation<'annotation'>,
  recorded: string,
): Promise<Noted> {
  const work = async (): Promise<Noted> => {
    const row = await db.sessions.get(session);
    if (!row) return 'gone';
    if (row.copy) return 'copy';
    const ledger = await ledgerOf(db, row);
    const current = currentOf(ledger, note.id);
    if (current?.hash === versionOf(note).hash) return 'kept';
    const { event, line, tail } = seal(row.tail, note, { recorded, revises: current?.seq ?? null });
    const lines = [{ event, line }];
    await writeLines(db, session, row.tail, { lines });
    enter(ledger, entryOf(event));
    const summary = await summarise(db, session, ledger, lines);
    await db.sessions.put({ ...row, ...summary, updated: recorded, tail, revision: row.revision + 1 });
    return 'kept';
  };
  return writing(db, [db.sessions, db.events, db.entries], work, note.body.text.length * 3);
}
