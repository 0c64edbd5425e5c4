import { letGo } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { isoTime } from '../../lib/time';
import type { CarriedBytes } from '../../messages/captured';
import type { Asked } from '../../messages/contract';
import type { Handlers } from '../../messages/handle';
import { writing } from '../../store/database';
import { holdFiles } from '../../store/files';
import type { ReadError } from '../../store/job-rows';
import { advanceJob, endJob, isOpen, readJob } from '../../store/jobs';
import { dropExchange, exchangesOf, readExchange } from '../../store/pending';
import { completeRead, failRead } from '../sink/conclude';
import { rereadKept } from '../sink/read-again';
import { begin, chunk, end, filesCame } from '../sink/receive';
import { fetchElsewhere } from './elsewhere';
import { hearFiles, startFiles } from './files';
import { filesHolder, leaseOf as filesLease } from './files-lease';
import { goOnWithPages, startPages } from './pages';
import { endPausing, isWelcome, markPaused, pauseWatching } from './pausing';
import { holderOf, READ_PATIENCE } from './read-lease';
import type { Services } from './services';
import { keepShown } from './shown-page';
import { readTab, tabState } from './tab-handlers';
import { goOn } from './tidy';
import { TIDY, TIDY_MINUTES } from './wake';

/** The messages about tabs and what comes from them; those of exports are the room `jobs`'. */
export type CaptureHandlers = Pick<
  Handlers,
  | 'tab.state'
  | 'tab.read'
  | 'watch.pause'
  | 'watch.resume'
  | 'watch.keep'
  | 'session.reread'
  | 'files.start'
  | 'file.elsewhere'
  | 'pages.start'
  | 'page.keep'
  | 'capture.trial'
  | 'capture.begin'
  | 'capture.chunk'
  | 'capture.end'
  | 'capture.files'
  | 'read.report'
>;

/** Answers for the background. `services` opens the database where it is not open: it may fail, and be asked again. */
export const captureHandlers = (services: () => Promise<Services>): CaptureHandlers => ({
  'tab.state': async ({ tab }) => tabState(await services(), tab),
  'tab.read': async ({ tab, pack }) => readTab(await services(), tab, pack),
  'watch.pause': async (ask) => {
    await pauseWatching(await services(), ask);
    return null;
  },
  'watch.resume': async (ask) => {
    await endPausing(await services(), ask);
    return null;
  },
  'watch.keep': async ({ tab }) => {
    await (await services()).doors.rememberWelcome(tab);
    return null;
  },
  'session.reread': async ({ session }) => {
    const all = await services();
    const read = await rereadKept(all.sink, session);
    goOnWithPages(all).catch(() => undefined); // its pages; what fails waits for the next start
    return read;
  },
  'files.start': async (ask) => ({ job: await startFiles(await services(), ask) }),
  'pages.start': async (ask) => ({ job: await startPages(await services(), ask) }),
  'page.keep': async (ask) => keepShown(await services(), ask),
  'file.elsewhere': async (ask, from) => {
    const all = await services();
    const work = async (): Promise<void> => {
      await fetchElsewhere(all, ask, from);
      await goOn(all);
    };
    all.awake(work).catch(() => undefined); // what is left undone the alarm finds
    return null;
  },
  'capture.trial': async ({ bytes }) => bytes instanceof Uint8Array,
  'capture.begin': async (ask, from) => {
    const all = await services();
    const jobOf = async (): Promise<string | null> => ask.head.job;
    await tellUse(all, ask.head, from);
    const offerer = { ...from, welcome: await isWelcome(all, ask.head, from) };
    const wanted = await withRoom(all, { jobOf, tab: from.tab }, () => begin(all.sink, ask, offerer));
    if (wanted) await all.doors.wakeEvery(TIDY, TIDY_MINUTES);
    else await markPaused(all, ask.head, from);
    return wanted;
  },
  'capture.chunk': async (ask, from) => {
    const all = await services();
    const jobOf = async (): Promise<string | null> => (await readExchange(all.sink.db, ask.id))?.job ?? null;
    const isWanted = await withRoom(all, { jobOf, tab: from.tab }, async () => {
      const wanted = await chunk(all.sink, ask, from);
      return wanted && (await isStillAsked(all, ask.id));
    });
    dropBytes(ask.bytes);
    return isWanted;
  },
  'capture.end': async (ask, from) => {
    const all = await services();
    // not awaited: the relay has more to tell, and what is written down is not lost
    if (await end(all.sink, ask, from)) goOn(all).catch(() => undefined); // what fails waits for the alarm
    return null;
  },
  'capture.files': async ({ files }, from) => {
    const all = await services();
    if (await filesCame(all.sink, files, from, filesLease(from.tab, all.sink.now()))) goOn(all).catch(() => undefined); // the export that waits; what fails waits for the alarm
    for (const { bytes } of files) dropBytes(bytes);
    return null;
  },
  'read.report': async (ask, { tab }) => {
    await hearReport(await services(), ask, tab);
    return null;
  },
});

/** What came in a message is written down: its memory is free at once. */
const dropBytes = (bytes: CarriedBytes): void => void (typeof bytes !== 'string' && letGo(bytes));

/** What the page asks its site for counts there, too; what everything is brought in with was counted before it was asked. */
async function tellUse(
  { sink, siteUsed }: Services,
  { route, status, job, file }: Asked<'capture.begin'>['head'],
  { site, origin }: { readonly site: string; readonly origin: string },
): Promise<void> {
  if (file !== undefined) return;
  const read = job === null ? null : await readJob(sink.db, job);
  if (read?.kind === 'read' && read.ask.named) return;
  await siteUsed({ site, origin, route: status === 429 ? null : route, seconds: null });
}

/**
 * Does something for an exchange. Where there is no room for it, a read that the person asked for ends at once and says
 * so; what was only heard waits, and is told again by the relay.
 */
async function withRoom<R>(
  { sink, doors }: Services,
  { jobOf, tab }: { readonly jobOf: () => Promise<string | null>; readonly tab: number },
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const isFull = Fault.is(error) && error.code === 'storage-full';
    const job = isFull ? await jobOf() : null;
    const read = job === null ? null : await readJob(sink.db, job);
    if (read?.kind === 'read' && read.ask.tab === tab) {
      await dropOf(sink, read.id); // first of all: it makes room
      await endJob(sink.db, read.id, isoTime(sink.now()), { state: 'failed', error: 'storage-full' });
      await doors.askTab(tab, { relay: 'cancel', job: read.id });
    }
    throw error;
  }
}

/** Tells how far a read is. False: it was cancelled, and what came of it is dropped. */
async function isStillAsked({ sink }: Services, exchange: string): Promise<boolean> {
  const row = await readExchange(sink.db, exchange);
  if (!row || row.job === null) return true;
  if (row.file !== undefined) {
    if (await holdFiles(sink.db, row.job, filesLease(row.tab, sink.now()))) return true;
    await dropExchange(sink.db, exchange);
    return false;
  }
  const progress = { step: 'receiving', done: row.bytes, total: null } as const;
  if (await advanceJob(sink.db, row.job, leaseOf(row.tab, sink.now(), 0), progress)) return true;
  await dropExchange(sink.db, exchange);
  return false;
}

const leaseOf = (tab: number, now: number, pause: number) => ({
  holder: holderOf(tab),
  now: isoTime(now),
  until: isoTime(now + pause + READ_PATIENCE),
});

async function hearReport(services: Services, report: Asked<'read.report'>, tab: number): Promise<void> {
  const { sink } = services;
  const job = await readJob(sink.db, report.job);
  if (job?.kind === 'files' && job.lease?.holder === filesHolder(tab)) {
    await hearFiles(services, report, { tab, job });
    return void goOn(services).catch(() => undefined); // the export that waited; what fails waits for the alarm
  }
  if (job?.kind !== 'read' || job.ask.tab !== tab) throw new Fault('refused-sender');
  if (report.kind === 'done') {
    await completeRead(sink, job.id);
    goOn(services).catch(() => undefined); // the export that was asked for; what fails waits for the alarm
  } else if (report.kind === 'waiting') {
    const progress = { step: 'told-to-wait', done: 0, total: report.seconds } as const;
    await advanceJob(sink.db, job.id, leaseOf(tab, sink.now(), report.seconds * 1000), progress);
  } else if (report.because === 'cancelled') {
    await endJob(sink.db, job.id, isoTime(sink.now()), { state: 'cancelled', error: null });
  } else {
    const { site, origin } = job.ask;
    if (report.because === 'busy')
      await services.siteUsed({ site, origin, route: null, seconds: report.after ?? null });
    await endFailed(services, job.id, `read-${report.because}`);
  }
}

/** A read that the relay could not do; the page may still be there to be read. */
async function endFailed(services: Services, id: string, error: ReadError): Promise<void> {
  const { sink } = services;
  await writing(sink.db, [sink.db.jobs], async () => {
    const job = await readJob(sink.db, id);
    if (job?.kind === 'read' && isOpen(job) && job.session === undefined)
      return failRead(sink, job, error, isoTime(sink.now()));
    await endJob(sink.db, id, isoTime(sink.now()), { state: 'failed', error });
  });
  goOn(services).catch(() => undefined); // asks for the page; what fails waits for the alarm
}

/** Ends a read where it stands; what came of it is dropped. */
export async function cancelRead({ sink, doors }: Services, job: string, tab: number): Promise<void> {
  await endJob(sink.db, job, isoTime(sink.now()), { state: 'cancelled', error: null });
  await doors.askTab(tab, { relay: 'cancel', job });
  await dropOf(sink, job);
}

/** Drops what came of a read so far. */
async function dropOf({ db }: Services['sink'], job: string): Promise<void> {
  for (const { id } of await exchangesOf(db, job)) await dropExchange(db, id);
}
