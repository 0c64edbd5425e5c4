import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { begin, chunk } from '../../src/capture/sink/receive';
import type { Sink } from '../../src/capture/sink/sink';
import { cancelRead, captureHandlers } from '../../src/capture/watch/handlers';
import { readTab, tabState } from '../../src/capture/watch/tab-handlers';
import { afterBrowserStart, afterTabClosed, tidy } from '../../src/capture/watch/tidy';
import { TIDY } from '../../src/capture/watch/wake';
import { base64, utf8 } from '../../src/lib/bytes';
import { openJobs, readJob } from '../../src/store/jobs';
import { openExchanges } from '../../src/store/pending';
import { listSessions } from '../../src/store/sessions';
import { servicesWith } from './browser-doors';
import { capture, headOf, PRACTICE, practiceRead, tell } from './offer';
import { answerStream, chat } from './talk';

describe('a read that is asked for', () => {
  test('injects the relay where none is, and asks it', async () => {
    const { services, seen, sink } = await servicesWith({ relay: null });
    const answer = await readTab(services, 7, false);
    expect(answer).toMatchObject({ kind: 'started' });
    expect(seen.injected).toEqual(['relay practice 7']);
    const [job] = await openJobs(sink.db);
    expect(job).toMatchObject({ kind: 'read', state: 'running', ask: { tab: 7, conversation: 'bread', pack: false } });
    expect(await tabState(services, 7)).toMatchObject({
      site: 'practice',
      conversation: 'bread',
      job: job?.id,
      session: null,
    });
    expect(await readTab(services, 7, false)).toEqual(answer); // twice is once
    expect(seen.alarm).toBe(1);
  });

  test.each([
    [null, 'no-site'],
    ['https://example.org/', 'no-site'],
    [`${PRACTICE.origin}/`, 'no-conversation'],
  ])('of %s is none: %s', async (address, because) => {
    const { services } = await servicesWith({ address });
    expect(await readTab(services, 7, true)).toEqual({ kind: 'unreadable', because });
  });

  test.each([
    ['at once', [true]],
    ['while the popup reads the chat: the site is not asked twice', [false, true]],
  ])('ends with its session, and goes on with the export that was asked for %s', async (_, asked) => {
    const { services, sink, exports } = await servicesWith();
    const answers = [];
    for (const pack of asked) answers.push(await readTab(services, 7, pack));
    expect(await openJobs(sink.db)).toHaveLength(1);
    const answer = answers.at(-1) ?? { kind: 'none' };
    const job = answer.kind === 'started' ? answer.job : '';
    const row = await tell(sink, practiceRead(chat('bread', ['How long?', 'An hour.']), { job }));
    expect(row?.capture).toBe('asked');
    await tidy(services);
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'running' }); // more may come
    await captureHandlers(async () => services)['read.report']({ kind: 'done', job }, { ...PRACTICE, from: 'site' });
    const done = await readJob(sink.db, job);
    const [session] = await listSessions(sink.db);
    expect(done).toMatchObject({ state: 'done', result: { session: session?.id } });
    const pack = done?.kind === 'read' ? (done.result?.pack ?? '') : '';
    expect(await readJob(sink.db, pack)).toMatchObject({ kind: 'export', ask: { sessions: [session?.id] } });
    await expect.poll(exports).toBe(1);
  });

  test('for which there is no room ends at once, says so, and lets go of what came', async () => {
    const { services, sink } = await servicesWith();
    const answer = await readTab(services, 7, false);
    const job = answer.kind === 'started' ? answer.job : '';
    const handlers = captureHandlers(async () => services);
    const from = { from: 'site' as const, ...PRACTICE };
    const head = headOf({ type: null, job });
    const id = `${crypto.randomUUID()}.1`;
    expect(await handlers['capture.begin']({ id, head, request: null }, from)).toBe(true);
    const piece = { id, number: 0, bytes: base64(utf8('{"title":')) };
    expect(await handlers['capture.chunk'](piece, from)).toBe(true);
    const add = IDBObjectStore.prototype.add;
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'chunks') throw new DOMException('no room', 'QuotaExceededError');
      return add.apply(this, args);
    });
    await expect(handlers['capture.chunk']({ ...piece, number: 1 }, from)).rejects.toMatchObject({
      code: 'storage-full',
    });
    full.mockRestore();
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'storage-full' });
    expect(await openExchanges(sink.db)).toEqual([]);
    expect(await sink.db.chunks.count()).toBe(0);
  });

  test.each([
    [
      { kind: 'failed', because: 'signed-out', status: 401 },
      { state: 'failed', error: 'read-signed-out' },
    ],
    [
      { kind: 'failed', because: 'cancelled', status: null },
      { state: 'cancelled', error: null },
    ],
    [
      { kind: 'waiting', seconds: 30 },
      { state: 'running', progress: { step: 'told-to-wait', total: 30 } },
    ],
  ] as const)('is told how it goes: %j', async (report, expected) => {
    const { services, sink } = await servicesWith();
    const answer = await readTab(services, 7, false);
    const job = answer.kind === 'started' ? answer.job : '';
    const handlers = captureHandlers(async () => services);
    const from = { ...PRACTICE, from: 'site' } as const;
    await handlers['read.report']({ ...report, job }, from);
    expect(await readJob(sink.db, job)).toMatchObject(expected);
    await expect(handlers['read.report']({ ...report, job }, { ...from, tab: 8 })).rejects.toMatchObject({
      code: 'refused-sender',
    });
  });

  test('that is cancelled leaves nothing of what came', async () => {
    const { services, sink, seen } = await servicesWith();
    const answer = await readTab(services, 7, false);
    const job = answer.kind === 'started' ? answer.job : '';
    await tell(sink, practiceRead(chat('bread', ['How long?', 'An hour.']), { job }));
    await cancelRead(services, job, 7);
    expect(seen.asked).toContainEqual({ relay: 'cancel', job });
    await tidy(services);
    expect(await listSessions(sink.db)).toEqual([]);
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'cancelled' });
  });
});

/** An exchange of a tab that has begun and not ended. */
async function open(sink: Sink, id: string, body = answerStream('bread', 'How long?', 'An hour.')): Promise<void> {
  const address = `${PRACTICE.origin}/api/chats/bread/messages`;
  const head = headOf({ route: 'answer', method: 'POST', address, type: 'text/event-stream' });
  await begin(sink, { id, head, request: null }, PRACTICE);
  await chunk(sink, { id, number: 0, bytes: base64(utf8(body)) }, PRACTICE);
}
const ID = '0b5e7d10-3c2a-4f6e-9a41-000000000001.1';

describe('what nobody works on any more', () => {
  test('a closed tab: its stream is kept as cut, its read has failed', async () => {
    const { services, sink } = await servicesWith();
    const answer = await readTab(services, 7, false);
    await open(sink, ID);
    await afterTabClosed(services, 7);
    expect(await openExchanges(sink.db)).toEqual([]);
    expect(await listSessions(sink.db)).toMatchObject([{ native: 'bread', last: { cut: true } }]);
    expect(await readJob(sink.db, answer.kind === 'started' ? answer.job : '')).toMatchObject({
      error: 'context-gone',
    });
  });

  test('a browser that starts: tabs have other numbers now', async () => {
    const { services, sink } = await servicesWith({ alarm: 1 });
    await open(sink, ID);
    await readTab(services, 7, false);
    await afterBrowserStart(services);
    expect(await listSessions(sink.db)).toHaveLength(1);
    // the person's read has failed; that what broke off is asked for waits until the chat is shown again
    expect(await openJobs(sink.db)).toMatchObject([{ state: 'waiting', ask: { because: 'watch' } }]);
  });

  test('a quiet exchange goes on while its tab hears it, and is cut when it does not', async () => {
    let now = Date.UTC(2026, 10, 1);
    const { services, sink, seen } = await servicesWith({ alarm: 1 }, () => now);
    await open(sink, ID);
    await tidy(services);
    expect(await openExchanges(sink.db)).toHaveLength(1); // it spoke just now
    now += 120_000;
    seen.relay = () => ({ exchanges: [ID], jobs: [] });
    await tidy(services);
    expect(await openExchanges(sink.db)).toHaveLength(1);
    expect(seen.alarm).toBe(1);
    seen.relay = null; // the tab went to another site
    await tidy(services);
    expect(await openExchanges(sink.db)).toEqual([]);
    expect(await listSessions(sink.db)).toMatchObject([{ last: { cut: true } }]);
    expect(seen.alarm).toBeNull();
  });

  test('a read without a word: alive while its tab says so, then failed', async () => {
    let now = Date.UTC(2026, 10, 1);
    const { services, sink, seen } = await servicesWith({}, () => now);
    const answer = await readTab(services, 7, false);
    const job = answer.kind === 'started' ? answer.job : '';
    now += 200_000;
    seen.relay = () => ({ exchanges: [], jobs: [job] });
    await tidy(services);
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'running' });
    seen.relay = () => 'nonsense';
    await tidy(services);
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'read-no-answer' });
    expect(TIDY).toBe('tidy');
  });

  test('the tab’s state names what stands in the way of keeping', async () => {
    const { services, sink } = await servicesWith();
    await capture(sink, practiceRead(chat('bread', ['How long?', 'An hour.'])));
    const [session] = await listSessions(sink.db);
    expect(await tabState(services, 7)).toMatchObject({ session: session?.id, trouble: null, permitted: false });
    expect(
      await tabState({ ...services, settler: { ...services.settler, trouble: () => 'storage-full' } }, 7),
    ).toMatchObject({ trouble: 'storage-full' });
  });
});
