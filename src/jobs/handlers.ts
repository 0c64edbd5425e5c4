import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import type { Asked } from '../messages/contract';
import type { Handlers } from '../messages/handle';
import { addJob, endJob, newExport, openJobs, readJob, readyExports } from '../store/jobs';
import { waitingPages } from '../store/pages';
import { nextPages } from '../store/read-pages';
import { startBackup } from './backup';
import { type DeliverParts, deliver } from './deliver';

export type JobHandlers = Pick<
  Handlers,
  'backup.start' | 'export.start' | 'folder.tend' | 'job.cancel' | 'job.deliver' | 'jobs.idle'
>;

export interface JobServices {
  readonly deliver: DeliverParts;
  newId(): string;
  /** Sees to the exports that wait. */
  startExports(): Promise<void>;
  /** Ends a read in its tab. */
  cancelRead(job: string, tab: number): Promise<void>;
  /** Ends the fetching of files, wherever it goes on. */
  cancelFiles(job: string): Promise<void>;
  /** Asks for what pages that were read still lack. */
  goOnWithPages(): Promise<void>;
  /** Ends the bringing in of everything. */
  cancelBackfill(job: string): Promise<void>;
  /** Ends the keeping of pages. */
  cancelPages(job: string): Promise<void>;
  stopDownload(id: number): Promise<void>;
  closeOffscreen(): Promise<void>;
  /** Removes what exports that have ended left behind. */
  removeLeft(): Promise<void>;
  ourOrigin(): string;
  /** Looks after the folder of archives. */
  tendArchives(): Promise<void>;
  /** The same, because the person says so. */
  goOnWithArchives(write: Asked<'folder.tend'>['write']): Promise<void>;
}

/** Answers for the background: exports, and the end of any job. */
export const jobHandlers = (services: () => Promise<JobServices>): JobHandlers => ({
  'backup.start': async () => {
    const { deliver: parts, newId, startExports } = await services();
    const jobs = await startBackup({ db: parts.db, now: parts.now, newId });
    await startExports();
    return { jobs };
  },
  'export.start': async ({ sessions, notes }) => {
    const { deliver: parts, newId, startExports } = await services();
    const ask = { sessions, ...(notes === true && { notes }) };
    const job = newExport(newId(), ask, isoTime(parts.now()));
    await addJob(parts.db, job);
    await startExports();
    return { job: job.id };
  },
  'folder.tend': async ({ write }) => {
    await (await services()).goOnWithArchives(write);
    return null;
  },
  'job.cancel': async ({ job: id }) => {
    await cancel(await services(), id);
    return null;
  },
  'job.deliver': async (delivery) => {
    const all = await services();
    // only our own document makes addresses of our own origin
    if (!delivery.url.startsWith(`blob:${all.ourOrigin()}/`)) throw new Fault('bad-message');
    await deliver(all.deliver, delivery);
    return null;
  },
  'jobs.idle': async () => {
    const all = await services();
    const { deliver: parts, startExports, goOnWithPages } = all;
    await goOnWithPages(); // what was read may name pictures that are to be asked for
    await all.tendArchives();
    await closeUnneeded(all);
    all.removeLeft().catch(() => undefined); // what stays goes at the next start
    // one that was asked for just then found the document still there; one that is being packed is not asked for again
    const isLeft = (await readyExports(parts.db)).some(({ lease }) => !lease || Date.parse(lease.until) <= parts.now());
    if (isLeft || (await waitingPages(parts.db)).length > 0) await startExports();
    return null;
  },
});

/** An export that waits for files needs the document soon, and so does the next page: it stays until all have ended. */
async function closeUnneeded({ deliver: { db }, closeOffscreen }: JobServices): Promise<void> {
  const isNeeded =
    (await openJobs(db)).some(({ kind }) => kind === 'export') ||
    (await waitingPages(db)).length > 0 ||
    (await nextPages(db)) !== null;
  if (!isNeeded) await closeOffscreen();
}

async function cancel(services: JobServices, id: string): Promise<void> {
  const { db, now } = services.deliver;
  const job = await readJob(db, id);
  if (job?.kind === 'read') return services.cancelRead(id, job.ask.tab);
  if (job?.kind === 'pages') return services.cancelPages(id);
  if (job?.kind === 'backfill') return services.cancelBackfill(id);
  if (job?.kind === 'files') return withoutFiles(services, id);
  await endJob(db, id, isoTime(now()), { state: 'cancelled', error: null });
  if (job?.kind !== 'export') return;
  if (job.result?.download != null) await services.stopDownload(job.result.download);
  await closeUnneeded(services);
  services.removeLeft().catch(() => undefined); // what stays goes at the next start
}

/** Ends the fetching of files; an export that waited for them goes on without. */
async function withoutFiles({ deliver: { db }, cancelFiles, startExports }: JobServices, id: string): Promise<void> {
  await cancelFiles(id);
  if ((await readyExports(db)).length > 0) await startExports();
}
