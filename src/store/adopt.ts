import { EMPTY, type Tail } from '../model/chain';
import type { Event } from '../model/event';
import { bytesIn, keepArtifacts } from './artifacts';
import { type Database, writing } from './database';
import { ledgerOf, newRow, ownSession, writeLines } from './keep';
import { takeIn } from './left-out';
import { noteSessions } from './loss';
import type { Copy, SessionRow } from './rows';
import { summarise } from './summary';

/** Lines out of an archive that were checked: whole, chained, by the schema. */
export interface Adoption {
  readonly session: string;
  readonly identity: Pick<SessionRow, 'key' | 'site' | 'origin' | 'native'>;
  /** Where a read-only copy comes from; null: it goes on as our own. */
  readonly copy: Copy | null;
  readonly containers: SessionRow['containers'];
  /** Where the lines go on: `EMPTY` for a session that is new here. */
  readonly after: Tail;
  readonly lines: readonly { readonly event: Event; readonly line: string }[];
  readonly tail: Tail;
}

/** Puts artifacts down for a session whose lines come later, so that no transaction has to hold an archive. */
export const stageArtifacts = (
  db: Database,
  session: string,
  artifacts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<void> =>
  writing(db, [db.artifacts, db.contents], () => keepArtifacts(db, session, artifacts), bytesIn(artifacts));

/**
 * Takes lines over verbatim: as a copy, as a session of our own that we lacked, or as the rest of one. `moved`: our own
 * log is no longer where `after` says, and nothing was done.
 */
export async function adopt(db: Database, adoption: Adoption): Promise<'kept' | 'moved'> {
  const { sessions, events, entries } = db;
  const grows = adoption.lines.reduce((sum, { line }) => sum + line.length, 0);
  const work = async (): Promise<'kept' | 'moved'> => {
    const ours = adoption.copy ? undefined : await ownSession(db, adoption.identity.key);
    const tail = ours?.tail ?? EMPTY;
    if (tail.seq !== adoption.after.seq || tail.prev !== adoption.after.prev) return 'moved';
    if (ours && ours.id !== adoption.session) return 'moved';
    await writeLines(db, adoption.session, tail, adoption);
    const before = ours ?? newRow(adoption.session, adoption.identity, adoption.lines[0]?.event);
    const next: SessionRow = {
      ...before,
      copy: adoption.copy,
      containers: adoption.containers,
      updated: adoption.lines.at(-1)?.event.at.recorded ?? before.updated,
      tail: adoption.tail,
      revision: before.revision + 1,
    };
    const summary = await summarise(db, next.id, await ledgerOf(db, next), adoption.lines);
    await sessions.put({ ...next, ...summary });
    return 'kept';
  };
  const outcome = await writing(db, [sessions, events, entries], work, grows);
  if (outcome === 'kept' && !adoption.copy) await takeIn(db, adoption.identity.key); // what was deleted is wanted again
  await noteSessions(db);
  return outcome;
}
