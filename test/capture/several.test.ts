import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { captureHandlers } from '../../src/capture/watch/handlers';
import { readTab, tabState } from '../../src/capture/watch/tab-handlers';
import { afterTabClosed, tidy } from '../../src/capture/watch/tidy';
import { readJob } from '../../src/store/jobs';
import { readJournal } from '../../src/store/journal';
import { listSessions } from '../../src/store/sessions';
import { servicesWith } from './browser-doors';
import { CHATGPT, chatgptRead, type Offer, tell } from './offer';

const ID = '6a3f-1';
const say = (id: string, role: string, text: string): object => ({
  id,
  author: { role },
  content: { content_type: 'text', parts: [text] },
});
const info = (cursor: string, previous: boolean) => ({ start_cursor: cursor, has_previous_page: previous });
const newest = {
  title: 'Tides',
  current_node: 'a2',
  messages: [say('q2', 'user', 'And then?'), say('a2', 'assistant', 'Ebb.')],
};
const older = { messages: [say('q1', 'user', 'When?'), say('a1', 'assistant', 'At ten.')] };

/** A read of a tab that shows a conversation of ChatGPT, under way. */
async function reading(pack = false, page = `/c/${ID}`) {
  const { services, sink, exports } = await servicesWith({ address: `${CHATGPT.origin}${page}` });
  const answer = await readTab(services, CHATGPT.tab, pack);
  const job = answer.kind === 'started' ? answer.job : '';
  const handlers = captureHandlers(async () => services);
  const turns = (body: unknown, path = '?num_turns=100', route = 'turns'): Promise<unknown> =>
    tell(
      sink,
      chatgptRead(ID, JSON.stringify(body), {
        route,
        path: `/backend-api/conversations/${ID}${path}`,
        job,
        page,
      } as Partial<Offer>),
    );
  return {
    ...{ services, sink, exports, job },
    first: () => turns({ ...newest, page_info: info('q2', true) }),
    second: (body: unknown = { ...older, page_info: info('q1', false) }) =>
      turns(body, '/messages?before=q2&num_turns=100', 'older-turns'),
    turns,
    done: () => handlers['read.report']({ kind: 'done', job }, { ...CHATGPT, from: 'site' }),
    now: () => readJob(sink.db, job),
  };
}

describe('a read of several exchanges', () => {
  test('ends after its last: done, then read', async () => {
    const read = await reading(true);
    await read.first();
    await tidy(read.services);
    expect(await read.now()).toMatchObject({ state: 'running' });
    await read.second();
    await read.done();
    await tidy(read.services);
    const [session] = await listSessions(read.sink.db);
    expect(session?.counts).toMatchObject({ messages: 4, gaps: 0 });
    expect(await read.now()).toMatchObject({ state: 'done', result: { session: session?.id } });
    expect(await read.sink.db.jobs.filter(({ kind }) => kind === 'export').count()).toBe(1);
  });

  test('ends after its last: read, then done, though the background was begun anew between', async () => {
    const read = await reading();
    await read.first();
    await read.second();
    await tidy(read.services);
    expect(await read.now()).toMatchObject({ state: 'running' });
    await read.done();
    expect(await read.now()).toMatchObject({ state: 'done', result: { pack: null } });
  });

  test('keeps what came when its tab is closed before the last', async () => {
    const read = await reading(true);
    await read.first();
    await afterTabClosed(read.services, CHATGPT.tab);
    expect(await read.now()).toMatchObject({ state: 'failed', error: 'context-gone', result: null });
    const [session] = await listSessions(read.sink.db);
    expect(session?.counts).toMatchObject({ messages: 2, gaps: 1 });
    expect(read.exports()).toBe(0);
  });

  test('one that cannot be read fails nothing where another was, and is kept', async () => {
    const read = await reading();
    await read.first();
    await read.second({ messages: 'of a form that nobody knows' });
    await read.done();
    await tidy(read.services);
    expect(await read.now()).toMatchObject({ state: 'done' });
    expect((await readJournal(read.sink.db)).map(({ what }) => what)).toContain('drift');
    const [session] = await listSessions(read.sink.db);
    expect(session?.native).toBe(ID);
    expect(session?.counts.gaps).toBe(2); // the place of the older page, and what could not be read
  });

  test('of which none could be read ends with the reason, once the page itself was tried too', async () => {
    const read = await reading();
    await read.turns({ messages: 'of a form that nobody knows' });
    await tidy(read.services);
    expect(await read.now()).toMatchObject({ because: 'read-drift', result: null });
    await read.done();
    await read.done();
    expect(await read.now()).toMatchObject({ state: 'failed', error: 'read-drift' });
    expect(await read.second()).toBeNull(); // the relay is told that nothing more is wanted
  });
});

test('a snapshot is kept under the conversation it was taken of, and its page knows it', async () => {
  const read = await reading(false, '/share/6a7f-9');
  const list = [{ id: 'q1', message: say('q1', 'user', 'When?') }];
  const body = JSON.stringify({ title: 'Shared', backing_conversation_id: ID, linear_conversation: list });
  const shared = { route: 'share', path: '/backend-api/share/6a7f-9', page: '/share/6a7f-9', job: read.job };
  await tell(read.sink, chatgptRead(ID, body, shared));
  await read.done();
  await tidy(read.services);
  const [session] = await listSessions(read.sink.db);
  expect(session?.native).toBe(ID);
  expect(await tabState(read.services, CHATGPT.tab)).toMatchObject({ conversation: '6a7f-9', session: session?.id });
});
