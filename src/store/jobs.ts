import { type Database, reading, writing } from './database';
import { afterFailure, isWatch } from './failed-reads';
import type { BackfillJob, CleanJob, ExportJob, FilesJob, ImportJob, JobRow, PagesJob } from './job-rows';

/** How many ended jobs are remembered. */
const REMEMBERED = 100;

/** True while there is something to do. */
export const isOpen = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'waiting' || state === 'running';

const fresh = (id: string, at: string) =>
  ({
    id,
    made: at,
    changed: at,
    state: 'waiting',
    progress: { step: 'waiting', done: 0, total: null },
    lease: null,
    error: null,
    result: null,
  }) as const;

/** An export that waits to be done. */
export const newExport = (id: string, ask: ExportJob['ask'], at: string): ExportJob => ({
  ...fresh(id, at),
  kind: 'export',
  ask,
});

/** An import that is about to begin. */
export const newImport = (id: string, ask: ImportJob['ask'], at: string): ImportJob => ({
  ...fresh(id, at),
  kind: 'import',
  ask,
});

/** A cleaning that is about to begin. */
export const newClean = (id: string, ask: CleanJob['ask'], at: string): CleanJob => ({
  ...fresh(id, at),
  kind: 'clean',
  ask,
});

/** Files that wait to be fetched. */
export const newFiles = (id: string, ask: FilesJob['ask'], at: string): FilesJob => ({
  ...fresh(id, at),
  kind: 'files',
  ask,
  files: null,
});

/** Pages that wait to be fetched. */
export const newPages = (
  id: string,
  ask: PagesJob['ask'],
  { pages, at }: { readonly pages: PagesJob['pages']; readonly at: string },
): PagesJob => ({
  ...fresh(id, at),
  kind: 'pages',
  ask,
  pages,
});

/** Everything of a site that waits to be brought in. The job's id is its first round's name. */
export const newBackfill = (id: string, ask: BackfillJob['ask'], at: string): BackfillJob => ({
  ...fresh(id, at),
  kind: 'backfill',
  ask,
  paused: false,
  round: id,
  lists: null,
  whole: [],
  leftOut: [],
  reading: null,
  tab: null,
  trouble: null,
  rests: null,
  seconds: null,
});

/** A new job; the oldest that have ended are forgotten. */
export const addJob = (db: Database, job: JobRow): Promise<void> =>
  writing(db, [db.jobs], async () => {
    await db.jobs.put(job);
    const ended = await db.jobs
      .orderBy('changed')
      .filter((each) => !isOpen(each))
      .primaryKeys();
    await db.jobs.bulkDelete(ended.slice(0, Math.max(0, ended.length - REMEMBERED)));
  });

/** A job, or null. */
export const readJob = (db: Database, id: string): Promise<JobRow | null> =>
  reading(db, async () => (await db.jobs.get(id)) ?? null);

/** The jobs that have not ended, the oldest first. */
export const openJobs = (db: Database): Promise<JobRow[]> =>
  reading(db, async () => (await db.jobs.where('state').anyOf('waiting', 'running').toArray()).sort(byMade));

/** Every job that is remembered, in no order. */
export const allJobs = (db: Database): Promise<JobRow[]> => reading(db, () => db.jobs.toArray());

/** The exports that can be done now: none waits for files of its sessions that are on their way. */
export async function readyExports(db: Database): Promise<ExportJob[]> {
  const open = await openJobs(db);
  const growing = new Set(open.flatMap((job) => (job.kind === 'files' && isComing(job) ? [job.ask.session] : [])));
  return open.filter(
    (job): job is ExportJob => job.kind === 'export' && !job.ask.sessions.some((session) => growing.has(session)),
  );
}

/** Files for which no page is open may never come: nobody waits for them. */
const isComing = ({ progress }: FilesJob): boolean => progress.step !== 'awaiting-page';

const byMade = (a: JobRow, b: JobRow): number => (a.made < b.made ? -1 : a.made > b.made ? 1 : 0);

export interface Lease {
  readonly holder: string;
  /** ISO 8601. */
  readonly now: string;
  readonly until: string;
}

/** Takes a job on that waits, or whose holder has given no sign of life. Null: somebody is at it, or it has ended. */
export const claimJob = (db: Database, id: string, { holder, now, until }: Lease): Promise<JobRow | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (!job || !isOpen(job)) return null;
    if (job.state === 'running' && job.lease && job.lease.holder !== holder && job.lease.until > now) return null;
    const mine: JobRow = { ...job, state: 'running', changed: now, lease: { holder, until } };
    await db.jobs.put(mine);
    return mine;
  });

/** A sign of life with news. False: the job was cancelled, deleted or taken over, and its holder must stop. */
export const advanceJob = (
  db: Database,
  id: string,
  { holder, now, until }: Lease,
  progress: JobRow['progress'],
): Promise<boolean> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.state !== 'running' || job.lease?.holder !== holder) return false;
    await db.jobs.put({ ...job, changed: now, progress, lease: { holder, until } });
    return true;
  });

/** An export is wanted after a read that is under way. False: it has ended, or is none. */
export const packAfterRead = (db: Database, id: string): Promise<boolean> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind !== 'read' || !isOpen(job)) return false;
    await db.jobs.put({ ...job, ask: { ...job.ask, pack: true } });
    return true;
  });

/** How a job ended, by kind. */
export type End = Pick<JobRow, 'state' | 'error'> & { readonly result?: JobRow['result'] };

/** Ends a job; a read that nobody asked for and that failed may wait again. One that has ended is left as it is. False: nothing was done. */
export const endJob = (db: Database, id: string, now: string, end: End): Promise<boolean> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (!job || !isOpen(job)) return false;
    const isAgain = end.state === 'failed' && job.kind === 'read' && isWatch(job);
    await db.jobs.put(
      isAgain
        ? afterFailure(job, end.error ?? 'broken-promise', now)
        : ({ ...job, ...end, changed: now, lease: null } as JobRow),
    );
    return true;
  });
