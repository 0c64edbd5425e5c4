import { isoTime } from '../../lib/time';
import { writing } from '../../store/database';
import { isWatch } from '../../store/failed-reads';
import type { JobError, ReadJob } from '../../store/job-rows';
import { addJob, endJob, isOpen, newExport, newFiles, openJobs, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { dropPending } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { followUp, satisfy } from '../../store/watch-reads';
import { isBeside } from './settle-beside';
import type { Sink } from './sink';

/**
 * Tells the read that asked for an exchange what came of it, and the journal. Part of the transaction that keeps the
 * exchange. One that gave no session ends the read, unless another of it did: then what it lacks is in the log. What stands
 * beside conversations decides nothing.
 */
export async function conclude(
  sink: Sink,
  row: ExchangeRow,
  session: SessionRow | null,
  error: JobError | null,
): Promise<void> {
  const at = isoTime(sink.now());
  if (error === 'read-drift') await note(sink.db, { at, what: 'drift', site: row.site, detail: row.route });
  const job = row.job === null ? null : await openRead(sink, row.job);
  if (!job) return;
  const found = job.session ?? (error === null ? session?.id : undefined);
  if (found === undefined && !sink.sites.some((site) => site.id === row.site && isBeside(site, row)))
    return failRead(sink, job, error ?? 'read-empty', at);
  await goOn(sink, found === undefined ? job : { ...job, session: found }, at);
}

/** What the site itself says no to, and the page shows all the same. */
const SHOWN_ANYWAY: ReadonlySet<JobError> = new Set([
  'read-drift',
  'read-empty',
  'read-no-answer',
  'read-not-found',
  'read-refused',
  'read-site-error',
]);

/**
 * A read gave nothing: the page itself is to be read, where there is one to read and it was not yet; else the read ends,
 * and says what was wrong at first. Part of a transaction over the jobs.
 */
export async function failRead(sink: Sink, job: ReadJob, error: JobError, at: string): Promise<void> {
  const site = sink.sites.find(({ id }) => id === job.ask.site);
  const wanted: ReadJob = { ...job, changed: at, page: 'wanted', because: error };
  // what nobody asked for is never taken from what a page looks like, and what is named need not be what the page shows
  const mayShow = !isWatch(job) && !job.ask.named;
  if (job.page === undefined && site?.page && mayShow && SHOWN_ANYWAY.has(error)) await sink.db.jobs.put(wanted);
  else await endJob(sink.db, job.id, at, { state: 'failed', error: job.because ?? error });
}

/** The reads whose page is to be asked for: from now on it was. */
export const claimPages = (sink: Sink): Promise<ReadJob[]> =>
  writing(sink.db, [sink.db.jobs], async () => {
    const wanted = (await openJobs(sink.db)).filter((job) => job.kind === 'read' && job.page === 'wanted') as ReadJob[];
    const asked = wanted.map((job): ReadJob => ({ ...job, page: 'asked', complete: false }));
    await sink.db.jobs.bulkPut(asked);
    return asked;
  });

/** All exchanges of a read have come: it ends as soon as they are read. */
export async function completeRead(sink: Sink, id: string): Promise<void> {
  const { exchanges, jobs } = sink.db;
  await writing(sink.db, [exchanges, jobs], async () => {
    const job = await openRead(sink, id);
    if (job) await goOn(sink, { ...job, complete: true }, isoTime(sink.now()));
  });
}

async function openRead(sink: Sink, id: string): Promise<ReadJob | null> {
  const job = await readJob(sink.db, id);
  return job?.kind === 'read' && isOpen(job) ? job : null;
}

/** Writes a read down; ends it where nothing more of it is to come or to be read. */
async function goOn(sink: Sink, job: ReadJob, at: string): Promise<void> {
  await sink.db.jobs.put({ ...job, changed: at });
  if (
    !job.complete ||
    job.page === 'wanted' ||
    (await sink.db.exchanges.filter((each) => each.job === job.id).count()) > 0
  )
    return;
  const { session } = job;
  if (session === undefined) return failRead(sink, job, 'read-no-answer', at);
  // files and pages of one that nobody asked for are the second step of the same job
  if (isWatch(job)) return void (await sink.db.jobs.put(followUp(job, at)));
  await satisfy(sink.db, job.ask, session, at);
  await filesAfter(sink, job, session, at);
  const pack = job.ask.pack ? await packAfter(sink, session, at) : null;
  await endJob(sink.db, job.id, at, { state: 'done', error: null, result: { session, pack } });
}

/** The files that what was read names, where the site has any: their links do not last. */
async function filesAfter(sink: Sink, { ask }: ReadJob, session: string, at: string): Promise<void> {
  const site = sink.sites.find(({ id }) => id === ask.site);
  if (!site?.call || !site.files) return;
  await addJob(sink.db, newFiles(sink.newId(), { session, tab: ask.tab, again: false }, at));
}

/** The export that the person asked for together with the read: it waits for the files by itself. */
async function packAfter(sink: Sink, session: string, at: string): Promise<string> {
  const pack = newExport(sink.newId(), { sessions: [session] }, at);
  await addJob(sink.db, pack);
  return pack.id;
}

/** Forgets an exchange of which nothing is to be kept, and ends the read that asked for it. */
export async function dismiss(sink: Sink, row: ExchangeRow, because: JobError): Promise<null> {
  const { exchanges, chunks, jobs, journal } = sink.db;
  await writing(sink.db, [exchanges, chunks, jobs, journal], async () => {
    if (await dropPending(sink.db, row.id)) await conclude(sink, row, null, because);
  });
  return null;
}
