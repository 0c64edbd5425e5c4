import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event as Line } from '../../src/model/event';
import { pathTo } from '../../src/projection/branches';
import { lacksOf } from '../../src/projection/lacks';
import { viewOf } from '../../src/projection/view';
import { SHORT } from '../sites/chatgpt/conversations';
import { SEASON, season } from '../sites/chatgpt/season';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Conversation } from '../sites/chatgpt/tree';
import { signal } from '../sites/held';
import { tooMany } from '../sites/stand-in';
import { answered, ask, shows } from './chat-page';
import { branchOf, idsOf } from './chats';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { installed } from './installed';
import { lookInto, readBy } from './kept';
import { exportChat } from './steps';
import { valise } from './valise';

const site = await startChatgpt();
beforeEach(() => {
  site.reset();
  site.put(season());
  site.servePaged(true);
});
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };

const tree = (): Conversation => JSON.parse(site.json(SEASON)) as Conversation;
const branch = (): string[] => branchOf(tree());

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
const gaps = (log: readonly Line[]) => lacksOf(viewOf(log)).map(({ id, body }) => [id, body.why]);
const places = (log: readonly Line[]) => gaps(log).filter(([id]) => id?.startsWith('chatgpt:before='));

describe.each(browsers)('pages of turns that the page reads, in %s', (kind) => {
  const at = installed(kind, 'e2e', site);
  let page: Page;

  const units = (): Promise<number> =>
    page.evaluate(() => document.querySelectorAll('[data-chatgpt-search-unit-key]').length);
  /** Scrolls up: the page reads an older page, if there is one. */
  const scrollUp = (): Promise<unknown> =>
    page.evaluate(() =>
      document.querySelector('[data-app-action-timeline-scroll]')?.dispatchEvent(new Event('scroll')),
    );

  test('the newest is heard at once, and what comes before it is a gap in its place', async () => {
    page = await opened(at.browser);
    await expect
      .poll(() => at.kept.session(SEASON), WAIT)
      .toMatchObject({ last: { route: 'turns', capture: 'heard' } });
    expect(await at.kept.session(SEASON)).toMatchObject({ title: 'A season at Skerry' });
    const log = await at.kept.events(SEASON);
    expect(chainOf(log)).toEqual(branch().slice(-2));
    expect(gaps(log)).toEqual([[expect.stringMatching(/^chatgpt:before=/), 'not-sent']]);
  });

  test('each older one joins it when the person scrolls, until the beginning is there', async () => {
    for (const shown of [4, 6]) {
      await scrollUp();
      await expect.poll(units, WAIT).toBe(shown);
    }
    await expect.poll(async () => chainOf(await at.kept.events(SEASON)), WAIT).toEqual(branch());
    expect(places(await at.kept.events(SEASON))).toEqual([]);
    expect(await at.kept.exchanges()).toEqual([]);
  });

  test('an answer that streams meanwhile is the end of the same chain', async () => {
    const before = (await at.kept.events(SEASON)).length;
    const first = branch();
    const { length } = first;
    await ask(page, 'And in November? 🌊');
    await answered(page);
    await expect.poll(units, WAIT).toBe(8);
    await expect.poll(() => at.kept.session(SEASON), WAIT).toMatchObject({ last: { route: 'stream', cut: false } });
    const log = await at.kept.events(SEASON);
    const chain = branch();
    expect(chain.slice(0, length)).toEqual(first);
    expect(chain).toHaveLength(length + 3); // the question, a thought, the answer
    expect(chainOf(log)).toEqual(chain);
    expect(log.slice(before).filter(({ kind: each }) => each === 'gap')).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await at.kept.holding(secret), secret).toEqual([]);
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});

describe.each(browsers)('one click where the site gives only pages, with no grant, in %s', (kind) => {
  const at = installed(kind, 'production', site);

  test('what the page shows is read where no page of turns can be', async () => {
    const page = await opened(at.browser, SHORT);
    site.answerNext({ body: '{"turns":{},"version":9}' });
    const read = await readBy(at.browser, at.kept, page);
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    const messages = [...viewOf(await at.kept.events(SHORT)).current.values()].filter(
      ({ kind: each }) => each === 'message',
    );
    expect(messages.map(({ native, source, fidelity }) => [native.id, source.form, fidelity])).toEqual(
      [`${SHORT}-q`, `${SHORT}-a`].map((id) => [id, 'page', 'partial']),
    );
    expect(JSON.stringify(messages)).not.toMatch(/ChatGPT said|You said|Copy message/);
    await page.close();
  });

  test('gives a sound archive of every message, in which the versions that no page has are gaps', async () => {
    const page = await opened(at.browser);
    const path = await exportChat(at.browser, page);
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
    await page.close();
  });

  test('“too many” for the second page is waited for, and nothing is asked meanwhile', async () => {
    const page = await opened(at.browser);
    const before = pagesAsked().length;
    const { given, give } = signal();
    site.answerNext({}, tooMany(2), { after: given });
    const read = await readBy(at.browser, at.kept, page);
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ progress: { step: 'told-to-wait', total: 2 } });
    give();
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done', error: null });
    expect(await at.kept.job(read)).not.toHaveProperty('because');
    expect(pagesAsked().slice(before)).toEqual(['newest', 'older', 'older', 'older']);
    const [, refused, again] = pageCalls().slice(before);
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(chainOf(await at.kept.events(SEASON))).toEqual(branch());
    await page.close();
  });

  test('a tree that the site gives again confirms it, doubles nothing, and brings the versions', async () => {
    const page = await opened(at.browser);
    site.servePaged(false);
    const before = await at.kept.events(SEASON);
    const read = await readBy(at.browser, at.kept, page);
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done' });
    expect(await at.kept.session(SEASON)).toMatchObject({ last: { route: 'conversation', capture: 'asked' } });
    const log = await at.kept.events(SEASON);
    const [paged, now] = [viewOf(before).current, viewOf(log).current];
    const added = log.slice(before.length).filter(({ id, kind: each }) => each !== 'gap' && paged.has(id));
    // where a page began, the tree says what came before; of what was said it says nothing new
    const again = added.filter(({ kind: each }) => each === 'message');
    expect(again.map(({ native }) => native.id).toSorted()).toEqual(beginnings(before).toSorted());
    for (const { id, body } of again) expect(body).toEqual(paged.get(id)?.body);
    const natives = [...now.values()].flatMap(({ id, native }) => (id === `chatgpt:${native.id}` ? native.id : []));
    expect(natives.toSorted()).toEqual(idsOf(tree()).toSorted());
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
      await expect.poll(() => kept.session(SEASON), WAIT).toMatchObject({ last: { route: 'turns', capture: 'asked' } });
      await expect.poll(() => pagesAsked().length - before, WAIT).toBe(2);
      await browser.killBackground();
      expect(places(await kept.events(SEASON))).toHaveLength(1);
      give();
      await expect.poll(() => kept.job(job), WAIT).toMatchObject({ state: 'done', error: null });
      expect(pagesAsked().slice(before)).toEqual(['newest', 'older', 'older']);
      expect(chainOf(await kept.events(SEASON))).toEqual(branch());
      expect(places(await kept.events(SEASON))).toEqual([]);
      expect(page.errors).toEqual([]);
      expect(site.refusals).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
