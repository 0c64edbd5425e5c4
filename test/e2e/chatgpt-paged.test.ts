import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event as Line } from '../../src/model/event';
import { pathTo } from '../../src/projection/branches';
import { gapsOf } from '../../src/projection/lacks';
import { viewOf } from '../../src/projection/view';
import { SHORT } from '../sites/chatgpt/conversations';
import { SEASON, season } from '../sites/chatgpt/season';
import { startChatgpt } from '../sites/chatgpt/server';
import { tooMany } from '../sites/chatgpt/state';
import type { Conversation } from '../sites/chatgpt/tree';
import { signal } from '../sites/held';
import { answered, ask, shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { type BrowserKind, browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';
import { exportChat, exportOpenSession, importArchive } from './steps';

const site = await startChatgpt();
const folder = temporaryFolder('paged');
beforeEach(() => {
  site.reset();
  site.put(season());
  site.servePaged(true);
});
afterAll(async () => {
  await site.close();
  remove(folder);
});

const WAIT = { timeout: 30_000 };
const valise = (...args: string[]): string =>
  execFileSync(process.execPath, ['.output/cli/valise.mjs', ...args], { encoding: 'utf8' });

/** The ids of the messages of the branch on screen, as the site has them now, the oldest first. */
function branch(): string[] {
  const { mapping, current_node }: Pick<Conversation, 'mapping' | 'current_node'> = JSON.parse(site.json(SEASON));
  const ids: string[] = [];
  for (let node = mapping[current_node]; node; node = mapping[node.parent ?? ''])
    if (node.message) ids.unshift(node.message.id);
  return ids;
}

const all = (): string[] =>
  Object.values((JSON.parse(site.json(SEASON)) as Conversation).mapping).flatMap(({ message }) => message?.id ?? []);

/** The messages of which the site says, in pages, that there are other versions. */
const VERSIONED = [12, 31].map((n) => `0b5e7d10-3c2a-4f6e-9a41-${String(n).padStart(12, '0')}`);

const pageCalls = () => site.requests.filter(({ path }) => path.startsWith('/backend-api/conversations/'));
/** Calls for pages, without what they ask for. */
const pagesAsked = (): string[] => pageCalls().map(({ path }) => (path.includes('/messages?') ? 'older' : 'newest'));

const opened = async (browser: Browser, native = SEASON): Promise<Page> => {
  const page = await browser.open(`https://chatgpt.com/c/${native}`);
  await shows(page, native);
  return page;
};

const session = async (kept: Kept, of = SEASON) => (await kept.sessions()).find(({ native }) => native === of);
const linesOf = async (kept: Kept, of = SEASON): Promise<Line[]> =>
  (await kept.log((await session(kept, of))?.id ?? '')).map((line): Line => JSON.parse(line));
/** The native ids of the messages from the beginning to the last of the branch on screen, as the log has them. */
const chainOf = (log: readonly Line[]): string[] =>
  pathTo(viewOf(log), `chatgpt:${branch().at(-1)}`).flatMap(({ id, native }) =>
    native.id !== null && id === `chatgpt:${native.id}` ? native.id : [],
  );
/** The messages at which a page began that another comes before. */
const beginnings = (log: readonly Line[]): (string | null)[] =>
  log.flatMap(({ kind, parents, native }) =>
    kind === 'message' && parents.some((id) => id.startsWith('chatgpt:before=')) ? native.id : [],
  );
const gaps = (log: readonly Line[]) => gapsOf(viewOf(log)).map(({ id, body }) => [id, body.why]);
const places = (log: readonly Line[]) => gaps(log).filter(([id]) => id?.startsWith('chatgpt:before='));

describe.each(browsers)('pages of turns that the page reads, in %s', (kind) => {
  let browser: Browser;
  let kept: Kept;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    kept = await lookInto(browser);
    await watches(kept);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  const units = (): Promise<number> =>
    page.evaluate(() => document.querySelectorAll('[data-chatgpt-search-unit-key]').length);
  /** Scrolls up: the page reads an older page, if there is one. */
  const scrollUp = (): Promise<unknown> =>
    page.evaluate(() =>
      document.querySelector('[data-app-action-timeline-scroll]')?.dispatchEvent(new Event('scroll')),
    );

  test('the newest is heard at once, and what comes before it is a gap in its place', async () => {
    page = await opened(browser);
    await expect.poll(() => session(kept), WAIT).toMatchObject({ last: { route: 'turns', capture: 'heard' } });
    expect(await session(kept)).toMatchObject({ title: 'A season at Skerry' });
    const log = await linesOf(kept);
    expect(chainOf(log)).toEqual(branch().slice(-2));
    expect(gaps(log)).toEqual([[expect.stringMatching(/^chatgpt:before=/), 'not-sent']]);
  });

  test('each older one joins it when the person scrolls, until the beginning is there', async () => {
    for (const shown of [4, 6]) {
      await scrollUp();
      await expect.poll(units, WAIT).toBe(shown);
    }
    await expect.poll(async () => chainOf(await linesOf(kept)), WAIT).toEqual(branch());
    expect(places(await linesOf(kept))).toEqual([]);
    expect(await kept.exchanges()).toEqual([]);
  });

  test('an answer that streams meanwhile is the end of the same chain', async () => {
    const before = (await linesOf(kept)).length;
    const first = branch();
    const { length } = first;
    await ask(page, 'And in November? 🌊');
    await answered(page);
    await expect.poll(units, WAIT).toBe(8);
    await expect.poll(() => session(kept), WAIT).toMatchObject({ last: { route: 'stream', cut: false } });
    const log = await linesOf(kept);
    const chain = branch();
    expect(chain.slice(0, length)).toEqual(first);
    expect(chain).toHaveLength(length + 3); // the question, a thought, the answer
    expect(chainOf(log)).toEqual(chain);
    expect(log.slice(before).filter(({ kind: each }) => each === 'gap')).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await kept.holding(secret), secret).toEqual([]);
    expect(await kept.holding('PLANTED')).toEqual([]);
  });
});

describe.each(browsers)('one click where the site gives only pages, with no grant, in %s', (kind) => {
  let browser: Browser;
  let kept: Kept;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind), hosts: site.hosts });
    kept = await lookInto(browser);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  /** Presses the button in a tab: the popup asks for the conversation. Gives what the read is by now. */
  const pressed = async (page: Page) => {
    const tab = await browser.tabId(page);
    await browser.pressToolbar(page);
    return async () => {
      const { answer } = await kept.send('tab.state', { tab });
      const { job: id } = answer as { job: string | null };
      return (await kept.jobs()).find((each) => each.id === id);
    };
  };

  test('what the page shows is read where no page of turns can be', async () => {
    const page = await opened(browser, SHORT);
    site.answerNext({ body: '{"turns":{},"version":9}' });
    const read = await pressed(page);
    await expect.poll(read, WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    const messages = [...viewOf(await linesOf(kept, SHORT)).current.values()].filter(
      ({ kind: each }) => each === 'message',
    );
    expect(messages.map(({ native, source, fidelity }) => [native.id, source.form, fidelity])).toEqual(
      [`${SHORT}-q`, `${SHORT}-a`].map((id) => [id, 'page', 'partial']),
    );
    expect(JSON.stringify(messages)).not.toMatch(/ChatGPT said|You said|Copy message/);
    await page.close();
  });

  test('gives a sound archive of every message, in which the versions that no page has are gaps', async () => {
    const page = await opened(browser);
    const path = await exportChat(browser, page);
    expect(valise('verify', path, '--reread')).toMatch(/^Sound/);
    const lines = valise('show', path, '--format', 'jsonl').trim().split('\n');
    const log = lines.map((line): Line => JSON.parse(line));
    expect(chainOf(log)).toEqual(branch());
    expect(gaps(log).filter(([id]) => id?.endsWith('/branch'))).toEqual(
      VERSIONED.map((id) => [`chatgpt:${id}/branch`, 'not-asked']),
    );
    expect(places(log)).toEqual([]);
    for (const secret of site.secrets) expect(lines.join('\n')).not.toContain(secret);
    expect(page.errors).toEqual([]);
    writeFileSync(pathOf(kind), readFileSync(path));
    await page.close();
  });

  test('“too many” for the second page is waited for, and nothing is asked meanwhile', async () => {
    const page = await opened(browser);
    const before = pagesAsked().length;
    const { given, give } = signal();
    site.answerNext({}, tooMany(2), { after: given });
    const read = await pressed(page);
    await expect.poll(read, WAIT).toMatchObject({ progress: { step: 'told-to-wait', total: 2 } });
    give();
    await expect.poll(read, WAIT).toMatchObject({ state: 'done', error: null });
    expect(await read()).not.toHaveProperty('because');
    expect(pagesAsked().slice(before)).toEqual(['newest', 'older', 'older', 'older']);
    const [, refused, again] = pageCalls().slice(before);
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(chainOf(await linesOf(kept))).toEqual(branch());
    await page.close();
  });

  test('a tree that the site gives again confirms it, doubles nothing, and brings the versions', async () => {
    const page = await opened(browser);
    site.servePaged(false);
    const before = await linesOf(kept);
    const read = await pressed(page);
    await expect.poll(read, WAIT).toMatchObject({ state: 'done' });
    expect(await session(kept)).toMatchObject({ last: { route: 'conversation', capture: 'asked' } });
    const log = await linesOf(kept);
    const [paged, now] = [viewOf(before).current, viewOf(log).current];
    const added = log.slice(before.length).filter(({ id, kind: each }) => each !== 'gap' && paged.has(id));
    // where a page began, the tree says what came before; of what was said it says nothing new
    const again = added.filter(({ kind: each }) => each === 'message');
    expect(again.map(({ native }) => native.id).toSorted()).toEqual(beginnings(before).toSorted());
    for (const { id, body } of again) expect(body).toEqual(paged.get(id)?.body);
    const natives = [...now.values()].flatMap(({ id, native }) => (id === `chatgpt:${native.id}` ? native.id : []));
    expect(natives.toSorted()).toEqual(all().toSorted());
    expect(chainOf(log)).toEqual(branch());
    expect(gaps(log).filter(([id]) => id?.endsWith('/branch'))).toEqual([]);
    await page.close();
  });
});

describe.each(browsers)('a read of pages whose background is ended between two of them, in %s', (kind) => {
  test('ends with all of them', async () => {
    const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    try {
      const page = await opened(browser);
      const kept = await lookInto(browser);
      const before = pagesAsked().length;
      const { given, give } = signal();
      site.answerNext({}, { after: given });
      const { answer } = await kept.send('tab.read', { tab: await browser.tabId(page), pack: false });
      const { job } = answer as { job: string };
      await expect.poll(() => session(kept), WAIT).toMatchObject({ last: { route: 'turns', capture: 'asked' } });
      await expect.poll(() => pagesAsked().length - before, WAIT).toBe(2);
      await browser.killBackground();
      expect(places(await linesOf(kept))).toHaveLength(1);
      give();
      const now = async () => (await kept.jobs()).find(({ id }) => id === job);
      await expect.poll(now, WAIT).toMatchObject({ state: 'done', error: null });
      expect(pagesAsked().slice(before)).toEqual(['newest', 'older', 'older']);
      expect(chainOf(await linesOf(kept))).toEqual(branch());
      expect(places(await linesOf(kept))).toEqual([]);
      expect(page.errors).toEqual([]);
      expect(site.refusals).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

const pathOf = (kind: BrowserKind): string => join(folder, `${kind}.zip`);

describe.each(browsers)('an archive of pages, in %s', (kind) => {
  test('comes back from a browser with a fresh profile as the same bytes', async () => {
    const browser = await launch(kind, { extension: buildFor(kind) });
    try {
      const library = await importArchive(browser, pathOf(kind));
      expect(await library.text({ css: '#session-title' })).toBe('A season at Skerry');
      const again = readFileSync(await exportOpenSession(browser, library));
      expect(again.equals(readFileSync(pathOf(kind)))).toBe(true);
    } finally {
      await browser.close();
    }
  });
});
