import { isoTime } from '../../lib/time';
import { addressOf } from '../../providers/kit/addresses';
import { holdFiles, isHeld } from '../../store/files';
import type { FilesJob } from '../../store/job-rows';
import { openJobs } from '../../store/jobs';
import { endExchange, openExchanges } from '../../store/pending';
import type { ExchangeRow } from '../../store/rows';
import { isElsewhere } from './elsewhere';
import { afterPage } from './files';
import { beingAsked, leaseOf, tabIn } from './files-lease';
import type { Services } from './services';

/** The reads and jobs that the relay of a tab works on, by id. */
type BusyIn = (tab: number) => Promise<ReadonlySet<unknown>>;

/**
 * Looks whether anybody is at the files that are under way: the page that was asked may have been left, and what this
 * background's forerunner fetched ended with it. What nobody is at is free at once; what somebody is at stays his.
 */
export async function tendFiles(services: Services, busyIn: BusyIn): Promise<void> {
  const { sink } = services;
  for (const row of await openExchanges(sink.db))
    if (row.file !== undefined && (await isLost(services, row, busyIn)))
      await endExchange(sink.db, row.id, { whole: false, chunks: null, page: null });
  for (const job of await openJobs(sink.db)) if (job.kind === 'files') await tend(services, job, busyIn);
}

async function tend(services: Services, job: FilesJob, busyIn: BusyIn): Promise<void> {
  const { sink } = services;
  const tab = tabIn(job);
  if (tab === null) return;
  const isBusy = (await busyIn(tab)).has(job.id) || beingAsked.has(job.id);
  if (!isBusy) await afterPage(services, job.id);
  else if (!isHeld(job, isoTime(sink.now()))) await holdFiles(sink.db, job.id, leaseOf(tab, sink.now()));
}

/** A page may not have heard yet that what it has begun is written down. Milliseconds. */
const JUST_NOW = 2_000;

/** True for bytes of which no more will come. */
async function isLost({ sink }: Services, row: ExchangeRow, busyIn: BusyIn): Promise<boolean> {
  if (isOfDoor(row)) return !isElsewhere(row.job ?? '', row.file ?? -1);
  return row.touched < isoTime(sink.now() - JUST_NOW) && !(await busyIn(row.tab)).has(row.id);
}

/** True for a file that comes over our own door: no page hears it. It is not of the page's origin. */
export function isOfDoor({ file, address, origin }: ExchangeRow): boolean {
  const from = file === undefined ? null : addressOf(address);
  return from !== null && from.origin !== origin;
}
