import { expect } from 'vitest';
import type { SiteLists } from '../../src/providers/lists-contract';
import { countListings, failedListings } from '../../src/store/listings';
import { listSessions } from '../../src/store/sessions';
import type { Held, ListedSite } from './listed-site';
import { type Clock, clockAt, living, serve } from './living';

export const START = Date.UTC(2026, 10, 1);

interface Scenario {
  readonly lists: SiteLists;
  readonly all: readonly Held[];
  readonly cookie: string;
  readonly perMinute: number;
  readonly burst: number;
  siteAt(clock: Clock): ListedSite;
  /** Paths that lists have, and reads: which of them kill the browser, by their number. */
  readonly isList: RegExp;
  readonly isRead: RegExp;
  readonly kills: { readonly list: number; readonly reads: readonly number[] };
  /** Lists that the site does not have. */
  readonly leftOut: readonly string[];
}

const ended = ({ state }: { state: string }): boolean => state === 'done' || state === 'failed';

/**
 * Everything comes in, though the browser is killed three times, one conversation cannot be read, and lists have their
 * faults; then a second time, of which only what has changed is read.
 */
export async function bringIn(scenario: Scenario): Promise<void> {
  const { lists, all, cookie, perMinute, burst, isRead, leftOut } = scenario;
  const pace = { perMinute, burst: Math.floor(burst * 0.9) };
  const clock = clockAt(START);
  const site = scenario.siteAt(clock);
  const served = await serve(site);
  const browser = await living({ lists, served: served.origin, clock, cookie, pace });
  try {
    const unreadable = all[77]?.id ?? '';
    site.broken.add(unreadable);
    const killed = killing(site, scenario, () => browser.life.kill());
    const begin = () => browser.life.backfills.begin({ site: lists.site.id, opens: false });
    const first = await browser.until(await begin(), ended);
    expect(first).toMatchObject({ state: 'done', result: { read: all.length - 1, failed: 1, gone: 0 } });
    expect(first.leftOut.map(({ list }) => list)).toEqual(leftOut);
    expect(killed).toHaveLength(1 + scenario.kills.reads.length);
    const natives = (await listSessions(browser.db)).map(({ native }) => native);
    const wanted = all.map(({ id }) => id).filter((id) => id !== unreadable);
    expect(natives.sort()).toEqual(wanted.sort());
    expect(site.asked.filter(({ status }) => status === 429)).toEqual([]);
    neverAbove(site, scenario);
    const twice = [...site.reads()].filter(([, times]) => times > 1).map(([id]) => id);
    expect(twice.filter((id) => id !== unreadable && !killed.some((path) => path.includes(id)))).toEqual([]);
    const account = { site: lists.site.id, origin: first.ask.origin };
    const given = { native: unreadable, error: 'read-site-error', tries: 3 };
    expect(await failedListings(browser.db, account, 9)).toMatchObject([given]);

    site.asked.length = 0;
    const changed = all.filter((_, n) => n % Math.floor(all.length / 15) === 3).slice(0, 15);
    for (const each of changed) each.changed = clock.now();
    clock.pass(3_600_000);
    site.broken.clear();
    await browser.until(await begin(), ended);
    const ids = [...changed.map(({ id }) => id), unreadable];
    expect([...site.reads().keys()].sort()).toEqual(ids.sort());
    expect(site.asked.filter(({ path }) => isRead.test(path))).toHaveLength(ids.length);
    expect(await countListings(browser.db, account)).toMatchObject({ read: all.length, waiting: 0, failed: 0 });
  } finally {
    served.close();
    browser.db.close();
  }
}

/** Ends the browser in the middle of some calls; gives their paths. */
function killing(site: ListedSite, { isList, isRead, kills }: Scenario, kill: () => void): string[] {
  const killed: string[] = [];
  const counts = { lists: 0, reads: 0 };
  site.before = (path) => {
    if (isRead.test(path)) counts.reads++;
    else if (isList.test(path)) counts.lists++;
    else return;
    const due = isRead.test(path) ? kills.reads.includes(counts.reads) : counts.lists === kills.list;
    if (!due) return;
    killed.push(path);
    kill();
  };
  return killed;
}

/** In no window are there more reads than the bucket and what each minute brings. */
function neverAbove(site: ListedSite, { burst, perMinute, isRead }: Scenario): void {
  const times = site.asked.filter(({ path }) => isRead.test(path)).map(({ at }) => at);
  const most = (from: number, to: number): number =>
    burst + ((times[to] ?? 0) - (times[from] ?? 0)) * (perMinute / 60_000);
  for (let from = 0; from < times.length; from++)
    for (let to = from; to < times.length; to += 7) expect(to - from + 1).toBeLessThanOrEqual(most(from, to) + 1);
}
