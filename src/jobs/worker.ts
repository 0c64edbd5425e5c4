import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import type { Database } from '../store/database';
import { storageFault } from '../store/faults';
import type { JobError, JobRow, Step } from '../store/job-rows';
import { advanceJob, claimJob, endJob } from '../store/jobs';

/** Tells how far a job is; cheap to call often. `total` null: not known. */
export type Progress = (step: Step, done: number, total: number | null) => void;

/** Who works on jobs, and with what clock. */
export interface Worker {
  readonly db: Database;
  /** One of a kind in this browser: another that has the same job knows then that it is not its own. */
  readonly holder: string;
  now(): number;
}

/**
 * How long a job counts as alive after a sign of life, and how often one is given, in milliseconds. Work that computes
 * gives none meanwhile: the time is long enough for the longest stretch of it.
 */
const PATIENCE = 20_000;
const EVERY = 500;

/**
 * Does a job, if nobody else is at it: gives signs of life and progress while the work goes on, stops it when the job is
 * cancelled, deleted or taken over, and ends it as failed if it throws. Gives what the work gives, or null.
 */
export async function workOn<J extends JobRow, R>(
  worker: Worker,
  job: J,
  work: (job: J, progress: Progress, signal: AbortSignal) => Promise<R>,
): Promise<R | null> {
  const { db, holder } = worker;
  const lease = () => ({ holder, now: isoTime(worker.now()), until: isoTime(worker.now() + PATIENCE) });
  const claimed = await claimJob(db, job.id, lease());
  if (!claimed) return null;
  const stop = new AbortController();
  let latest = claimed.progress;
  const beat = setInterval(() => {
    advanceJob(db, job.id, lease(), latest).then(
      (mine) => mine || stop.abort(new Fault('cancelled')),
      () => undefined, // the storage refuses: the work itself will find out
    );
  }, EVERY);
  try {
    const progress: Progress = (step, done, total) => {
      latest = { step, done, total };
    };
    return await work(claimed as J, progress, stop.signal); // a job does not change its kind
  } catch (error) {
    await fail(worker, job.id, stop.signal.aborted ? 'cancelled' : codeOf(error));
    return null;
  } finally {
    clearInterval(beat);
  }
}

const codeOf = (error: unknown): JobError => storageFault(error)?.code ?? 'broken-promise';

async function fail(worker: Worker, id: string, error: JobError): Promise<void> {
  const state = error === 'cancelled' ? 'cancelled' : 'failed';
  try {
    await endJob(worker.db, id, isoTime(worker.now()), { state, error: state === 'failed' ? error : null });
  } catch {
    // the storage takes nothing at all: the job is found without a sign of life, and done again
  }
}
