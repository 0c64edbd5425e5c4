import { type Database, writing } from './database';
import { isWatch } from './failed-reads';
import type { JobError, ReadJob } from './job-rows';
import { addJob, type Lease, openJobs } from './jobs';

/*
 * Reads that nobody asked for: what was heard of a chat does not tell all, and once it is quiet the site is asked for the
 * whole. One row for each chat, from when it is wanted until it is done: whoever dies, goes on from there.
 */

export type Chat = Pick<ReadJob['ask'], 'site' | 'origin' | 'conversation'>;

/** Those that have not been begun, the oldest first. */
export const waitingReads = async (db: Database): Promise<ReadJob[]> =>
  (await openJobs(db)).filter((job): job is ReadJob => job.kind === 'read' && isWatch(job) && job.state === 'waiting');

const waitingFor = async (db: Database, chat: Chat): Promise<ReadJob | undefined> =>
  (await waitingReads(db)).find(({ ask }) => isOf(ask, chat));

const isOf = (a: Chat, b: Chat): boolean =>
  a.site === b.site && a.origin === b.origin && a.conversation === b.conversation;

export interface Heard extends Chat {
  readonly tab: number;
  /** What is to be done when the chat is quiet; null: what was wanted before, if anything was. */
  readonly wants: NonNullable<ReadJob['ask']['wants']> | null;
}

/** Something was heard of a chat: what is wanted of it waits until `due`, from now on. Part of a transaction over the jobs. */
export async function heard(
  db: Database,
  { tab, wants, site, origin, conversation }: Heard,
  { id, now, due }: { readonly id: string; readonly now: string; readonly due: string },
): Promise<void> {
  const before = await waitingFor(db, { site, origin, conversation });
  const wanted = before?.ask.wants === 'all' ? 'all' : (wants ?? before?.ask.wants);
  if (!wanted) return;
  const progress = { step: 'waiting', done: 0, total: null } as const;
  const ask = { tab, site, origin, conversation, pack: false, because: 'watch', wants: wanted } as const;
  const made = before ?? ({ id, kind: 'read', made: now, state: 'waiting', lease: null, result: null } as const);
  await addJob(db, { ...made, changed: now, progress, error: null, ask, due, tries: 0 });
}

/** Changes a read that waits, in a transaction. Null: it waits no longer. */
const changing = (db: Database, id: string, change: (job: ReadJob) => ReadJob): Promise<ReadJob | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind !== 'read' || !isWatch(job) || job.state !== 'waiting') return null;
    const next = change(job);
    await db.jobs.put(next);
    return next;
  });

/** Puts it off. `due` null: until something is heard of the chat. */
export const putOff = (
  db: Database,
  id: string,
  { now, due, error = null }: { readonly now: string; readonly due: string | null; readonly error?: JobError | null },
): Promise<ReadJob | null> =>
  changing(db, id, (job) => ({
    ...job,
    changed: now,
    due,
    error,
    progress: { ...job.progress, step: due === null ? 'awaiting-page' : 'waiting' },
  }));

/** Begins it in a tab. Null: somebody has. */
export const beginIn = (
  db: Database,
  id: string,
  tab: number,
  { holder, now, until }: Lease,
): Promise<ReadJob | null> =>
  changing(db, id, ({ session: _, complete: __, ...job }) => ({
    ...job,
    state: 'running',
    changed: now,
    error: null,
    ask: { ...job.ask, tab },
    lease: { holder, until },
    progress: { step: 'asking', done: 0, total: null },
    tries: (job.tries ?? 0) + 1,
  }));

/** The person asks for a chat that is being read already: from now on it is their read. False: it is over. */
export const adoptRead = (db: Database, id: string, pack: boolean): Promise<boolean> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind !== 'read' || !isWatch(job) || job.state !== 'running') return false;
    const { because: _, wants: __, ...ask } = job.ask;
    await db.jobs.put({ ...job, ask: { ...ask, pack } });
    return true;
  });

/** A chat was read: what waited for that is done. Part of a transaction over the jobs. */
export async function satisfy(db: Database, chat: Chat, session: string, now: string): Promise<void> {
  const waits = await waitingFor(db, chat);
  if (waits) await db.jobs.put({ ...waits, changed: now, state: 'done', error: null, result: { session, pack: null } });
}

/** The whole was read: what follows a read is still to be done, at once. */
export const followUp = (job: ReadJob, now: string): ReadJob => ({
  ...job,
  state: 'waiting',
  changed: now,
  lease: null,
  due: now,
  ask: { ...job.ask, wants: 'follow' },
  progress: { step: 'waiting', done: 0, total: null },
});
