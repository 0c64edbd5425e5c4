import { isoTime } from '../../lib/time';
import { type EndedFile, finishFiles, isHeld } from '../../store/files';
import type { FilesJob } from '../../store/job-rows';
import { isOpen, type Lease, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { addChunk, beginExchange, endExchange } from '../../store/pending';
import type { ExchangeRow, JournalRow, SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { type ComingFile, fileRow } from './begin-file';
import { keepRead, type ReadFile, readCame } from './settle-file';
import { troubleIn } from './settler';
import type { Sink } from './sink';

/** A file that is all here, or said to be missing. */
export interface WholeFile {
  readonly coming: ComingFile;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The line about a request that a page made for it. */
  readonly line: Omit<JournalRow, 'number'> | null;
}

interface Keeping {
  /** Of the page that has them. */
  readonly origin: string;
  /** Whose files these are, if the job is still its, and until when. Null: they came over our own door. */
  readonly lease: Lease | null;
}

/**
 * Keeps files that came in one piece, all of one job: read from memory, and written once. What a fault of ours keeps from
 * that waits as what came in pieces does, to be tried again. Gives true where something is left to be seen to: the job has
 * ended, or something waits. Throws what the storage refuses: then none of them counts as told.
 */
export async function keepFiles(
  sink: Sink,
  id: string,
  files: readonly WholeFile[],
  { origin, lease }: Keeping,
): Promise<boolean> {
  const job = await readJob(sink.db, id);
  if (job?.kind !== 'files' || !isIts(job, lease)) return false;
  const session = await readSession(sink.db, job.ask.session);
  if (session?.origin !== origin) return false;
  const at = isoTime(sink.now());
  const wanted = files.flatMap((file): Came[] => {
    const task = job.files?.[file.coming.file.number];
    return task?.outcome === null ? [{ ...file, row: fileRow(file.coming, task, { session, at }) }] : [];
  });
  if (wanted.length === 0) return false;
  try {
    return await keepAll(sink, { job, session, lease }, wanted);
  } catch (error) {
    if (troubleIn(error) !== null) throw error;
    for (const each of wanted) await setAside(sink, each);
    return true;
  }
}

const isIts = (job: FilesJob, lease: Lease | null): boolean =>
  lease ? isHeld(job, lease.now) && job.lease?.holder === lease.holder : isOpen(job);

interface Came extends WholeFile {
  readonly row: ExchangeRow;
}

interface Place {
  readonly job: FilesJob;
  readonly session: SessionRow;
  readonly lease: Lease | null;
}

async function keepAll(sink: Sink, { job, session, lease }: Place, came: readonly Came[]): Promise<boolean> {
  const reader = sink.readerOf(session.site);
  if (!reader) return false;
  const read = await Promise.all(came.map(({ row, bytes }) => readCame(row, bytes, reader)));
  const kept = read.filter((each): each is ReadFile => each !== null);
  let after: FilesJob | null = null;
  const also = async (): Promise<void> => {
    const ended: EndedFile[] = kept.map((each) => each.ended);
    after = await finishFiles(sink.db, job.id, ended, isoTime(sink.now()), lease);
    for (const { line } of came) if (line) await note(sink.db, line);
  };
  await keepRead(sink, session, kept, { exchange: null, also });
  return after === null || !isOpen(after);
}

/** Writes a file down as what came in pieces is, where it waits to be read. */
async function setAside(sink: Sink, { row, bytes }: Came): Promise<void> {
  await beginExchange(sink.db, row);
  const now = isoTime(sink.now());
  if (bytes.length > 0) await addChunk(sink.db, { exchange: row.id, number: 0, bytes }, now);
  await endExchange(sink.db, row.id, { whole: true, chunks: bytes.length > 0 ? 1 : 0, page: null });
}
