import { isoTime } from '../../lib/time';
import type { Asked } from '../../messages/contract';
import type { FilesOrder } from '../../messages/to-relay';
import type { Site } from '../../providers/contract';
import { isAt } from '../../providers/kit/addresses';
import { claimFiles, holdFiles, isDone, isHeld, planFiles, releaseFiles } from '../../store/files';
import type { FilesJob, ReadError } from '../../store/job-rows';
import { addJob, endJob, isOpen, newFiles, openJobs, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { dropExchange, exchangesOf } from '../../store/pending';
import type { SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { plannedFiles } from '../sink/plan-files';
import { endElsewhere, isElsewhere } from './elsewhere';
import { beingAsked, filesHolder, leaseOf, tabIn } from './files-lease';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

/** Begins to fetch what a session lacks, because the person asks for it. What goes on already goes on. */
export async function startFiles(services: Services, ask: Asked<'files.start'>): Promise<string> {
  const { session, only, tab = null } = ask;
  const { sink, doors } = services;
  const jobs = await openJobs(sink.db);
  const before = jobs.find((job) => job.kind === 'files' && job.ask.session === session);
  if (before) return before.id;
  const job = newFiles(sink.newId(), { session, tab, again: true, ...(only ? { only } : {}) }, isoTime(sink.now()));
  await addJob(sink.db, job);
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  goOnWithFiles(services).catch(() => undefined); // what fails waits for the alarm
  return job.id;
}

/** Sees to all files that nobody is at. */
export async function goOnWithFiles(services: Services): Promise<void> {
  const { sink } = services;
  for (const job of await openJobs(sink.db))
    if (job.kind === 'files' && !isHeld(job, isoTime(sink.now()))) await takeOn(services, job);
}

async function takeOn(services: Services, { id }: FilesJob): Promise<void> {
  const { sink } = services;
  const now = isoTime(sink.now());
  const job = await readJob(sink.db, id);
  if (job?.kind !== 'files' || !isOpen(job) || isHeld(job, now)) return;
  const planned = job.files ? job : await planFiles(sink.db, id, await plannedFiles(sink, job), now);
  const session = planned && isOpen(planned) ? await readSession(sink.db, job.ask.session) : null;
  if (!session) return;
  const site = sink.sites.find((each) => each.id === session.site);
  if (!site?.call) return void (await endJob(sink.db, id, now, { state: 'failed', error: 'read-no-answer' }));
  for (const tab of await pagesFor(services, site, session, job.ask.tab))
    if (await askIn(services, { id, site, session, tab })) return;
  await releaseFiles(sink.db, id, isoTime(sink.now()), 'no-page');
}

/** Open pages of a session's site: the one that was read, or any. */
async function pagesFor(
  { doors }: Services,
  site: Site,
  { origin }: Pick<SessionRow, 'origin'>,
  tab: number | null,
): Promise<number[]> {
  const open = (await doors.hasSite(site)) ? await doors.tabsAt(site.origins) : [];
  const found: number[] = [];
  for (const each of new Set([...(tab === null ? [] : [tab]), ...open])) {
    const address = await doors.tabAddress(each);
    if (address && isAt(site, address) && address.origin === origin) found.push(each);
  }
  return found;
}

interface Order {
  readonly id: string;
  readonly site: Site;
  readonly session: SessionRow;
  readonly tab: number;
}

/** Asks the relay of a tab. True: it is at it, or nothing is left to be done. */
async function askIn(services: Services, order: Order): Promise<boolean> {
  beingAsked.add(order.id);
  try {
    return await askRelay(services, order);
  } finally {
    beingAsked.delete(order.id);
  }
}

async function askRelay({ sink, doors }: Services, { id, site, session, tab }: Order): Promise<boolean> {
  const job = await claimFiles(sink.db, id, leaseOf(tab, sink.now()));
  if (!job) return true;
  const { largestFile: largest, filesAtOnce: atOnce, fileSeconds: seconds } = await readSettings(sink.db);
  const wanted = (job.files ?? []).flatMap((task, number) => {
    const { pointer, message, name } = task;
    return isDone(task) || isElsewhere(id, number) ? [] : [{ number, pointer, message, name }];
  });
  const limits = { largest, atOnce, seconds };
  const order: FilesOrder = { relay: 'files', job: id, conversation: session.native, ...limits, wanted };
  const asked = async (): Promise<boolean> => (await doors.askTab(tab, order)) === true;
  // a page has what fetches files only where it was needed once; its relay was there before, or comes again to no effect
  const brought = async (): Promise<boolean> =>
    (await doors.injectRelay(tab, site.id)) && (await doors.injectFiles(tab, site.id));
  if ((await asked()) || ((await brought()) && (await asked()))) {
    await note(sink.db, { at: isoTime(sink.now()), what: 'asked', site: site.id, detail: `${wanted.length} files` });
    return true;
  }
  await releaseFiles(sink.db, id, isoTime(sink.now()), 'unasked');
  return false;
}

/** A word from the relay that fetches files; the files themselves come as exchanges. */
export async function hearFiles(
  services: Services,
  report: Asked<'read.report'>,
  { tab, job }: { readonly tab: number; readonly job: FilesJob },
): Promise<void> {
  const { sink } = services;
  const now = isoTime(sink.now());
  if (report.kind === 'waiting') await holdFiles(sink.db, job.id, leaseOf(tab, sink.now(), report.seconds * 1000));
  else if (report.kind === 'done') await afterPage(services, job.id);
  else if (report.because === 'cancelled') await cancelFiles(services, job.id);
  else await endJob(sink.db, job.id, now, { state: 'failed', error: `read-${report.because}` satisfies ReadError });
}

/** No page is at it any more: what is open then, and comes from nowhere else, is asked for again. */
export async function afterPage(services: Services, id: string): Promise<void> {
  const { sink } = services;
  await services.settler.run();
  const job = await readJob(sink.db, id);
  if (job?.kind !== 'files' || !isOpen(job)) return;
  const coming = new Set((await exchangesOf(sink.db, id)).map(({ file }) => file));
  const isComing = (number: number): boolean => coming.has(number) || isElsewhere(id, number);
  if (job.files?.some((task, number) => !isDone(task) && isComing(number))) return;
  await releaseFiles(sink.db, id, isoTime(sink.now()), 'asked');
}

/** Ends the fetching of files where it stands. Files that came stay. */
export async function cancelFiles({ sink, doors }: Services, id: string): Promise<void> {
  const job = await readJob(sink.db, id);
  await endJob(sink.db, id, isoTime(sink.now()), { state: 'cancelled', error: null });
  endElsewhere(id);
  const tab = job?.kind === 'files' ? tabIn(job) : null;
  if (tab !== null) await doors.askTab(tab, { relay: 'cancel', job: id });
  for (const each of await exchangesOf(sink.db, id)) await dropExchange(sink.db, each.id);
}

/** A tab is gone, or the browser was: what it was at waits for another page. `tab` null: all tabs. */
export async function afterPageGone({ sink }: Services, tab: number | null): Promise<void> {
  for (const job of await openJobs(sink.db)) {
    const isIts = job.kind === 'files' && (tab === null || job.lease?.holder === filesHolder(tab));
    if (isIts && job.lease) await releaseFiles(sink.db, job.id, isoTime(sink.now()), 'asked');
  }
}
