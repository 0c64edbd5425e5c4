import { isObject } from '../../lib/json';
import { isoTime } from '../../lib/time';
import type { ImportJob, ReadJob } from '../../store/job-rows';
import { endJob, openJobs } from '../../store/jobs';
import { endExchange, endedExchanges, openExchanges } from '../../store/pending';
import { sweepStaged } from '../../store/staging';
import { claimPages } from '../sink/conclude';
import { afterPageGone, goOnWithFiles } from './files';
import { isOfDoor, tendFiles } from './lost-files';
import { goOnWithPages } from './pages';
import { goOnWithWatching } from './quiet-reads';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

/** How long an exchange may say nothing before its tab is asked whether it still hears it, in milliseconds. */
const QUIET = 20_000;

/** What was open when the browser ended is over: tabs have other numbers now. */
export async function afterBrowserStart(services: Services): Promise<void> {
  const { db } = services.sink;
  for (const { id } of await openExchanges(db)) await cut(services, id);
  for (const job of await openJobs(db))
    if (job.kind === 'read' && job.state === 'running') await fail(services, job.id, 'context-gone');
  await afterPageGone(services, null);
  await tidy(services);
}

/** A tab is gone: what it heard is cut, what was asked in it has failed. */
export async function afterTabClosed(services: Services, tab: number): Promise<void> {
  const { sink, doors } = services;
  await doors.forgetAsked(tab);
  await doors.forgetWelcome(tab);
  for (const each of await openExchanges(sink.db, tab)) if (!isOfDoor(each)) await cut(services, each.id);
  await afterPageGone(services, tab);
  await goOn(services);
  for (const job of await openJobs(sink.db))
    if (job.kind === 'read' && job.state === 'running' && job.ask.tab === tab)
      await fail(services, job.id, 'context-gone');
}

/**
 * Ends what nobody works on any more, reads what waits to be read, and goes on with exports. Called by the alarm and at
 * every start of the background; the alarm goes when nothing is left.
 */
export async function tidy(services: Services): Promise<void> {
  const { sink, doors } = services;
  await endQuietExchanges(services);
  await endDeadJobs(services);
  await tendFiles(services, (tab) => busyIn(services, tab));
  await goOn(services);
  const jobs = await openJobs(sink.db);
  // a page of ours is at some; a read that waits until a chat is quiet has an alarm of its own; some the person lets rest
  const isIdle = jobs.every(
    (job) =>
      job.kind === 'import' ||
      job.kind === 'clean' ||
      (job.kind === 'read' && job.state === 'waiting') ||
      (job.kind === 'backfill' && job.paused),
  );
  const open = [...(await openExchanges(sink.db)), ...(await endedExchanges(sink.db))];
  await doors.wakeEvery(TIDY, isIdle && open.length === 0 ? null : TIDY_MINUTES);
}

/** Reads what waits to be read, sees to the files and exports that wait, and asks for pages where a read gave nothing. */
export async function goOn(services: Services): Promise<void> {
  const { sink, settler, startExports } = services;
  await settler.run();
  await goOnWithFiles(services);
  await goOnWithPages(services);
  await goOnWithWatching(services);
  const jobs = await openJobs(sink.db);
  // one that waits for files, too: what packs it takes a while to be there, and the files take a while to come
  if (jobs.some(({ kind }) => kind === 'export')) await startExports();
  if (jobs.some(({ kind }) => kind === 'read'))
    for (const job of await claimPages(sink)) await askForPage(services, job);
  if (jobs.some(({ kind }) => kind === 'backfill')) await services.startBackfills();
}

async function askForPage({ sink, doors }: Services, { id, ask, because }: ReadJob): Promise<void> {
  if ((await doors.askTab(ask.tab, { relay: 'page', job: id })) === true) return;
  await endJob(sink.db, id, isoTime(sink.now()), { state: 'failed', error: because ?? 'read-no-answer' });
}

/** Cuts what no tab hears any more. */
async function endQuietExchanges(services: Services): Promise<void> {
  const { sink } = services;
  const quietSince = isoTime(sink.now() - QUIET);
  for (const each of await openExchanges(sink.db))
    if (!isOfDoor(each) && each.touched < quietSince && !(await busyIn(services, each.tab)).has(each.id))
      await cut(services, each.id);
}

/** Ends reads and imports of which nobody has given a sign of life. Exports are done again: see the jobs. */
async function endDeadJobs(services: Services): Promise<void> {
  const { sink } = services;
  const now = isoTime(sink.now());
  for (const job of await openJobs(sink.db)) {
    if ((job.lease?.until ?? isoTime(Date.parse(job.changed) + QUIET)) >= now) continue;
    if (job.kind === 'read' && job.state === 'running' && !(await isAlive(services, job)))
      await fail(services, job.id, 'read-no-answer');
    if (job.kind === 'import') await sweep(services, job);
  }
}

/** The page that imported was closed: what came in without its log goes. */
async function sweep(services: Services, { id, ask }: ImportJob): Promise<void> {
  await fail(services, id, 'context-gone');
  await sweepStaged(services.sink.db, ask.staged);
}

/** True if the tab works on a read, or has its answer, and only that has to be read yet. */
const isAlive = async (services: Services, { id, ask }: ReadJob): Promise<boolean> =>
  (await busyIn(services, ask.tab)).has(id) ||
  (await endedExchanges(services.sink.db)).some((each) => each.job === id && each.state === 'whole');

/** The exchanges and reads that the relay of a tab works on, by id. */
async function busyIn({ doors }: Services, tab: number): Promise<Set<unknown>> {
  const answer = await doors.askTab(tab, { relay: 'busy' });
  if (!isObject(answer)) return new Set();
  const { exchanges, jobs } = answer;
  return new Set([...(Array.isArray(exchanges) ? exchanges : []), ...(Array.isArray(jobs) ? jobs : [])]);
}

const cut = ({ sink }: Services, id: string): Promise<unknown> =>
  endExchange(sink.db, id, { whole: false, chunks: null, page: null });

const fail = ({ sink }: Services, id: string, error: 'context-gone' | 'read-no-answer'): Promise<boolean> =>
  endJob(sink.db, id, isoTime(sink.now()), { state: 'failed', error });
