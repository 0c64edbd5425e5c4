import { isoTime } from '../../lib/time';
import { writing } from '../../store/database';
import type { JobError } from '../../store/job-rows';
import { addJob, endJob, newExport, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { dropPending } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import type { Sink } from './sink';

/** Ends the read that asked for an exchange, and writes the journal. Part of the transaction that keeps the exchange. */
export async function conclude(
  sink: Sink,
  row: ExchangeRow,
  session: SessionRow | null,
  error: JobError | null,
): Promise<void> {
  const at = isoTime(sink.now());
  if (error === 'read-drift') await note(sink.db, { at, what: 'drift', site: row.site, detail: row.route });
  if (row.job === null) return;
  if (error !== null || !session)
    return void (await endJob(sink.db, row.job, at, { state: 'failed', error: error ?? 'read-empty' }));
  const pack = await packAfter(sink, row.job, session, at);
  await endJob(sink.db, row.job, at, { state: 'done', error: null, result: { session: session.id, pack } });
}

/** The export that the person asked for together with the read. */
async function packAfter(sink: Sink, read: string, session: SessionRow, at: string): Promise<string | null> {
  const job = await readJob(sink.db, read);
  if (job?.kind !== 'read' || !job.ask.pack || job.state !== 'running') return null;
  const pack = newExport(sink.newId(), { sessions: [session.id] }, at);
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
