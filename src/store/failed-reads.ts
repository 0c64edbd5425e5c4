import { isoTime } from '../lib/time';
import type { JobError, ReadJob } from './job-rows';

/** True for a read that nobody asked for: see watch-reads. */
export const isWatch = ({ ask }: ReadJob): boolean => ask.because === 'watch';

const MINUTE = 60_000;
/** How long one that was begun in vain waits, the first time, the second …; after that, until the chat is heard again. */
const AGAIN_AFTER = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE);

/** What may go away by itself. */
const PASSING: ReadonlySet<JobError> = new Set(['read-busy', 'read-no-answer', 'read-site-error', 'storage-full']);
/** What goes away when the person does something in the page, which is heard then. */
const AWAITING: ReadonlySet<JobError> = new Set(['context-gone', 'no-permission', 'read-moved', 'read-signed-out']);

/** What becomes of such a read that gave nothing: it waits again, or has failed. */
export function afterFailure(job: ReadJob, error: JobError, now: string): ReadJob {
  const pause = PASSING.has(error) ? AGAIN_AFTER[(job.tries ?? 1) - 1] : undefined;
  const isOver = !PASSING.has(error) && !AWAITING.has(error);
  if (isOver) return { ...job, state: 'failed', changed: now, lease: null, error };
  return {
    ...job,
    state: 'waiting',
    changed: now,
    lease: null,
    error,
    due: pause === undefined ? null : isoTime(Date.parse(now) + pause),
    progress: { step: pause === undefined ? 'awaiting-page' : 'waiting', done: 0, total: null },
  };
}
