import { isoTime } from '../../lib/time';
import { writing } from '../../store/database';
import type { JobError, ReadJob } from '../../store/job-rows';
import { addJob, endJob, isOpen, newExport, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { dropPending } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import type { Sink } from './sink';

/**
 * Tells the read that asked for an exchange what came of it, and the journal. Part of the transaction that keeps the
 * exchange. One that gave no session ends the read, unless another of it did: then what it lacks is in the log.
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
  if (found === undefined)
    return void (await endJob(sink.db, job.id, at, { state: 'failed', error: error ?? 'read-empty' }));
  await goOn(sink, { ...job, session: found }, at);
}

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
  if (!job.complete || (await sink.db.exchanges.filter((each) => each.job === job.id).count()) > 0) return;
  const { session } = job;
  if (session === undefined)
    return void (await endJob(sink.db, job.id, at, { state: 'failed', error: 'read-no-answer' }));
  const pack = job.ask.pack ? await packAfter(sink, session, at) : null;
  await endJob(sink.db, job.id, at, { state: 'done', error: null, result: { session, pack } });
}

/** The export that the person asked for together with the read. */
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
