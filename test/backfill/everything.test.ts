import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chatgptLists } from '../../src/providers/chatgpt/lists';
import { countListings, failedListings } from '../../src/store/listings';
import { listSessions } from '../../src/store/sessions';
import { chatgptAt, conversations } from './chatgpt-lists';
import type { ListedSite } from './listed-site';
import { clockAt, living, serve } from './living';

const ACCOUNT = { site: 'chatgpt', origin: 'https://chatgpt.com' } as const;
const ended = ({ state }: { state: string }): boolean => state === 'done' || state === 'failed';

let close = (): void => undefined;
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

async function browserAt(site: ListedSite, clock: ReturnType<typeof clockAt>) {
  const served = await serve(site);
  close = served.close;
  return living({ lists: chatgptLists, served: served.origin, clock, cookie: '_account=personal', pace: { perMinute: 10 } });
}

/** In no window are there more reads than the bucket and what each minute brings. */
function neverAbove(site: ListedSite, burst: number): void {
  const times = site.asked.filter(({ path }) => /\/conversation\/[\w-]+$/.test(path)).map(({ at }) => at);
  for (let from = 0; from < times.length; from++)
    for (let to = from; to < times.length; to += 7)
      expect(to - from + 1).toBeLessThanOrEqual(burst + ((times[to] ?? 0) - (times[from] ?? 0)) / 6_000 + 1);
}

describe('everything that ChatGPT has', () => {
  test('1,200 conversations come in, whatever is killed on the way; later only what has changed', async () => {
    const clock = clockAt(Date.UTC(2026, 10, 1));
    const all = conversations(1_200);
    const site = chatgptAt(all, { now: clock.now, burst: 200, perMinute: 10 });
    const browser = await browserAt(site, clock);
    const unreadable = all[77]?.id ?? '';
    site.instead.push({ path: /offset=56&.*archived=false&is_starred=false/, answer: (r) => r.writeHead(500).end() });
    // one page comes a second time in place of the next
    let repeated = 0;
    const handle = site.handle;
    site.handle = (request, response) => {
      if (request.url?.includes('offset=84&') && request.url.includes('is_archived=true&is_starred=false') && repeated++ === 0)
        request.url = request.url.replace('offset=84', 'offset=56');
      // one is no answer, however often it is asked for
      if (request.url?.endsWith(`/conversation/${unreadable}`)) response.writeHead(500).end();
      else handle(request, response);
    };
    const killed: string[] = [];
    let reads = 0;
    let listed = 0;
    site.before = (path) => {
      const isRead = /\/conversation\/[\w-]+$/.test(path);
      if (isRead) reads++;
      if (path.startsWith('/backend-api/conversations')) listed++;
      const kills = [listed === 9 && killed.length === 0, reads === 150 && killed.length === 1, reads === 700 && killed.length === 2];
      if (!kills.some(Boolean)) return;
      killed.push(isRead ? (path.split('/').at(-1) ?? '') : path);
      browser.life.kill();
    };
    const id = await browser.life.backfills.begin({ site: 'chatgpt', opens: false });
    const first = await browser.until(id, ended);
    expect(first).toMatchObject({ state: 'done', leftOut: [], result: { read: 1_199, failed: 1, gone: 0 } });
    expect(killed).toHaveLength(3);
    const natives = (await listSessions(browser.db)).map(({ native }) => native);
    expect(natives.sort()).toEqual(all.map((each) => each.id).filter((each) => each !== unreadable).sort());
    expect(site.asked.filter(({ status }) => status === 429)).toEqual([]);
    neverAbove(site, 200);
    const twice = [...site.reads()].filter(([, times]) => times > 1).map(([each]) => each);
    expect(twice.filter((each) => each !== unreadable && !killed.includes(each))).toEqual([]);
    expect(await failedListings(browser.db, ACCOUNT, 9)).toMatchObject([{ native: unreadable, error: 'read-site-error' }]);

    site.asked.length = 0;
    const changed = all.filter((_, n) => n % 80 === 3).slice(0, 15);
    for (const each of changed) each.changed = clock.now();
    clock.pass(3_600_000);
    const again = await browser.life.backfills.begin({ site: 'chatgpt', opens: false });
    await browser.until(again, ended);
    expect([...site.reads().keys()].sort()).toEqual(changed.map((each) => each.id).sort());
    expect(await countListings(browser.db, ACCOUNT)).toMatchObject({ read: 1_199, waiting: 0, failed: 1 });
  }, 300_000);
});
