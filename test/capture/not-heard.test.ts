import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { captureHandlers } from '../../src/capture/watch/handlers';
import { EMPTY } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { adopt } from '../../src/store/adopt';
import { deleteSessions } from '../../src/store/forget';
import { readJournal } from '../../src/store/journal';
import { listSessions, readLog } from '../../src/store/sessions';
import { changeSettings, readSettings } from '../../src/store/settings';
import { CHATGPT, chatgptRead, holds, type Offer, tell } from './offer';
import { A1, A2, ask, firstTurn, turn, U1, U2 } from './turns';
import { CHAT, firstHeard, START, watched } from './watching';

type Of = Awaited<ReturnType<typeof watched>>;

const whole = (): Offer => chatgptRead('c-1', JSON.stringify(firstTurn()));
const nextTurn = (): Offer => chatgptRead('c-1', '', turn(U2, A2, 'a1'));
const kept = async ({ sink }: Of): Promise<number> => (await listSessions(sink.db)).length;
const handlers = ({ services }: Of) => captureHandlers(async () => services);
const OURS = { from: 'page-of-ours' } as const;

/** Offers the beginning of an exchange as the relay does: true where it is taken on. */
async function offered(of: Of, native = 'c-1'): Promise<boolean> {
  const head = { route: 'conversation', method: 'GET', status: 200, type: 'application/json', job: null } as const;
  const address = `https://chatgpt.com/backend-api/conversation/${native}`;
  const whence = { from: 'site', ...CHATGPT } as const;
  const id = `${crypto.randomUUID()}.1`;
  const page = `https://chatgpt.com/c/${native}`;
  return handlers(of)['capture.begin']({ id, head: { ...head, address, page }, request: null }, whence);
}

describe('a pause', () => {
  test('of an hour holds for all chats of the site, and ends by itself', async () => {
    const of = await watched();
    await handlers(of)['watch.pause']({ site: 'chatgpt', conversation: null, minutes: 60 }, OURS);
    expect(await offered(of)).toBe(false);
    expect(of.seen.marks).toEqual([
      [7, true],
      [CHATGPT.tab, true],
    ]);
    await of.pass(3599);
    expect(await offered(of)).toBe(false);
    await of.pass(1);
    expect(await offered(of)).toBe(true);
  });

  test('of one chat leaves the others', async () => {
    const of = await watched();
    await handlers(of)['watch.pause']({ site: 'chatgpt', conversation: 'c-1', minutes: null }, OURS);
    expect([await offered(of), await offered(of, 'c-2')]).toEqual([false, true]);
    await of.pass(365 * 24 * 3600);
    expect(await offered(of)).toBe(false);
    await handlers(of)['watch.resume']({ site: 'chatgpt', conversation: 'c-1' }, OURS);
    expect(await offered(of)).toBe(true);
    expect(of.seen.marks.at(-1)).toEqual([7, false]);
  });

  test('of the site, as an older release wrote it, holds until it is ended', async () => {
    const of = await watched();
    await changeSettings(of.sink.db, { paused: ['chatgpt'] });
    expect(await offered(of)).toBe(false);
    await handlers(of)['watch.resume']({ site: 'chatgpt', conversation: null }, OURS);
    expect(await offered(of)).toBe(true);
    expect(await readSettings(of.sink.db)).toMatchObject({ paused: [], pauses: [] });
  });

  test('ends what was still wanted of the chat', async () => {
    const of = await watched();
    await of.hear(firstHeard());
    await handlers(of)['watch.pause']({ site: 'chatgpt', conversation: 'c-1', minutes: null }, OURS);
    await of.pass(60);
    expect(await of.read()).toMatchObject({ state: 'cancelled' });
    expect(of.asked()).toBe(0);
  });

  test('keeps nothing from the person’s own read', async () => {
    const of = await watched();
    await handlers(of)['watch.pause']({ site: 'chatgpt', conversation: null, minutes: null }, OURS);
    await ask(of.sink, firstTurn());
    expect(await kept(of)).toBe(1);
  });
});

describe('a temporary chat', () => {
  const WORD = 'When is the ebb?';
  const temporary = { history_and_training_disabled: true };
  const leavesNothing = async (of: Of): Promise<void> => {
    expect(await kept(of)).toBe(0);
    expect(await holds(of.sink.db, WORD)).toEqual([]);
    expect(await of.reads()).toEqual([]);
  };

  test('leaves nothing where the request says what it is, and the journal says so without its words', async () => {
    const of = await watched();
    await of.hear(firstHeard({ ...turn(U1, A1, 'client-created-root', temporary), page: '/' }));
    await leavesNothing(of);
    expect(await readJournal(of.sink.db)).toMatchObject([{ what: 'dropped', site: 'chatgpt', detail: 'temporary' }]);
    // what comes of it later, without a word of what it is
    await of.hear(chatgptRead('c-1', '', { ...turn(U2, A2, 'a1'), page: '/' }));
    await leavesNothing(of);
    await of.hear(whole());
    await leavesNothing(of);
  });

  test('is not even taken on where the page’s address says so', async () => {
    const of = await watched();
    expect(await tell(of.sink, firstHeard({ page: '/?temporary-chat=true' }))).toBeNull();
    await leavesNothing(of);
  });

  test('takes along what was heard of it before that was known', async () => {
    const of = await watched();
    await of.hear(firstHeard());
    expect(await kept(of)).toBe(1);
    await of.hear({ ...whole(), body: JSON.stringify({ ...firstTurn(), is_temporary_chat: true }) });
    await leavesNothing(of);
  });

  test('is not kept by a read that nobody asked for', async () => {
    const of = await watched();
    await of.hear(firstHeard());
    await of.pass(20);
    const { id: job } = await of.read();
    const body = JSON.stringify({ ...firstTurn(), is_temporary_chat: true });
    await tell(of.sink, chatgptRead('c-1', body, { job }));
    await of.pass(0);
    expect(await kept(of)).toBe(0);
    expect(await holds(of.sink.db, WORD)).toEqual([]);
  });

  test('is kept where the person asks for that one, and stays then', async () => {
    const of = await watched();
    const body = { ...firstTurn(), is_temporary_chat: true };
    await of.hear({ ...whole(), body: JSON.stringify(body) });
    await ask(of.sink, body);
    expect(await kept(of)).toBe(1);
    await of.hear({ ...whole(), body: JSON.stringify(body) });
    expect(await kept(of)).toBe(1);
  });

  test('is kept in a tab in which the person says so, as long as the tab shows it', async () => {
    const of = await watched();
    const from = { from: 'site', ...CHATGPT } as const;
    const begins = (page: string): Promise<boolean> =>
      handlers(of)['capture.begin'](
        {
          id: `${crypto.randomUUID()}.1`,
          head: {
            ...{ route: 'stream', method: 'POST', address: 'https://chatgpt.com/backend-api/f/conversation' },
            ...{ page, status: 200, type: 'text/event-stream', job: null },
          },
          request: null,
        },
        from,
      );
    const hidden = 'https://chatgpt.com/?temporary-chat=true';
    await handlers(of)['watch.keep']({ tab: CHATGPT.tab }, OURS);
    expect(await begins(hidden)).toBe(true);
    expect(await begins(CHAT)).toBe(true);
    expect(await begins(hidden)).toBe(false);
  });
});

describe('a chat that was deleted here and is open there', () => {
  const deleted = async (): Promise<Of> => {
    const of = await watched();
    await of.hear(whole());
    const [row] = await listSessions(of.sink.db);
    await deleteSessions(of.sink.db, [row?.id ?? ''], new Date(START).toISOString());
    return of;
  };

  test('does not come back by what its page reads again', async () => {
    const of = await deleted();
    await of.hear(whole());
    expect(await kept(of)).toBe(0);
  });

  test('begins anew with a new turn, of which alone it is, and nothing is asked', async () => {
    const of = await deleted();
    await of.hear(nextTurn());
    await of.hear(whole());
    await of.pass(60);
    expect(of.asked()).toBe(0);
    expect(await listSessions(of.sink.db)).toMatchObject([{ counts: { messages: 2 } }]);
    expect(await of.reads()).toEqual([]);
  });

  test('is heard again when it was restored out of a backup', async () => {
    const of = await watched();
    await of.hear(whole());
    const [row] = await listSessions(of.sink.db);
    if (!row) throw new Error('nothing was kept');
    const lines = ((await readLog(of.sink.db, row.id)) ?? []).map((line) => ({
      line,
      event: JSON.parse(line) as Event,
    }));
    await deleteSessions(of.sink.db, [row.id], new Date(START).toISOString());
    const { key, site, origin, native, containers, tail } = row;
    const identity = { key, site, origin, native };
    await adopt(of.sink.db, { session: row.id, identity, copy: null, containers, after: EMPTY, lines, tail });
    await of.hear(nextTurn());
    await of.hear(whole());
    expect(await listSessions(of.sink.db)).toMatchObject([{ last: { route: 'conversation', capture: 'heard' } }]);
  });

  test('comes back where the person asks for it, and is heard again', async () => {
    const of = await deleted();
    await ask(of.sink, firstTurn());
    expect(await kept(of)).toBe(1);
    await of.hear(whole());
    expect(await listSessions(of.sink.db)).toMatchObject([{ last: { capture: 'heard' } }]);
  });
});
