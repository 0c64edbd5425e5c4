import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { captureHandlers } from '../../src/capture/watch/handlers';
import type { Services } from '../../src/capture/watch/services';
import { readTab } from '../../src/capture/watch/tab-handlers';
import { tidy } from '../../src/capture/watch/tidy';
import type { Event } from '../../src/model/event';
import { type SessionView, viewOf } from '../../src/projection/view';
import { PAGE_ROUTE } from '../../src/providers/kit/page-route';
import type { Database } from '../../src/store/database';
import { readJob } from '../../src/store/jobs';
import { listSessions, readLog } from '../../src/store/sessions';
import { HARBOUR, harbour } from '../sites/chatgpt/harbour';
import { servicesWith } from './browser-doors';
import { CHATGPT, chatgptRead, everything, holds, type Offer, tell } from './offer';

const ADDRESS = `${CHATGPT.origin}/c/${HARBOUR}`;
const tab = CHATGPT.tab;

const article = (id: string, role: string, words: string): string =>
  `<article data-message-author-role="${role}" data-message-id="${id}"><p>${words}</p></article>`;
const page = (...articles: string[]): string =>
  `<!doctype html><html><head><title>Over the bar | ChatGPT</title></head><body><main>${articles.join('')}</main>
  <script>{"accessToken":"PLANTED-in-a-script"}</script><nav>PLANTED-other-chat</nav></body></html>`;
const viewIn = async (db: Database, session = ''): Promise<SessionView> =>
  viewOf(((await readLog(db, session)) ?? []).map((line): Event => JSON.parse(line)));

const ASKED = article('a1', 'user', 'When is slack water?');
const ANSWERED = article('a2', 'assistant', 'At <b>nine</b>.');

const shown = (body: string, job: string, more: Partial<Offer> = {}): Offer =>
  chatgptRead(HARBOUR, body, { route: PAGE_ROUTE, path: `/c/${HARBOUR}`, job, ...more });

/** A read of the tab, whose relay has asked the site and got this. */
async function readThat(services: Services, told: Offer | { because: 'refused' | 'signed-out' }): Promise<string> {
  const answer = await readTab(services, tab, false);
  const job = answer.kind === 'started' ? answer.job : '';
  const report = captureHandlers(async () => services)['read.report'];
  const from = { ...CHATGPT, from: 'site' } as const;
  if ('because' in told) await report({ kind: 'failed', job, because: told.because, status: null }, from);
  else {
    await tell(services.sink, { ...told, job });
    await report({ kind: 'done', job }, from);
  }
  await tidy(services);
  return job;
}

async function showing(services: Services, job: string, body: string): Promise<void> {
  await tell(services.sink, shown(body, job));
  await captureHandlers(async () => services)['read.report']({ kind: 'done', job }, { ...CHATGPT, from: 'site' });
  await tidy(services);
}

const drifted = chatgptRead(HARBOUR, '{"nodes":{}}');

describe('where the site’s own call gives nothing', () => {
  test.each([
    ['an answer that cannot be read', drifted, 'read-drift'],
    ['a refusal', { because: 'refused' }, 'read-refused'],
  ] as const)('%s: the page itself is read, and the job says why', async (_, told, because) => {
    const { services, sink, seen } = await servicesWith({ address: ADDRESS });
    const job = await readThat(services, told);
    expect(seen.asked).toContainEqual({ relay: 'page', job });
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'running', page: 'asked', because });
    await showing(services, job, page(ASKED, ANSWERED));
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'done', because });
    const [session] = await listSessions(sink.db);
    expect(session).toMatchObject({ native: HARBOUR, title: 'Over the bar', last: { capture: 'page' } });
    const view = await viewIn(sink.db, session?.id);
    const messages = [...view.current.values()].filter(({ kind }) => kind === 'message');
    expect(messages.map(({ id, fidelity, source }) => [id, fidelity, source.capture, source.form])).toEqual([
      ['chatgpt:a1', 'partial', 'page', 'page'],
      ['chatgpt:a2', 'partial', 'page', 'page'],
    ]);
    expect(await holds(sink.db, 'PLANTED')).toEqual([]);
  });

  test('a page that shows no conversation changes nothing: the first reason counts', async () => {
    const { services, sink } = await servicesWith({ address: ADDRESS });
    const job = await readThat(services, { because: 'refused' });
    await showing(services, job, page('<h1>Log in</h1>'));
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'read-refused' });
    expect(await listSessions(sink.db)).toEqual([]);
  });

  test('a tab that is gone ends the read', async () => {
    const { services, sink, seen } = await servicesWith({ address: ADDRESS });
    seen.relay = ({ relay }) => (relay === 'page' ? null : true);
    const job = await readThat(services, { because: 'refused' });
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'read-refused' });
  });

  test('whoever is signed out is told so', async () => {
    const { services, sink, seen } = await servicesWith({ address: ADDRESS });
    const job = await readThat(services, { because: 'signed-out' });
    expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'read-signed-out' });
    expect(seen.asked).not.toContainEqual({ relay: 'page', job });
  });
});

test('what a page shows is never heard, nor taken from a page without a conversation', async () => {
  const { services } = await servicesWith({ address: ADDRESS });
  const answer = await readTab(services, tab, false);
  const job = answer.kind === 'started' ? answer.job : '';
  const { job: _, ...heard } = shown(page(ASKED), job);
  expect(await tell(services.sink, heard)).toBeNull();
  expect(await tell(services.sink, shown(page(ASKED), job, { path: '/' }))).toBeNull();
  expect(await tell(services.sink, shown(page(ASKED), job, { from: { ...CHATGPT, tab: 9 } }))).toBeNull();
});

test('a page that was left while it was handed over is no page', async () => {
  const { services, sink } = await servicesWith({ address: ADDRESS });
  const job = await readThat(services, { because: 'refused' });
  await tell(sink, shown(page(ASKED), job, { whole: false }));
  await tidy(services);
  expect(await readJob(sink.db, job)).toMatchObject({ state: 'failed', error: 'read-refused' });
  expect(await listSessions(sink.db)).toEqual([]);
});

test('a read of the site outranks the page, in any order, in all that is shown of the session', async () => {
  const tree = harbour();
  const nodes = Object.values(tree.mapping).flatMap(({ message }) => (message ? [message] : []));
  const last = nodes.at(-1);
  const both = page(article(nodes[2]?.id ?? '', 'user', 'Other words'), article(last?.id ?? '', 'assistant', 'Others'));
  const nameless =
    '<section data-testid="conversation-turn-9" data-turn="assistant"><iframe title="a"></iframe></section>';
  const rows = await Promise.all(
    (['none', 'before', 'after'] as const).map(async (when) => {
      const { services, sink } = await servicesWith({ address: ADDRESS });
      const read = (): Promise<string> => readThat(services, chatgptRead(HARBOUR, JSON.stringify(tree)));
      const see = async (): Promise<void> => {
        const job = await readThat(services, { because: 'refused' });
        await showing(services, job, both.replace('</main>', `${nameless}</main>`));
      };
      if (when === 'before') await see();
      await read();
      if (when === 'after') await see();
      const [session] = await listSessions(sink.db);
      const view = await viewIn(sink.db, session?.id);
      const events = [...view.current.values()].filter(
        ({ kind }) => kind !== 'session.started' && kind !== 'context.edit',
      );
      const { title, leaf, counts } = session ?? {};
      expect((await everything(sink.db)).exchanges).toEqual([]);
      return {
        title,
        leaf,
        counts: { messages: counts?.messages, gaps: counts?.gaps },
        events: new Map(events.map(({ id, kind, body, parents }) => [id, { kind, body, parents }])),
      };
    }),
  );
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
});
