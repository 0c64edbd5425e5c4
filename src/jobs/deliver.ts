import { isoTime } from '../lib/time';
import type { DownloadEnd } from '../platform/downloads';
import { noteSaved } from '../store/backups';
import { type Database, writing } from '../store/database';
import type { ExportJob } from '../store/job-rows';
import { type End, endJob, openJobs, readJob } from '../store/jobs';
import { note } from '../store/journal';
import { type DownloadsFolder, downloadToFolder, endInFolder } from './folder/downloads';
import { isForFolder } from './folder/due';

/** An archive that lies at a Blob's address, to be saved under a name. */
export interface Delivery {
  readonly job: string;
  readonly url: string;
  readonly name: string;
  readonly bytes: number;
  readonly identity: string;
  /** What the sessions in it lack, counted. */
  readonly lacking: number;
}

export interface DeliverParts extends DownloadsFolder {
  now(): number;
}

/** Begins the download of an archive. Its job ends when the download does. */
export async function deliver(parts: DeliverParts, { job, url, ...about }: Delivery): Promise<void> {
  const row = await readJob(parts.db, job);
  const { download, path } =
    row && isForFolder(row)
      ? await downloadToFolder(parts, row, { url, bytes: about.bytes })
      : { download: await parts.download(url, about.name), path: null };
  await noteResult(parts.db, job, { result: { ...about, download }, path }, parts.now());
  await endDelivery(parts, download); // it may have ended before we could note it
}

interface Handed {
  readonly result: NonNullable<ExportJob['result']>;
  /** The path in the folder that was asked for: another one, where the browser did not take the first. */
  readonly path: string | null;
}

/** Whoever sees the end of a download finds its job by this. */
function noteResult(db: Database, id: string, { result, path }: Handed, now: number): Promise<void> {
  return writing(db, [db.jobs], async () => {
    const job = await readJob(db, id);
    if (job?.kind !== 'export' || job.state !== 'running') return;
    const progress = { step: 'saving', done: 0, total: null } as const;
    const { folder } = job.ask;
    const ask = path !== null && folder ? { ...job.ask, folder: { ...folder, path } } : job.ask;
    await db.jobs.put({ ...job, ask, result, progress, changed: isoTime(now) });
  });
}

/** A download has ended, or not yet: so has its job. Other downloads are none of ours. */
export async function endDelivery(parts: DeliverParts, download: number): Promise<void> {
  const { db, downloadEnd, now } = parts;
  const job = (await openJobs(db)).find((each) => each.kind === 'export' && each.result?.download === download);
  const end = job && (await downloadEnd(download));
  if (job?.kind !== 'export' || !end) return;
  const at = isoTime(now());
  if (isForFolder(job)) return endInFolder(parts, job, end, at);
  await writing(db, [db.jobs, db.journal, db.settings], async () => {
    if (!(await endJob(db, job.id, at, ENDS[end.kind])) || end.kind !== 'complete') return;
    if (job.result && end.name) await renamed(db, job.id, end.name);
    await noteSaved(db, job.holds ?? {}, { part: job.ask.backup ?? null, at });
    const detail = `${job.ask.sessions.length}, ${job.result?.bytes ?? 0} B`;
    await note(db, { at, what: 'exported', site: null, detail });
  });
}

/** The file lies under another name where there was one of this name already. */
async function renamed(db: Database, id: string, name: string): Promise<void> {
  const job = await readJob(db, id);
  if (job?.kind === 'export' && job.result) await db.jobs.put({ ...job, result: { ...job.result, name } });
}

const ENDS: Record<DownloadEnd['kind'], End> = {
  complete: { state: 'done', error: null },
  cancelled: { state: 'cancelled', error: null },
  'no-space': { state: 'failed', error: 'storage-full' },
  interrupted: { state: 'failed', error: 'broken-promise' },
};
