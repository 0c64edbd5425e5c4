import { Fault } from '../lib/fault';
import { release } from './artifacts';
import { type Database, reading, writing } from './database';
import type { JobRow } from './job-rows';
import { leaveOut } from './left-out';
import { noteSessions } from './loss';
import { dropPending } from './pending';
import type { SessionRow } from './rows';

/** What deleting sessions from this browser takes away. */
export interface DeletionPlan {
  readonly sessions: readonly SessionRow[];
  /** Artifacts that nobody else needs. */
  readonly artifacts: number;
  readonly bytes: number;
  /** Artifacts that stay, since other sessions need them. */
  readonly shared: number;
}

/** Says what deleting would take away; changes nothing. */
export const planDeletion = (db: Database, ids: readonly string[]): Promise<DeletionPlan> =>
  reading(db, async () => {
    const sessions = present(await db.sessions.bulkGet([...ids]));
    const { gone, left } = await release(db, new Set(ids));
    const bytes = gone.reduce((sum, { size }) => sum + size, 0);
    return { sessions, artifacts: gone.length, bytes, shared: left.length };
  });

export interface Deleting {
  /** Called again and again while it goes on: what is done, of how much. */
  readonly progress?: (done: number, of: number) => void;
  /** Ends it with everything as it was: the Fault `cancelled` is thrown. */
  readonly signal?: AbortSignal;
}

/**
 * Deletes sessions with all that only they need and all that names them, in one transaction: lines, artifacts, jobs,
 * notes, exchanges that wait to be read, what lists of the site said. What is heard later of the same conversations does not
 * bring them back (see left-out). Writes one line into the journal, with a count. Gives what was deleted.
 */
export async function deleteSessions(
  db: Database,
  ids: readonly string[],
  now: string,
  deleting: Deleting = {},
): Promise<DeletionPlan> {
  const { sessions, events, entries, artifacts, contents, exchanges, chunks, jobs, journal } = db;
  const { notes, saved, settings, listings } = db;
  const tables = [
    ...[sessions, events, entries, artifacts, contents, exchanges, chunks, jobs, journal],
    ...[notes, saved, settings, listings],
  ];
  const plan = await writing(db, tables, async () => {
    const rows = present(await sessions.bulkGet([...ids]));
    const { gone, left } = await release(db, new Set(ids));
    const hashes = gone.map(({ hash }) => hash);
    const step = stepsOf(rows.reduce((sum, { tail }) => sum + tail.seq, 0) + hashes.length, deleting);
    for (const { id, tail } of rows) {
      for (let from = 0; from < tail.seq; from += BATCH) {
        const last = from + BATCH;
        await events.where('[session+seq]').between([id, from], [id, last]).delete();
        step(Math.min(BATCH, tail.seq - from));
      }
      for (const table of [events, entries])
        await table.where('[session+seq]').between([id, 0], [id, Infinity]).delete();
    }
    for (let from = 0; from < hashes.length; from += BATCH) {
      const some = hashes.slice(from, from + BATCH);
      await artifacts.bulkDelete(some);
      await contents.bulkDelete(some);
      step(some.length);
    }
    step(0); // the last moment at which it can be taken back
    await artifacts.bulkPut(left);
    await sessions.bulkDelete(rows.map(({ id }) => id));
    await notes.bulkDelete(rows.map(({ id }) => id));
    await saved.bulkDelete(rows.map(({ id }) => id)); // the file itself is the person's
    await jobs.bulkDelete((await jobs.toArray()).filter((job) => names(job, rows)).map(({ id }) => id));
    await dropExchangesOf(db, rows);
    const own = rows.filter(({ copy }) => copy === null);
    await listings.bulkDelete(own.map(({ site, origin, native }): [string, string, string] => [site, origin, native]));
    await leaveOut(
      db,
      own.map(({ key }) => key),
      'deleted',
    );
    if (rows.length > 0) await journal.add({ at: now, what: 'deleted', site: null, detail: String(rows.length) });
    const bytes = gone.reduce((sum, { size }) => sum + size, 0);
    return { sessions: rows, artifacts: gone.length, bytes, shared: left.length };
  });
  await noteSessions(db);
  return plan;
}

/** Lines or artifacts that are deleted at once. */
const BATCH = 500;

/** Counts what is done; throws where it is no longer wanted, so that the transaction takes all of it back. */
function stepsOf(of: number, { progress, signal }: Deleting): (more: number) => void {
  let done = 0;
  return (more) => {
    if (signal?.aborted) throw new Fault('cancelled');
    done += more;
    progress?.(done, of);
  };
}

const present = (rows: readonly (SessionRow | undefined)[]): SessionRow[] =>
  rows.filter((row): row is SessionRow => row !== undefined);

/** True if a job says anything of the sessions: their ids, or (in a file's name) a title. */
function names(job: JobRow, rows: readonly SessionRow[]): boolean {
  if (job.kind === 'export') return rows.some(({ id }) => job.ask.sessions.includes(id));
  if (job.kind === 'import')
    return rows.some(
      ({ id }) => job.ask.staged.includes(id) || (job.result?.sessions.some(({ session }) => session === id) ?? false),
    );
  if (job.kind === 'backfill') return false; // it names none: its lists do, and they go as well
  if (job.kind === 'files' || job.kind === 'pages') return rows.some(({ id }) => id === job.ask.session);
  if (job.kind === 'clean') return false;
  const { site, conversation } = job.ask;
  return rows.some((row) => row.site === site && row.native === conversation);
}

async function dropExchangesOf(db: Database, rows: readonly SessionRow[]): Promise<void> {
  const own = rows.filter(({ copy }) => copy === null);
  const pending = (await db.exchanges.toArray()).filter(({ site, page, address }) =>
    own.some((row) => row.site === site && (page.includes(row.native) || address.includes(row.native))),
  );
  for (const { id } of pending) await dropPending(db, id);
}
