import { isoTime } from '../../lib/time';
import type { Asked } from '../../messages/contract';
import { addressOf } from '../../providers/kit/addresses';
import { endPause, pause, pauseOf } from '../../store/pauses';
import { readSettings } from '../../store/settings';
import { type Offerer, pausedHere } from '../sink/receive';
import type { Services } from './services';

/** Hears a site, or one chat of it, no more until then, or until the person says so. */
export async function pauseWatching(services: Services, ask: Asked<'watch.pause'>): Promise<void> {
  const { sink } = services;
  const { site, conversation, minutes } = ask;
  const until = minutes === null ? null : isoTime(sink.now() + minutes * 60_000);
  await pause(sink.db, { site, conversation, until }, sink.now());
  await markTabs(services, site);
}

/** Hears it again. */
export async function endPausing(services: Services, ask: Asked<'watch.resume'>): Promise<void> {
  await endPause(services.sink.db, ask, services.sink.now());
  await markTabs(services, ask.site);
}

/** The open tabs of a site say, by a quiet mark, whether their chats are paused. */
async function markTabs({ sink, doors }: Services, id: string): Promise<void> {
  const site = sink.sites.find((each) => each.id === id);
  if (!site || !(await doors.hasSite(site))) return;
  const settings = await readSettings(sink.db);
  for (const tab of await doors.tabsAt(site.origins)) {
    const address = await doors.tabAddress(tab);
    const place = address && { site: id, conversation: site.conversation(address) };
    if (place) await doors.markPaused(tab, pauseOf(settings, place, sink.now()) !== null);
  }
}

/** A page offered something that is not heard: where that is since the person paused it, its tab says so. */
export async function markPaused(
  services: Services,
  head: Asked<'capture.begin'>['head'],
  from: Offerer,
): Promise<void> {
  const site = services.sink.sites.find(({ id }) => id === from.site);
  if (head.job !== null || !site || !from.granted) return;
  if (await pausedHere(services.sink, site, { head, page: head.page })) await services.doors.markPaused(from.tab, true);
}

/** Whether the person asked to have the temporary chat of a tab kept. It ends when the tab shows anything else. */
export async function isWelcome(
  { sink, doors }: Services,
  { job, page }: Asked<'capture.begin'>['head'],
  { site: of, tab }: Offerer,
): Promise<boolean> {
  const site = sink.sites.find(({ id }) => id === of);
  const shown = addressOf(page);
  if (job !== null || !site?.temporary || !shown || !(await doors.isWelcome(tab))) return false;
  if (site.temporary(shown)) return true;
  await doors.forgetWelcome(tab);
  return false;
}
