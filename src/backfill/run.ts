import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import { takeBackfill } from '../store/backfills';
import type { BackfillJob } from '../store/job-rows';
import { endJob } from '../store/jobs';
import { note } from '../store/journal';
import { countListings, type ListingRow } from '../store/listings';
import { listStep } from './list-step';
import { readyAt } from './pace';
import { type BackfillParts, change, type Doing, doing, soFar, standing } from './parts';
import { nextToRead, readEnded, readStep } from './read-step';
import { closePage, pageFor } from './tab';

/** So long is waited here; longer, and the alarm of each minute goes on with it. Milliseconds. */
const WAITED_HERE = 45_000;
/** How long whoever has it counts as alive. */
const LEASE = 90_000;

/**
 * Does one step after the other: ends the read under way, lists, begins the next read. All that is known of it is in the
 * database, so that whoever dies between two steps loses nothing but the answer that was on its way.
 */
export async function advance(parts: BackfillParts, id: string): Promise<void> {
  const { services, holder } = parts;
  for (let wait: number | null = 0; wait !== null && wait <= WAITED_HERE; ) {
    if (wait > 0) await services.pause(wait);
    const now = services.sink.now();
    const job = await takeBackfill(services.sink.db, id, { holder, now: isoTime(now), until: isoTime(now + LEASE) });
    const each = job && doing(parts, job);
    wait = each ? await unlessEnded(step(each)) : null;
  }
}

/** Null where it ended meanwhile, or is another's. */
const unlessEnded = (stepping: Promise<number | null>): Promise<number | null> =>
  stepping.catch((error: unknown) => {
    if (Fault.is(error) && error.code === 'cancelled') return null;
    throw error;
  });

/** Milliseconds until the next step may be done; null: something else has to happen first. */
async function step(each: Doing): Promise<number | null> {
  const { job, lists } = each;
  if (job.reading) return (await readEnded(each)) ? 0 : null;
  const isListing = job.lists?.length !== 0;
  const row = isListing ? null : await nextToRead(each);
  if (!isListing && !row) return end(each);
  const at = await standing(each);
  const ready = readyAt(lists.pace, at.row, at.now, isListing ? 0 : 1);
  return ready > at.now ? rest(each, ready) : ask(each, row);
}

/** Asks in an open page: for a conversation, or for the next page of a list. */
async function ask(each: Doing, row: ListingRow | null): Promise<number | null> {
  if (!(await each.services.doors.hasSite(each.site))) return lacks(each, { trouble: 'no-permission' });
  const tab = await pageFor(each);
  if (tab === null) return lacks(each, {});
  if (row === null) return (await listStep(each, tab)) ? 0 : lacks(each, {});
  await readStep(each, row, tab);
  return null;
}

/** Rests for a while; what is a moment is not worth a word. */
async function rest(each: Doing, ready: number): Promise<number> {
  const wait = ready - each.services.sink.now();
  if (wait > WORTH_A_WORD) {
    const { progress, seconds } = await soFar(each);
    await change(each, { progress: { ...progress, step: 'resting' }, seconds, rests: isoTime(ready) });
  }
  return wait;
}

const WORTH_A_WORD = 10_000;

/** Goes on when a page of the site is there, or the person allows it. */
async function lacks(each: Doing, why: Pick<Partial<BackfillJob>, 'trouble'>): Promise<null> {
  const { progress } = await soFar(each);
  await change(each, { ...why, progress: { ...progress, step: 'awaiting-page' }, rests: null });
  return null;
}

async function end(each: Doing): Promise<null> {
  const { services, account, job } = each;
  const { db, now } = services.sink;
  const { read, failed, gone } = await countListings(db, account);
  const at = isoTime(now());
  await closePage(each);
  await change(each, { tab: null, seconds: 0, trouble: null, rests: null });
  await endJob(db, job.id, at, { state: 'done', error: null, result: { read, failed, gone } });
  await note(db, { at, what: 'backfill', site: account.site, detail: `ended ${read}` });
  return null;
}
