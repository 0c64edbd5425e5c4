import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import type { CamePage } from '../../src/capture/sink/begin-page';
import { settlePages } from '../../src/capture/sink/settle-page';
import { captureHandlers } from '../../src/capture/watch/handlers';
import { cancelPages, goOnWithPages } from '../../src/capture/watch/pages';
import type { CitedPage, Services } from '../../src/capture/watch/services';
import { tidy } from '../../src/capture/watch/tidy';
import type { ReadCopy } from '../../src/intake/page-reading';
import { looseText, utf8 } from '../../src/lib/bytes';
import { member } from '../../src/lib/json';
import { isoTime } from '../../src/lib/time';
import type { Event } from '../../src/model/event';
import { sourcePageId } from '../../src/model/ids';
import { sourcePageOf } from '../../src/projection/source-pages';
import { viewOf } from '../../src/projection/view';
import type { PagesJob } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';
import { listSessions, readLog } from '../../src/store/sessions';
import { changeSettings } from '../../src/store/settings';
import { servicesWith } from './browser-doors';
import { capture, chatgptRead } from './offer';

const TIDES = 'https://tides.example/tables';
const GONE = 'https://gone.example/';
const HOME = 'http://192.168.1.1/admin';

/** A conversation whose two messages cite these pages. */
function conversation(): string {
  const cite = (urls: readonly string[]) => ({
    content_references: [
      { type: 'sources_footnote', sources: urls.map((url) => ({ title: `At ${url}`, url, attribution: 'a site' })) },
    ],
  });
  const message = (id: string, urls: readonly string[]) => ({
    id,
    author: { role: 'assistant' },
    content: { content_type: 'text', parts: ['High water at nine.'] },
    metadata: cite(urls),
  });
  const mapping = {
    root: { id: 'root', message: null, parent: null, children: ['m1'] },
    m1: { id: 'm1', message: message('m1', [TIDES, GONE, HOME]), parent: 'root', children: ['m2'] },
    m2: { id: 'm2', message: message('m2', [`${TIDES}#noon`]), parent: 'm1', children: [] },
  };
  return JSON.stringify({ title: 'Tides', conversation_id: 'abc', current_node: 'm2', mapping });
}

const readCopy: ReadCopy = async (bytes) => ({
  ...{ title: 'Tides', byline: null, published: null, language: null, markdown: `${looseText(bytes)}\n` },
  tool: { name: 'words', version: '1' },
  images: [...looseText(bytes).matchAll(/!\((.*?)\)/g)].map(([, address]) => address ?? ''),
});

/** A background over one kept conversation, and a web that answers as `answer` says. */
async function background(answer: (page: CitedPage, asked: number) => Promise<Partial<CamePage>>) {
  const { services: bare, sink, seen } = await servicesWith();
  await capture(sink, chatgptRead('abc', conversation()));
  const session = (await listSessions(sink.db))[0]?.id ?? '';
  const asked: string[] = [];
  const works: Promise<void>[] = [];
  const services: Services = {
    ...bare,
    awake: (work) => {
      const running = work();
      works.push(running);
      return running;
    },
    startCopies: () => settlePages(sink, { readCopy, tools: 'words 1' }),
    fetchPage: async (page) => {
      asked.push(page.address.href);
      const now = isoTime(sink.now());
      const record = {
        ...{ url: page.address.href, method: 'fetch', status: 200, started: now, finished: now, date: null },
        ...{ lastModified: null, etag: null, contentType: 'text/plain', contentLength: null, bytes: 0 },
        truncated: false,
      } as const;
      const came = await answer(page, asked.length);
      page.signal.throwIfAborted();
      return { kind: 'page', record, bytes: utf8(page.address.href), ...came } as CamePage;
    },
  };
  const handlers = captureHandlers(async () => services);
  const view = async () => viewOf(((await readLog(sink.db, session)) ?? []).map((line) => JSON.parse(line) as Event));
  return {
    services,
    sink,
    seen,
    session,
    asked,
    view,
    async start(urls: readonly string[], giveBack: readonly string[] = [], images = false): Promise<string> {
      const ask = { session, urls: [...urls], giveBack: [...giveBack], images };
      return (await handlers['pages.start'](ask, { from: 'page-of-ours' })).job;
    },
    async settled(): Promise<void> {
      for (let n = 0; n < works.length; n++) await works[n]?.catch(() => undefined);
    },
    async job(id: string): Promise<PagesJob> {
      const job = await readJob(sink.db, id);
      if (job?.kind !== 'pages') throw new Error('no job of pages');
      return job;
    },
  };
}

const notFound = (page: CitedPage): Partial<CamePage> =>
  page.address.href === GONE ? { kind: 'failed', why: 'not-found', because: 'status' } : {};

test('each page is asked for once, kept or named with its reason, and grants for it alone are given back', async () => {
  const at = await background(async (page) => notFound(page));
  const others = ['https://tides.example/*', 'https://not-asked.example/*'];
  const id = await at.start([TIDES, `${TIDES}#noon`, GONE, 'https://never-cited.example/', 'nonsense'], others);
  await expect.poll(async () => (await at.job(id)).state).toBe('done');
  await at.settled();
  expect(at.asked.sort()).toEqual([GONE, `${TIDES}#noon`]);
  expect(await at.job(id)).toMatchObject({ result: { kept: 1, lacking: 1 }, ask: { giveBack: [] } });
  expect(at.seen.givenBack).toEqual(['https://tides.example/*']);
  const view = await at.view();
  const tides = sourcePageOf(view, TIDES);
  expect(tides?.copy?.parents).toHaveLength(2); // both messages that cite it
  expect(sourcePageOf(view, GONE)).toMatchObject({ copy: null, gap: { body: { why: 'not-found' } } });
  expect(sourcePageOf(view, HOME)).toBeNull();
});

describe('pictures in the pages', () => {
  const ends = ({ body }: Event): string =>
    [member(body, 'why'), ...['because', 'picture'].map((name) => member(member(body, 'what'), name))].join(' ');
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
    'base64',
  );
  const WANTED = ['https://tides.example/*', 'https://gone.example/*'];
  const [CHART, PAGE_, LOST] = ['chart.png', 'page.png', 'lost.png'].map((name) => `https://tides.example/${name}`);
  const text = `!(${CHART}) !(${PAGE_}) !(${LOST}) !(https://cdn.example/a.png) !(${HOME}) !(data:image/png;base64,x)`;
  const web = async ({ address: { href }, isPicture }: CitedPage): Promise<Partial<CamePage>> => {
    if (href === TIDES) return { bytes: utf8(text) };
    if (href === CHART) return { bytes: new Uint8Array(isPicture ? PNG : []) };
    if (href === LOST) return { kind: 'failed', why: 'not-found', because: 'status' };
    return { bytes: utf8('<!doctype html><p>Not here') };
  };

  test('are asked for after them, on the servers of the asking alone, and each comes to one end', async () => {
    const at = await background(web);
    const id = await at.start([TIDES, GONE], WANTED, true);
    await expect.poll(async () => (await at.job(id)).state).toBe('done');
    await at.settled();
    expect(at.asked.sort()).toEqual([CHART, GONE, LOST, PAGE_, TIDES].sort());
    expect(await at.job(id)).toMatchObject({ result: { kept: 2, lacking: 0 }, progress: { done: 7, total: 7 } });
    const [chart, ...others] = sourcePageOf(await at.view(), TIDES)?.pictures ?? [];
    expect(chart).toMatchObject({
      kind: 'artifact',
      parents: [sourcePageId(TIDES)],
      body: { role: 'source-image', url: CHART, mime: 'image/png', bytes: PNG.length, method: 'fetch' },
    });
    expect(others.every(({ kind, parents }) => kind === 'gap' && parents[0] === sourcePageId(TIDES))).toBe(true);
    expect(others.map(ends).sort()).toEqual([
      `not-asked not-permitted ${HOME}`,
      'not-asked not-permitted https://cdn.example/a.png',
      `not-found status ${LOST}`,
      `unsupported no-picture ${PAGE_}`,
    ]);
  });

  test('hold the grants until they have come, and are not asked for where nobody wants them', async () => {
    const at = await background(web);
    const alone = await at.start([TIDES]);
    await expect.poll(async () => (await at.job(alone)).state).toBe('done');
    await at.settled();
    expect(at.asked).toEqual([TIDES]);
    const id = await at.start([TIDES], WANTED, true);
    await expect.poll(async () => (await at.job(id)).state).toBe('done');
    await at.settled();
    await goOnWithPages(at.services);
    expect(at.seen.givenBack).toEqual(['https://tides.example/*']);
  });

  test('beyond the limit of the settings are named and not fetched', async () => {
    const at = await background(web);
    await changeSettings(at.sink.db, { pageImages: 1 });
    const id = await at.start([TIDES], [], true);
    await expect.poll(async () => (await at.job(id)).state).toBe('done');
    expect(at.asked).toEqual([TIDES, CHART]);
    const [, ...others] = sourcePageOf(await at.view(), TIDES)?.pictures ?? [];
    const left = others.map(ends).filter((each) => each.startsWith('not-asked limit'));
    expect(left.sort()).toEqual([`not-asked limit ${LOST}`, `not-asked limit ${PAGE_}`]);
  });
});

test('asked for again: what is as it was writes no line, what is otherwise does', async () => {
  let text = 'first';
  const at = await background(async () => ({ bytes: utf8(text) }));
  const again = async (): Promise<number> => {
    const id = await at.start([TIDES]);
    await expect.poll(async () => (await at.job(id)).state).toBe('done');
    return (await at.view()).log.length;
  };
  const lines = await again();
  expect(await again()).toBe(lines);
  text = 'second';
  expect(await again()).toBe(lines + 2);
  expect(sourcePageOf(await at.view(), TIDES)?.earlier).toHaveLength(1);
});

test('a background that dies asks again for what had not come, and for nothing else', async () => {
  let hold: Promise<Partial<CamePage>> = new Promise(() => undefined);
  const at = await background(async (page) => (page.address.href === GONE ? hold : {}));
  const id = await at.start([TIDES, GONE]);
  await expect.poll(async () => (await at.job(id)).progress.done).toBe(1);
  // its successor knows of nothing that runs
  hold = Promise.resolve({});
  vi.resetModules();
  const successor = await import('../../src/capture/watch/pages');
  await successor.goOnWithPages(at.services);
  await expect.poll(async () => (await at.job(id)).state).toBe('done');
  expect(at.asked.filter((each) => each === TIDES)).toHaveLength(1);
  expect(at.asked.filter((each) => each === GONE)).toHaveLength(2);
});

test('what is still being written down by somebody is neither asked for again nor waited for in a circle', async () => {
  const at = await background(() => new Promise(() => undefined));
  const id = await at.start([TIDES]);
  await expect.poll(() => at.asked.length).toBe(1);
  vi.resetModules();
  const successor = await import('../../src/capture/watch/pages');
  const { db } = at.sink;
  const row = { id: 'x', job: id, source: 0, state: 'open' } as unknown as Parameters<typeof db.exchanges.put>[0];
  await db.exchanges.put(row);
  let copies = 0;
  const works: Promise<void>[] = [];
  await successor.goOnWithPages({
    ...at.services,
    startCopies: async () => void copies++,
    awake: (work) => {
      const running = work();
      works.push(running);
      return running;
    },
  });
  await Promise.all(works);
  expect([copies, at.asked.length, works.length]).toEqual([0, 1, 1]);
});

test('cancelled, it ends where it stands: what was kept stays, what comes later is dropped, grants go', async () => {
  const at = await background(
    (page) =>
      new Promise((resolve, reject) => {
        if (page.address.href === TIDES) resolve({});
        page.signal.addEventListener('abort', () => reject(page.signal.reason));
      }),
  );
  const id = await at.start([TIDES, GONE], ['https://gone.example/*']);
  await expect.poll(async () => (await at.job(id)).progress.done).toBe(1);
  await cancelPages(at.services, id);
  await at.settled();
  expect(await at.job(id)).toMatchObject({ state: 'cancelled', ask: { giveBack: [] } });
  expect(at.seen.givenBack).toEqual(['https://gone.example/*']);
  const view = await at.view();
  expect(sourcePageOf(view, TIDES)?.copy).not.toBeNull();
  expect(sourcePageOf(view, GONE)).toBeNull();
});

test('the alarm goes on while a job of pages is open, and ends with it', async () => {
  const at = await background(async () => ({}));
  const id = await at.start([TIDES]);
  expect(at.seen.alarm).not.toBeNull();
  await expect.poll(async () => (await at.job(id)).state).toBe('done');
  await at.settled();
  await tidy(at.services);
  expect(at.seen.alarm).toBeNull();
});

test('what a tab shows is kept as the copy of what a session cites, and of nothing else', async () => {
  const at = await background(async () => ({}));
  const handlers = captureHandlers(async () => at.services);
  const keep = (url: string) => handlers['page.keep']({ tab: 7, session: at.session, url }, { from: 'page-of-ours' });
  expect(await keep(TIDES)).toEqual({ kind: 'unreadable' });
  at.seen.shown = { address: 'https://tides.example/moved/tables', type: 'text/html', html: '<p>As I see it</p>' };
  expect(await keep('https://never-cited.example/')).toEqual({ kind: 'unreadable' });
  expect(await keep(TIDES)).toMatchObject({ kind: 'started' });
  const copy = sourcePageOf(await at.view(), TIDES)?.copy;
  expect(copy?.body).toMatchObject({ method: 'tab', url: TIDES, shownAt: at.seen.shown.address, bytes: 18 });
  expect(at.asked).toEqual([]);
});
