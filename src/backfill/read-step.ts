import { readJobOf } from '../capture/watch/tab-handlers';
import { isObject } from '../lib/json';
import { isoTime } from '../lib/time';
import { writing } from '../store/database';
import type { JobError, ReadJob } from '../store/job-rows';
import { addJob, endJob, isOpen, readJob } from '../store/jobs';
import { type ListingRow, nextListing, readListing } from '../store/listings';
import type { PaceRow } from '../store/paces';
import { exchangesOf } from '../store/pending';
import { keepPace } from './list-step';
import { afterAnswer, afterCall, afterFailure, BREAKS_AFTER, type Standing } from './pace';
import { change, type Doing, soFar, standing } from './parts';
import { afterRead } from './plan';

/** What is to be read next; null: nothing is left. */
export const nextToRead = ({ services, account }: Doing): Promise<ListingRow | null> =>
  nextListing(services.sink.db, account);

/** Begins to read a conversation in a tab. That it was begun is written down first: a token is spent once for it. */
export async function readStep(each: Doing, row: ListingRow, tab: number): Promise<void> {
  const { services, site, account } = each;
  const { sink, doors } = services;
  const { db } = sink;
  const { native, changed, page, scope } = row;
  const named = { page, scope };
  const read = readJobOf(sink.newId(), { tab, ...account, conversation: native, pack: false, named }, sink.now());
  await writing(db, [db.jobs, db.paces, db.listings], async () => {
    await keepPace(each, (at) => afterCall(at, 1));
    await change(each, { ...(await soFar(each)), reading: { job: read.id, native, changed }, rests: null });
    await addJob(db, read);
  });
  const order = { relay: 'read', job: read.id, named: { conversation: native, ...named } } as const;
  const asked = async (): Promise<boolean> => (await doors.askTab(tab, order)) === true;
  if ((await asked()) || ((await doors.injectRelay(tab, site.id)) && (await asked()))) return;
  await endJob(db, read.id, isoTime(sink.now()), { state: 'failed', error: 'context-gone' });
}

/** True once the read under way has ended; what came of it is known then. */
export async function readEnded(each: Doing): Promise<boolean> {
  const { services, job } = each;
  const { sink } = services;
  const read = job.reading && (await readJob(sink.db, job.reading.job));
  if (read?.kind === 'read' && isOpen(read)) {
    if (await isAlive(each, read)) return false;
    await endJob(sink.db, read.id, isoTime(sink.now()), { state: 'failed', error: 'context-gone' });
  }
  // a read that is no longer remembered ended with its context
  const ended = read && (await readJob(sink.db, read.id));
  await settle(each, ended?.state === 'done' ? null : (ended?.error ?? 'context-gone'));
  return true;
}

/** True while its page is at it, or what came of it is still to be read: its page tells first, and is done then. */
async function isAlive({ services }: Doing, { id, ask }: ReadJob): Promise<boolean> {
  const busy = await services.doors.askTab(ask.tab, { relay: 'busy' });
  const jobs = isObject(busy) && Array.isArray(busy.jobs) ? busy.jobs : [];
  if (jobs.includes(id) || (await exchangesOf(services.sink.db, id)).length > 0) return true;
  const read = await readJob(services.sink.db, id);
  return read !== null && !isOpen(read); // it ended meanwhile
}

/** Failures that say something of the site, not of the conversation; those that would be the same for the next. */
const OF_SITE: ReadonlySet<JobError> = new Set([
  'read-no-answer',
  'read-site-error',
  'read-signed-out',
  'read-refused',
]);
const OF_ALL: ReadonlySet<JobError> = new Set(['read-signed-out', 'read-refused']);
/** They say nothing of how the site answers: that it is too busy is known from elsewhere. */
const OF_NOBODY: ReadonlySet<JobError> = new Set(['read-busy', 'context-gone', 'cancelled']);
/** Nothing can be kept: it is of no use to ask. */
const OF_STORAGE: ReadonlySet<JobError> = new Set(['storage-full', 'storage-blocked', 'database-newer']);

async function settle(each: Doing, error: JobError | null): Promise<void> {
  const { services, job, account } = each;
  const { db, now } = services.sink;
  if (!job.reading) return;
  const { native, changed } = job.reading;
  await writing(db, [db.jobs, db.paces, db.listings], async () => {
    const { row: pace } = await standing(each);
    const isBroken = (pace?.refusals ?? 0) >= BREAKS_AFTER && error !== null && OF_SITE.has(error);
    const row = await readListing(db, account, native);
    if (row) await db.listings.put(afterRead(row, { error, changed, round: job.round, isBroken, now: now() }));
    await keepPace(each, (at) => paceAfter(at, error));
    const isTrouble = error !== null && (OF_ALL.has(error) || OF_STORAGE.has(error) || isBroken);
    await change(each, { reading: null, trouble: isTrouble ? error : null, ...(await soFar(each)) });
  });
}

/** How the site may be asked after a read that ended so. */
function paceAfter(at: Standing, error: JobError | null): PaceRow {
  if (error !== null && OF_SITE.has(error)) return afterFailure(at, OF_ALL.has(error));
  if (error !== null && OF_STORAGE.has(error)) return afterFailure(at, true);
  const row = at.row ?? afterCall(at, 0);
  if (error !== null && OF_NOBODY.has(error)) return row;
  // what the site does not have is asked for twice, with a fresh token
  return afterAnswer(error === 'read-not-found' ? afterCall(at, 1) : row);
}
