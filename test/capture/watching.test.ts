import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { captureHandlers } from '../../src/capture/watch/handlers';
import { readTab, tabState } from '../../src/capture/watch/tab-handlers';
import { afterBrowserStart, afterTabClosed, tidy } from '../../src/capture/watch/tidy';
import { readLog as readChain } from '../../src/model/chain';
import type { ReadJob } from '../../src/store/job-rows';
import { endJob } from '../../src/store/jobs';
import { listSessions, readLog } from '../../src/store/sessions';
import { CHATGPT, chatgptRead, headOf, tell } from './offer';
import { A2, turn, U2 } from './turns';
import { answer, brokenOff, firstHeard, unread, watched, whole } from './watching';

const eventsIn = async ({ sink }: Awaited<ReturnType<typeof watched>>) => {
  const [row] = await listSessions(sink.db);
  return readChain((await readLog(sink.db, row?.id ?? '')) ?? []).events;
};

describe('a chat that is watched', () => {
  test('is asked for as a whole, once, when what was heard does not tell all and it is quiet', async () => {
    const of = await watched();
    await of.hear(firstHeard());
    expect(await of.read()).toMatchObject({
      state: 'waiting',
      due: of.at(20),
      ask: { because: 'watch', wants: 'all' },
    });
    expect(of.seen.wakeAt).toBe(Date.parse(of.at(20)));
    await of.pass(19);
    expect(of.asked()).toBe(0);
    await of.pass(1);
    await of.pass(0);
    expect(of.asked()).toBe(1);
    expect(await of.read()).toMatchObject({ state: 'running', lease: { holder: `tab ${of.tab}` } });
    const before = (await eventsIn(of)).length;
    await answer(of);
    expect(await of.read()).toMatchObject({ state: 'done', error: null, result: { pack: null } });
    const added = (await eventsIn(of)).slice(before).map(({ kind }) => kind);
    expect(added).toEqual(['session.updated', 'context.edit']); // its name, and that all was so
    await of.pass(3600);
    expect(of.asked()).toBe(1);
    expect(of.seen.wakeAt).toBeNull();
    await tidy(of.services);
    expect(of.seen.alarm).toBeNull();
  });

  test('is not asked for where a read of the page told all', async () => {
    const of = await watched();
    await of.hear(chatgptRead('c-1', whole()));
    await of.hear(firstHeard());
    expect(await of.reads()).toEqual([]);
    expect(of.seen.wakeAt).toBeNull();
  });

  test('is not quiet while more is heard of it, or an answer still comes', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(15);
    await of.hear(firstHeard());
    expect(await of.read()).toMatchObject({ due: of.at(35), ask: { wants: 'all' } });
    const id = `${crypto.randomUUID()}.1`;
    const { 'capture.begin': begin } = captureHandlers(async () => of.services);
    const address = 'https://chatgpt.com/backend-api/f/conversation';
    const page = 'https://chatgpt.com/c/c-1';
    const head = headOf({ route: 'stream', method: 'POST', address, page, type: 'text/event-stream' });
    expect(await begin({ id, head, request: null }, { from: 'site', ...CHATGPT })).toBe(true);
    await of.pass(20);
    expect(of.asked()).toBe(0);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: of.at(55) });
  });

  test.each([
    ['that broke off', brokenOff],
    ['that nobody can read', unread],
  ])('after an answer %s', async (_, heard) => {
    const of = await watched();
    await of.hear(chatgptRead('c-1', whole()));
    await of.hear(heard());
    expect(await of.read()).toMatchObject({ state: 'waiting', ask: { wants: 'all' } });
  });

  test('after a turn below what was never heard', async () => {
    const of = await watched();
    await of.hear(chatgptRead('c-1', '', { ...turn(U2, A2, 'a1'), page: '/c/c-1' }));
    expect(await of.read()).toMatchObject({ ask: { wants: 'all' } });
  });

  test('and the same that nobody can read is asked for once', async () => {
    const of = await watched();
    await of.hear(unread());
    await of.pass(20);
    await answer(of);
    await of.hear(unread());
    expect((await of.reads()).map(({ state }) => state)).toEqual(['done']);
  });
});

describe('what stands in the way', () => {
  const failing = async (because: 'busy' | 'signed-out' | 'no-answer' | 'not-found') => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    const { 'read.report': report } = captureHandlers(async () => of.services);
    const fail = async (): Promise<ReadJob> => {
      const { id } = await of.read();
      await report({ kind: 'failed', job: id, because, status: null }, { from: 'site', ...CHATGPT });
      await of.pass(0);
      return of.read();
    };
    return { of, fail };
  };

  test.each(['busy', 'no-answer'] as const)('%s: it is tried again, ever later, and not for ever', async (because) => {
    const { of, fail } = await failing(because);
    const waits: (number | null)[] = [];
    for (let n = 0; n < 6; n++) {
      const before = of.sink.now();
      const { due = null, state } = await fail();
      expect(state).toBe('waiting');
      waits.push(due === null ? null : (Date.parse(due) - before) / 60_000);
      if (due !== null) await of.pass((Date.parse(due) - before) / 1000);
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, null]);
    expect(of.asked()).toBe(6);
    await of.pass(24 * 3600);
    expect(of.asked()).toBe(6);
    expect(of.seen.wakeAt).toBeNull();
    await of.hear(firstHeard()); // a word of the chat, and it goes on
    await of.pass(20);
    expect(of.asked()).toBe(7);
  });

  test('signed out: it says so, asks no more, and goes on with the next word of the chat', async () => {
    const { of, fail } = await failing('signed-out');
    expect(await fail()).toMatchObject({ state: 'waiting', due: null, error: 'read-signed-out' });
    await of.pass(24 * 3600);
    expect(of.asked()).toBe(1);
    await of.hear(firstHeard());
    await of.pass(20);
    expect(of.asked()).toBe(2);
  });

  test('a chat that the site no longer has: it has failed, and the page is not read in its place', async () => {
    const { of, fail } = await failing('not-found');
    expect(await fail()).toMatchObject({ state: 'failed', error: 'read-not-found' });
    expect(of.seen.asked.filter((each) => (each as { relay: string }).relay === 'page')).toEqual([]);
  });

  test('a site that is no longer granted is not asked', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    of.seen.granted = false;
    await of.pass(20);
    expect(of.asked()).toBe(0);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: null, error: 'no-permission' });
  });

  test('the site’s own rest is kept', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    const { site, origin } = CHATGPT;
    await of.sink.db.paces.put({ site, origin, tokens: 0, at: of.at(0), next: null, until: of.at(300), refusals: 1 });
    await of.pass(20);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: of.at(300) });
    await of.pass(280);
    expect(of.asked()).toBe(1);
  });

  test('a tab that shows another chat by now is not asked', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    of.seen.address = 'https://chatgpt.com/c/other';
    await of.pass(20);
    expect(of.asked()).toBe(0);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: null, progress: { step: 'awaiting-page' } });
    await tidy(of.services);
    expect(of.seen.alarm).toBeNull();
  });

  test('asleep for a day: it is asked for once when the machine wakes', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(24 * 3600);
    await of.pass(60);
    expect(of.asked()).toBe(1);
  });

  test('no room for the answer: it waits, and what was heard stays', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    const { id } = await of.read();
    await endJob(of.sink.db, id, of.at(20), { state: 'failed', error: 'storage-full' });
    expect(await of.read()).toMatchObject({ state: 'waiting', due: of.at(80), error: 'storage-full' });
    expect(await listSessions(of.sink.db)).toHaveLength(1);
  });
});

describe('whoever dies', () => {
  test('the background, while it waits: the next one goes on from the row', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    const next = { ...of.services };
    await of.pass(20, next);
    await answer(of);
    expect(await of.read()).toMatchObject({ state: 'done' });
  });

  test('the page, while it is asked: it waits until the chat is heard again', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    await afterTabClosed(of.services, of.tab);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: null, error: 'context-gone' });
    await of.hear(firstHeard());
    await of.pass(20);
    await answer(of);
    expect(await of.read()).toMatchObject({ state: 'done' });
  });

  test('the browser, while it waits: a tab that comes back with it is asked', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await afterBrowserStart(of.services);
    await of.pass(20);
    expect(of.asked()).toBe(1);
    await afterBrowserStart(of.services);
    expect(await of.read()).toMatchObject({ state: 'waiting', due: null });
  });
});

describe('beside what the person asks for', () => {
  test('is not told of as theirs', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    expect(await tabState(of.services, of.tab)).toMatchObject({ job: null });
  });

  test('becomes theirs where they ask for the same, so that the site is asked once', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    const { id } = await of.read();
    expect(await readTab(of.services, of.tab, true)).toEqual({ kind: 'started', job: id });
    expect(of.asked()).toBe(1);
    expect((await of.read()).ask).toEqual({ ...CHATGPT_ASK, pack: true });
    await answer(of);
    expect(await of.read()).toMatchObject({ state: 'done', result: { pack: expect.any(String) } });
  });

  test('is done with by a read of theirs', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    const started = await readTab(of.services, of.tab, false);
    const job = started.kind === 'started' ? started.job : '';
    await tell(of.sink, chatgptRead('c-1', whole(), { job }));
    const { 'read.report': report } = captureHandlers(async () => of.services);
    await report({ kind: 'done', job }, { from: 'site', ...CHATGPT });
    await of.pass(60);
    expect((await of.reads()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(of.asked()).toBe(1);
  });
});

const CHATGPT_ASK = { tab: CHATGPT.tab, site: 'chatgpt', origin: 'https://chatgpt.com', conversation: 'c-1' };
