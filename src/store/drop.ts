import { seal } from '../model/chain';
import type { Observation } from '../model/event';
import { enter, entryOf } from '../model/ledger';
import { type Database, writing } from './database';
import { ledgerOf, writeLines } from './keep';
import type { SessionRow } from './rows';
import { summarise } from './summary';

/** What is let go of: the gaps that say so, and the bare hashes of the bytes. */
export interface Dropping {
  readonly gaps: readonly Observation<'gap'>[];
  readonly hashes: readonly string[];
}

/**
 * Appends the gaps to a session of our own and lets go of the bytes, in one transaction: neither is ever without the
 * other. Bytes that another session needs stay. Null: the log is no longer as it was when this was planned, and nothing
 * was done; else how many bytes that freed.
 */
export function dropArtifacts(
  db: Database,
  before: Pick<SessionRow, 'id' | 'tail'>,
  { gaps, hashes }: Dropping,
  recorded: string,
): Promise<number | null> {
  const work = async (): Promise<number | null> => {
    const row = await db.sessions.get(before.id);
    if (!row || row.copy || row.tail.prev !== before.tail.prev) return null;
    const ledger = await ledgerOf(db, row);
    const lines: { event: ReturnType<typeof seal>['event']; line: string }[] = [];
    let { tail } = row;
    for (const gap of gaps) {
      const sealed = seal(tail, gap, { recorded, revises: ledger.versions.get(gap.id)?.at(-1)?.seq ?? null });
      lines.push({ event: sealed.event, line: sealed.line });
      enter(ledger, entryOf(sealed.event));
      tail = sealed.tail;
    }
    await writeLines(db, row.id, row.tail, { lines });
    const summary = await summarise(db, row.id, ledger, lines);
    await db.sessions.put({ ...row, ...summary, updated: recorded, tail, revision: row.revision + 1 });
    return letGo(db, row.id, hashes);
  };
  return writing(db, [db.sessions, db.events, db.entries, db.artifacts, db.contents], work);
}

async function letGo(db: Database, session: string, hashes: readonly string[]): Promise<number> {
  const rows = (await db.artifacts.bulkGet([...hashes])).filter((row) => row !== undefined);
  const gone = rows.filter(({ sessions }) => sessions.every((each) => each === session));
  const left = rows.filter((row) => !gone.includes(row));
  const names = gone.map(({ hash }) => hash);
  await db.artifacts.bulkDelete(names);
  await db.contents.bulkDelete(names);
  await db.artifacts.bulkPut(
    left.map((row) => ({ ...row, sessions: row.sessions.filter((each) => each !== session) })),
  );
  return gone.reduce((sum, { size }) => sum + size, 0);
}
