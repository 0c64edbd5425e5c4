import { isoTime } from '../../lib/time';
import type { Site } from '../../providers/contract';
import { isAt } from '../../providers/kit/addresses';
import type { ReadJob } from '../../store/job-rows';
import { endJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { restsUntil } from '../../store/paces';
import { pauseOf } from '../../store/pauses';
import { openExchanges } from '../../store/pending';
import { readSettings } from '../../store/settings';
import { beginIn, type Chat, putOff, waitingReads } from '../../store/watch-reads';
import { askRelay } from './ask-relay';
import { doFollowUp } from './follow-up';
import { holderOf, READ_PATIENCE } from './read-lease';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES, WATCH } from './wake';

/**
 * Begins the reads of watched chats that have been quiet for long enough, and sees to it that this is called again when
 * the next one may have been. What no page shows any more waits until it is heard of again.
 */
export async function goOnWithWatching(services: Services): Promise<void> {
  const next = await beginDue(services);
  if (next === null) return;
  const left = next - services.sink.now();
  // the alarm is for the case that the background ends before: it comes later than asked for, where that is soon
  if (left < SOON) void services.pause(Math.max(0, left)).then(() => beginDue(services).catch(() => undefined));
}

/** A background that nothing happens to is ended after half a minute. */
const SOON = 30_000;

/** Gives when the next is due, in milliseconds; null: none is. */
async function beginDue(services: Services): Promise<number | null> {
  const { sink, doors } = services;
  const now = isoTime(sink.now());
  for (const job of await waitingReads(sink.db)) if (job.due != null && job.due <= now) await beginOne(services, job);
  const [first] = (await waitingReads(sink.db)).flatMap(({ due }) => due ?? []).sort();
  const next = first === undefined ? null : Date.parse(first);
  await doors.wakeAt(WATCH, next);
  return next;
}

async function beginOne(services: Services, job: ReadJob): Promise<void> {
  const { sink, doors } = services;
  const { db } = sink;
  const { ask } = job;
  const now = sink.now();
  const site = sink.sites.find(({ id }) => id === ask.site);
  const later = async (due: number | null, error: ReadJob['error'] = null): Promise<void> =>
    void (await putOff(db, job.id, { now: isoTime(now), due: due === null ? null : isoTime(due), error }));
  if (!site?.call) return void (await endJob(db, job.id, isoTime(now), { state: 'cancelled', error: null }));
  if (!(await doors.hasSite(site))) return later(null, 'no-permission');
  const settings = await readSettings(db);
  if (pauseOf(settings, ask, now))
    return void (await endJob(db, job.id, isoTime(now), { state: 'cancelled', error: null }));
  if (ask.wants === 'follow') return doFollowUp(services, job, settings);
  if (await isStillHeard(services, site, ask)) return later(now + settings.quietSeconds * 1000);
  const rest = await restsUntil(db, ask);
  if (rest !== null && rest > isoTime(now)) return later(Date.parse(rest));
  const tab = await tabShowing(services, site, job);
  return tab === null ? later(null) : askIn(services, { job, site, tab });
}

/** An answer that is still coming: its chat is not quiet. */
async function isStillHeard({ sink }: Services, site: Site, { origin, conversation }: Chat): Promise<boolean> {
  return (await openExchanges(sink.db)).some(
    (each) =>
      each.capture === 'heard' &&
      each.origin === origin &&
      each.site === site.id &&
      site.conversation(new URL(each.page)) === conversation,
  );
}

/** The tab that shows a chat, the one it was heard in first; null: none does. */
async function tabShowing({ doors }: Services, site: Site, { ask }: ReadJob): Promise<number | null> {
  for (const tab of new Set([ask.tab, ...(await doors.tabsAt(site.origins))])) {
    const address = await doors.tabAddress(tab);
    const isIt = address && isAt(site, address) && address.origin === ask.origin;
    if (isIt && site.conversation(address) === ask.conversation) return tab;
  }
  return null;
}

interface Asking {
  readonly job: ReadJob;
  readonly site: Site;
  readonly tab: number;
}

async function askIn(services: Services, { job, site, tab }: Asking): Promise<void> {
  const { sink, doors } = services;
  const now = sink.now();
  const lease = { holder: holderOf(tab), now: isoTime(now), until: isoTime(now + READ_PATIENCE) };
  if (!(await beginIn(sink.db, job.id, tab, lease))) return;
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  if (await askRelay(doors, { tab, site: site.id, message: { relay: 'read', job: job.id } })) {
    await note(sink.db, { at: lease.now, what: 'asked', site: site.id, detail: site.call?.ways[0].route ?? '' });
    return;
  }
  await endJob(sink.db, job.id, isoTime(sink.now()), { state: 'failed', error: 'context-gone' }); // until it is heard again
}
