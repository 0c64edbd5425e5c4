import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { settle } from '../../src/capture/sink/settle';
import type { Sink } from '../../src/capture/sink/sink';
import { captureHandlers } from '../../src/capture/watch/handlers';
import { readTab } from '../../src/capture/watch/tab-handlers';
import { tidy } from '../../src/capture/watch/tidy';
import type { Event } from '../../src/model/event';
import { gapsOf } from '../../src/projection/lacks';
import { type SessionView, viewOf } from '../../src/projection/view';
import { readJob } from '../../src/store/jobs';
import { listSessions, readLog } from '../../src/store/sessions';
import { servicesWith } from './browser-doors';
import { CHATGPT, capture, chatgptRead, newDatabase, sinkOver, tell } from './offer';

const PROJECT = 'g-p-0001';
const OTHER = 'g-p-0002';

const chat = (more: object): string =>
  JSON.stringify({
    title: 'Tides',
    conversation_id: 'c-1',
    current_node: 'q',
    mapping: {
      q: { id: 'q', parent: null, children: [], message: said },
    },
    ...more,
  });
const said = { id: 'q', author: { role: 'user' }, content: { content_type: 'text', parts: ['When?'] } };
const whole = (more: object) => chatgptRead('c-1', chat(more));

const record = (id: string, instructions = `Of ${id}.`) => JSON.stringify({ gizmo: { id, instructions }, files: [] });
const about = (id: string, body = record(id), page = '/c/c-1', job?: string) => ({
  ...{ from: CHATGPT, route: 'gizmo', method: 'GET', path: `/backend-api/gizmos/${id}`, page, body },
  ...(job === undefined ? {} : { job }),
});
const memories = (page = '/c/c-1') => ({
  ...{ from: CHATGPT, route: 'memories', method: 'GET', path: '/backend-api/memories', page },
  body: JSON.stringify({ memories: [{ id: 'm', content: 'Likes metres.' }] }),
});

async function viewIn(sink: Sink): Promise<SessionView> {
  const sessions = await listSessions(sink.db);
  expect(sessions).toHaveLength(1);
  const lines = (await readLog(sink.db, sessions[0]?.id ?? '')) ?? [];
  return viewOf(lines.map((line) => JSON.parse(line) as Event));
}

const textsIn = (view: SessionView): string[] =>
  [...view.current.values()].flatMap(({ kind, body }) =>
    kind === 'config' && 'parts' in body ? (body.parts as { text: string }[]).map(({ text }) => text) : [],
  );
const waiting = (sink: Sink): Promise<number> => sink.db.exchanges.count();

describe('what the page loads beside a conversation', () => {
  test('is in its log, in the place of the gap that said that it lacks', async () => {
    const sink = sinkOver(await newDatabase());
    await capture(sink, whole({ gizmo_id: PROJECT }));
    expect(gapsOf(await viewIn(sink)).map(({ id }) => id)).toContain(`chatgpt:${PROJECT}/config`);
    const row = await capture(sink, about(PROJECT));
    expect(row?.native).toBe('c-1');
    const view = await viewIn(sink);
    expect(textsIn(view)).toEqual([`Of ${PROJECT}.`]);
    expect(gapsOf(view).map(({ id }) => id)).toEqual(['chatgpt:c-1/gap.instructions']);
    // read once more, nothing is added
    await capture(sink, whole({ gizmo_id: PROJECT }));
    await capture(sink, about(PROJECT));
    expect(textsIn(await viewIn(sink))).toEqual([`Of ${PROJECT}.`]);
  });

  test('other words later are a new version of the same settings', async () => {
    const sink = sinkOver(await newDatabase());
    await capture(sink, whole({ gizmo_id: PROJECT }));
    await capture(sink, about(PROJECT));
    await capture(sink, about(PROJECT, record(PROJECT, 'Otherwise.')));
    const view = await viewIn(sink);
    expect(textsIn(view)).toEqual(['Otherwise.']);
    expect(view.log.filter(({ id, kind }) => id === `chatgpt:${PROJECT}/config` && kind === 'config')).toHaveLength(2);
  });

  test('waits for its conversation, which the page asks for at the same time', async () => {
    const sink = sinkOver(await newDatabase());
    const early = await tell(sink, about(PROJECT));
    for (let n = 0; n < 6; n++) expect(early && (await settle(sink, early))).toBeNull();
    expect([await waiting(sink), await listSessions(sink.db)]).toEqual([1, []]);
    await capture(sink, whole({ gizmo_id: PROJECT }));
    if (early) await settle(sink, early);
    expect(await waiting(sink)).toBe(0);
    expect(textsIn(await viewIn(sink))).toEqual([`Of ${PROJECT}.`]);
  });

  test('but not for ever, and not where the page shows none', async () => {
    let hours = 0;
    const now = (): number => Date.UTC(2026, 10, 1, hours);
    const sink = sinkOver(await newDatabase(), { now });
    const early = await tell(sink, about(PROJECT));
    hours = 1;
    if (early) await settle(sink, early);
    await capture(sink, about(PROJECT, record(PROJECT), '/'));
    expect([await waiting(sink), await listSessions(sink.db)]).toEqual([0, []]);
  });

  test('of another project is not kept', async () => {
    const sink = sinkOver(await newDatabase());
    await capture(sink, whole({ gizmo_id: PROJECT }));
    await capture(sink, about(OTHER));
    await capture(sink, about(PROJECT, record(OTHER)));
    expect(textsIn(await viewIn(sink))).toEqual([]);
    expect(await waiting(sink)).toBe(0);
    const free = sinkOver(await newDatabase());
    await capture(free, whole({}));
    await capture(free, about(PROJECT));
    expect(textsIn(await viewIn(free))).toEqual([]);
  });

  test('of the account is of the conversation that the page shows', async () => {
    const sink = sinkOver(await newDatabase());
    await capture(sink, whole({}));
    await capture(sink, memories());
    expect(textsIn(await viewIn(sink))).toEqual(['Likes metres.']);
  });

  test('and nothing comes of what is no such answer', async () => {
    const sink = sinkOver(await newDatabase());
    await capture(sink, whole({ gizmo_id: PROJECT }));
    for (const body of ['{}', 'null', '<html>', '']) await capture(sink, about(PROJECT, body));
    expect(textsIn(await viewIn(sink))).toEqual([]);
    expect(await waiting(sink)).toBe(0);
  });
});

describe('a read that asks for it', () => {
  async function reading() {
    const { services, sink } = await servicesWith({ address: `${CHATGPT.origin}/c/c-1` });
    const answer = await readTab(services, CHATGPT.tab, false);
    const job = answer.kind === 'started' ? answer.job : '';
    const handlers = captureHandlers(async () => services);
    const done = async (): Promise<unknown> => {
      await handlers['read.report']({ kind: 'done', job }, { ...CHATGPT, from: 'site' });
      await tidy(services);
      return readJob(sink.db, job);
    };
    return { sink, job, done };
  }

  test('ends with both in one session', async () => {
    const { sink, job, done } = await reading();
    await tell(sink, { ...whole({ gizmo_id: PROJECT }), job });
    await tell(sink, about(PROJECT, record(PROJECT), '/c/c-1', job));
    expect(await done()).toMatchObject({ state: 'done' });
    expect(textsIn(await viewIn(sink))).toEqual([`Of ${PROJECT}.`]);
  });

  test('does not fail for what stands beside it', async () => {
    const { sink, job, done } = await reading();
    await tell(sink, { ...whole({ gizmo_id: PROJECT }), job });
    await tell(sink, about(PROJECT, '{"odd":1}', '/c/c-1', job));
    expect(await done()).toMatchObject({ state: 'done' });
    expect(textsIn(await viewIn(sink))).toEqual([]);
  });

  test('that gave nothing but that gave nothing', async () => {
    const { sink, job, done } = await reading();
    await tell(sink, about(PROJECT, record(PROJECT), '/c/c-1', job));
    expect(await done()).toMatchObject({ page: expect.any(String) });
    expect(await listSessions(sink.db)).toEqual([]);
  });
});
