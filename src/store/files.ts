import { type Database, writing } from './database';
import type { FileOutcome, FilesJob, FileTask } from './job-rows';
import { isOpen, type Lease } from './jobs';

/** How often a page is asked for a file, where nobody says what became of it. */
const MOST_TRIES = 5;

export const isDone = ({ outcome }: FileTask): boolean => outcome !== null;

/** True while somebody is at it. */
export const isHeld = ({ state, lease }: FilesJob, now: string): boolean =>
  state === 'running' && lease !== null && lease.until > now;

/** Changes a job of files that is open, in a transaction. Null: it is not open, or `change` says so. */
const changing = (db: Database, id: string, change: (job: FilesJob) => FilesJob | null): Promise<FilesJob | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    const next = job?.kind === 'files' && isOpen(job) ? change(job) : null;
    if (next) await db.jobs.put(next);
    return next;
  });

/** Says which files there are, if nobody has yet. Gives the job as it is then. */
export const planFiles = (
  db: Database,
  id: string,
  files: readonly FileTask[],
  now: string,
): Promise<FilesJob | null> =>
  changing(db, id, (job) => (job.files ? job : ended({ ...job, files, changed: now, progress: progressOf(files) })));

/**
 * Takes the files that are open on. One that was asked for too often has timed out. Null: somebody is at it, or nothing is
 * left to be done.
 */
export async function claimFiles(db: Database, id: string, { holder, now, until }: Lease): Promise<FilesJob | null> {
  const job = await changing(db, id, (before) => {
    if (before.files === null || isHeld(before, now)) return null;
    const files = before.files.map((each) => (isDone(each) ? each : tried(each)));
    const progress = progressOf(files);
    return ended({ ...before, state: 'running', changed: now, lease: { holder, until }, files, progress });
  });
  return job?.state === 'running' ? job : null;
}

const tried = (task: FileTask): FileTask =>
  task.tries >= MOST_TRIES ? { ...task, outcome: 'timed-out' } : { ...task, tries: task.tries + 1 };

/**
 * Nobody is at it any more. `asked`: a page was asked, and what is open will be asked for again; `unasked`: the page did
 * not take it; `no-page`: there is none to ask, and exports wait no longer.
 */
export const releaseFiles = (
  db: Database,
  id: string,
  now: string,
  because: 'asked' | 'unasked' | 'no-page',
): Promise<FilesJob | null> =>
  changing(db, id, (job) => ({
    ...job,
    state: 'waiting',
    changed: now,
    lease: null,
    files: because === 'unasked' ? (job.files?.map(untried) ?? null) : job.files,
    progress: { ...job.progress, step: because === 'no-page' ? 'awaiting-page' : 'fetching' },
  }));

const untried = (task: FileTask): FileTask => (isDone(task) ? task : { ...task, tries: Math.max(0, task.tries - 1) });

/** A sign of life. False: it was cancelled, or is another's. */
export const holdFiles = async (db: Database, id: string, { holder, now, until }: Lease): Promise<boolean> =>
  (await changing(db, id, (job) =>
    job.lease?.holder === holder ? { ...job, changed: now, lease: { holder, until } } : null,
  )) !== null;

/** What became of one of a job's files. */
export interface EndedFile {
  readonly number: number;
  readonly outcome: FileOutcome;
}

/**
 * What became of some files; the job ends with its last. Part of the transaction that keeps them.
 * @param lease whose sign of life this is as well
 */
export const finishFiles = (
  db: Database,
  id: string,
  done: readonly EndedFile[],
  now: string,
  lease: Lease | null = null,
): Promise<FilesJob | null> =>
  changing(db, id, (job) => {
    const outcomes = new Map(done.map(({ number, outcome }) => [number, outcome]));
    const files = job.files?.map((each, at) => ({ ...each, outcome: each.outcome ?? outcomes.get(at) ?? null }));
    if (!files) return null;
    const held = lease !== null && lease.holder === job.lease?.holder ? lease : null;
    return ended({
      ...job,
      files,
      changed: now,
      progress: progressOf(files),
      ...(held && { lease: { holder: held.holder, until: held.until } }),
    });
  });

const progressOf = (files: readonly FileTask[]): FilesJob['progress'] => ({
  step: 'fetching',
  done: files.filter(isDone).length,
  total: files.length,
});

/** The same job, done where all of its files are. */
function ended(job: FilesJob): FilesJob {
  if (!job.files?.every(isDone)) return job;
  return { ...job, state: 'done', lease: null, result: resultOf(job.files) };
}

export function resultOf(files: readonly FileTask[]): NonNullable<FilesJob['result']> {
  const kept = files.filter(({ outcome }) => outcome === 'kept').length;
  return { kept, lacking: files.length - kept };
}
