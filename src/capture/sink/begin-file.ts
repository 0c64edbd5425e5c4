import { writeNote } from '../../intake/file-note';
import { isoTime } from '../../lib/time';
import type { FileTold } from '../../messages/captured';
import { FILE_ROUTE } from '../../providers/kit/file-route';
import { isHeld } from '../../store/files';
import type { FilesJob, FileTask } from '../../store/job-rows';
import { readJob } from '../../store/jobs';
import { beginExchange } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { NO_ADDRESS, NO_STATUS } from './settle-file';
import type { Sink } from './sink';

/** What comes for a file, and from where; `tab`: whose page asked the site for it. */
export interface ComingFile {
  readonly id: string;
  readonly job: string;
  readonly tab: number;
  readonly file: FileTold;
  readonly address: string | null;
  readonly status: number | null;
  readonly type: string | null;
}

/** The file of a job that is open, asked for in that tab, and not yet dealt with; null: not wanted. */
export async function wantedFile(
  sink: Sink,
  id: string,
  { tab, number }: { readonly tab: number; readonly number: number },
): Promise<{ readonly job: FilesJob; readonly task: FileTask } | null> {
  const job = await readJob(sink.db, id);
  if (job?.kind !== 'files' || !isHeld(job, isoTime(sink.now())) || job.lease?.holder !== `tab ${tab}`) return null;
  const task = job.files?.[number];
  return task && task.outcome === null ? { job, task } : null;
}

/** Takes the exchange of a file on. What was asked for is our own to say: the page only says which of our files it is. */
export async function beginFile(sink: Sink, coming: ComingFile, origin: string): Promise<boolean> {
  const { file, tab } = coming;
  const wanted = await wantedFile(sink, coming.job, { tab, number: file.number });
  const session = wanted && (await readSession(sink.db, wanted.job.ask.session));
  if (!session || session.origin !== origin) return false;
  const row = fileRow(coming, wanted.task, { session, at: isoTime(sink.now()) });
  return (await beginExchange(sink.db, row)) === 'begun';
}

/** The exchange of a file that is about to come. */
export function fileRow(
  coming: ComingFile,
  { pointer, name, places }: FileTask,
  { session, at: now }: { readonly session: SessionRow; readonly at: string },
): ExchangeRow {
  const { claims, outcome, came, preview } = coming.file;
  return {
    id: coming.id,
    tab: coming.tab,
    site: session.site,
    origin: session.origin,
    route: FILE_ROUTE,
    method: 'GET',
    address: coming.address ?? NO_ADDRESS,
    page: `${session.origin}/`,
    status: coming.status ?? NO_STATUS,
    type: coming.type,
    capture: 'asked',
    job: coming.job,
    file: coming.file.number,
    request: writeNote({ session: session.native, pointer, name, places, claims, outcome, came, preview }),
    began: now,
    touched: now,
    chunks: 0,
    bytes: 0,
    state: 'open',
    tries: 0,
  };
}
