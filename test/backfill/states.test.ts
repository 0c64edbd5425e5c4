import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chatgptLists } from '../../src/providers/chatgpt/lists';
import { deleteSessions } from '../../src/store/forget';
import type { BackfillJob } from '../../src/store/job-rows';
import { readJournal } from '../../src/store/journal';
import { countListings, goneKey, readGone } from '../../src/store/listings';
import { readPace } from '../../src/store/paces';
import { listSessions } from '../../src/store/sessions';
import { chatgptAt, conversations } from './chatgpt-lists';
import { clockAt, living, serve } from './living';
import { START } from './scenario';

const ACCOUNT = { site: 'chatgpt', origin: 'https://chatgpt.com' } as const;
const ended = ({ state }: BackfillJob): boolean => state === 'done';

let close = (): void => undefined;
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

async function started(
  count: number,
  { burst = 200, retryAfter = undefined as number | undefined, opens = false } = {},
) {
  const clock = clockAt(START);
  const all = conversations(count);
  const site = chatgptAt(all, { now: clock.now, burst, ...(retryAfter !== undefined && { retryAfter }) });
  const served = await serve(site);
  close = served.close;
  const browser = await living({ lists: chatgptLists, served: served.origin, clock, cookie: '_account=personal' });
  const begin = () => browser.life.backfills.begin({ site: 'chatgpt', opens });
  return { clock, all, site, browser, begin, reads: () => [...site.reads().values()].reduce((sum, n) => sum + n, 0) };
}

describe('bringing in everything', () => {
  test('rests when the site says that it is too busy, and goes on by itself', async () => {
    const { browser, site, begin } = await started(30, { burst: 12, retryAfter: 300 });
    const id = await begin();
    const resting = await browser.until(id, ({ progress }) => progress.step === 'resting');
    expect(resting).toMatchObject({ trouble: null, rests: expect.any(String) });
    const { state, result } = await browser.until(id, ended);
    expect([state, result?.read]).toEqual(['done', 30]);
    const refused = site.asked.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    // after each refusal nothing was asked for the five minutes that it said
    for (const { at } of refused)
      expect(site.asked.filter((each) => each.at > at && each.at < at + 300_000)).toEqual([]);
  });

  test('waits for a page of the site, and opens none unless it may', async () => {
    const { browser, begin, reads } = await started(6);
    browser.life.state.tab = false;
    const id = await begin();
    await browser.until(id, ({ progress }) => progress.step === 'awaiting-page');
    expect([reads(), browser.life.state.opened]).toEqual([0, []]);
    await browser.life.backfills.change({ job: id, opens: true });
    await browser.until(id, ended);
    expect(browser.life.state).toMatchObject({ opened: ['https://chatgpt.com/'], closed: 1 });
  });

  test('stops while the person lets it rest, without an alarm, and ends when it is cancelled', async () => {
    const { browser, begin, reads, clock } = await started(40);
    const id = await begin();
    await browser.until(id, () => reads() >= 3);
    await browser.life.backfills.change({ job: id, paused: true });
    await browser.until(id, ({ paused }) => paused);
    const before = reads();
    clock.pass(3_600_000);
    await browser.life.tidy();
    expect(reads() - before).toBeLessThanOrEqual(1);
    expect(browser.life.state.alarm).toBeNull();
    await browser.life.backfills.change({ job: id, paused: false });
    await browser.until(id, () => reads() > before + 2);
    await browser.life.backfills.cancel(id);
    const stopped = await browser.until(id, ({ state }) => state === 'cancelled');
    expect(stopped.result).toBeNull();
    const whats = (await readJournal(browser.db)).filter(
      ({ what, detail }) => what === 'backfill' && !detail.startsWith('list'),
    );
    expect(whats.map(({ detail }) => detail)).toEqual(['cancelled', 'went on', 'paused', 'started']);
  });

  test('says that the permission was taken back, and goes on when it is given again', async () => {
    const { browser, begin } = await started(6);
    browser.life.state.granted = false;
    const id = await begin();
    await browser.until(id, ({ trouble }) => trouble === 'no-permission');
    browser.life.state.granted = true;
    expect(await browser.until(id, ended)).toMatchObject({ trouble: null, result: { read: 6 } });
  });

  test('signed out: it says so, is asked ever less, and goes on once the person is signed in again', async () => {
    const { browser, begin, site, clock, reads } = await started(12);
    const id = await begin();
    await browser.until(id, () => reads() >= 2);
    const handle = site.handle;
    const refused: number[] = [];
    site.handle = (_, response) => {
      refused.push(clock.now());
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Unauthorized"}');
    };
    const from = clock.now();
    const waiting = await browser.until(id, ({ trouble }) => trouble === 'read-signed-out');
    expect(waiting.state).not.toBe('failed');
    await browser.until(id, () => clock.now() - from > 6 * 3_600_000);
    expect(refused.length).toBeLessThan(40);
    site.handle = handle;
    expect(await browser.until(id, ended)).toMatchObject({ trouble: null, result: { read: 12, failed: 0 } });
  });

  test('a site that is out of reach for a day is asked ever less, and then goes on', async () => {
    const { browser, begin, site, clock, reads } = await started(12);
    const id = await begin();
    await browser.until(id, () => reads() >= 2);
    const handle = site.handle;
    let refused = 0;
    site.handle = (_, response) => {
      refused++;
      response.destroy();
    };
    const from = clock.now();
    await browser.until(id, () => clock.now() - from > 86_400_000);
    expect(refused).toBeLessThan(80);
    site.handle = handle;
    expect(await browser.until(id, ended)).toMatchObject({ result: { read: 12, failed: 0 } });
  });

  test('what vanished is marked, and stays; what is there again is not', async () => {
    const { browser, all, begin, site } = await started(12);
    await browser.until(await begin(), ended);
    const [first, second] = all;
    for (const each of [first, second]) if (each) each.deleted = true;
    expect(await browser.until(await begin(), ended)).toMatchObject({ result: { read: 10, gone: 2 } });
    expect(await readGone(browser.db)).toEqual(
      new Set([first, second].map((each) => goneKey({ ...ACCOUNT, native: each?.id ?? '' }))),
    );
    expect(await listSessions(browser.db)).toHaveLength(12);
    if (first) first.deleted = false;
    site.asked.length = 0;
    expect(await browser.until(await begin(), ended)).toMatchObject({ result: { read: 11, gone: 1 } });
    expect(site.reads().size).toBe(0);
  });

  test('says nothing of what is missing where it may be another account', async () => {
    const { browser, all, begin, site } = await started(60);
    await browser.until(await begin(), ended);
    for (const each of all.slice(0, 50)) each.deleted = true;
    site.asked.length = 0;
    const again = await browser.until(await begin(), ended);
    expect(again).toMatchObject({ leftOut: [{ list: '', because: 'read-not-found' }], result: { read: 60, gone: 0 } });
    expect(site.reads().size).toBe(0);
  });

  test('a list that the site no longer has is left out, and said', async () => {
    const { browser, begin, site } = await started(12);
    site.repeats = (path) => (path.includes('is_archived=true&is_starred=true') ? '/retired' : path);
    const done = await browser.until(await begin(), ended);
    expect(done).toMatchObject({
      leftOut: [{ list: 'archived starred', because: 'read-not-found' }],
      result: { read: 10 },
    });
  });

  test('a session that is deleted here is not remembered as listed, and comes in again when everything is asked for', async () => {
    const { browser, begin } = await started(6);
    await browser.until(await begin(), ended);
    const [session] = await listSessions(browser.db);
    await deleteSessions(browser.db, [session?.id ?? ''], new Date(START).toISOString());
    expect((await countListings(browser.db, ACCOUNT)).read).toBe(5);
    await browser.until(await begin(), ended);
    expect(await listSessions(browser.db)).toHaveLength(6);
  });

  test('counts what the person’s own page asks for', async () => {
    const { browser, begin, clock } = await started(6);
    await browser.until(await begin(), ended);
    const before = await readPace(browser.db, ACCOUNT.site, ACCOUNT.origin);
    const use = { ...ACCOUNT, route: 'conversation', seconds: null };
    await browser.life.services.siteUsed(use);
    await browser.life.services.siteUsed({ ...use, route: 'gizmo' });
    const after = await readPace(browser.db, ACCOUNT.site, ACCOUNT.origin);
    const grown = (clock.now() - Date.parse(before?.at ?? '')) / 60_000;
    expect(after?.tokens).toBeCloseTo(Math.min(180, (before?.tokens ?? 0) + grown) - 1, 5);
    await browser.life.services.siteUsed({ ...use, route: null, seconds: 60 });
    expect(await readPace(browser.db, ACCOUNT.site, ACCOUNT.origin)).toMatchObject({ tokens: 0, refusals: 1 });
  });
});
