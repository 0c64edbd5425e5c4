import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { bigConversation, EMPTY, jsonOf, PROJECT, SHORT, WORK } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { WORKSPACE } from '../sites/chatgpt/secrets';
import { startChatgpt } from '../sites/chatgpt/server';
import { errorInside, markupWall } from '../sites/chatgpt/state';
import { signal } from '../sites/held';
import { tooMany } from '../sites/stand-in';
import { shows } from './chat-page';
import type { Page } from './harness/browser';
import { browsers } from './harness/launch';
import { installed } from './installed';
import { readBy } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };
const NEVER = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0099';

/*
 * What people get: no site is granted. One press of the toolbar button lets the extension into that tab; it reads the
 * conversation over the site's own call, as the page would, or the server says what no page would do.
 */
describe.each(browsers)('one click without any grant, in %s', (kind) => {
  const at = installed(kind, 'production', site);

  const opened = async (native: string): Promise<Page> => {
    const page = await at.browser.open(`https://chatgpt.com/c/${native}`);
    await shows(page, native);
    return page;
  };
  // its files are asked for below it, as soon as it is kept
  const reads = () => site.requests.filter(({ path }) => /^\/backend-api\/conversation\/[^/]+$/.test(path));
  const read = (page: Page): Promise<string> => readBy(at.browser, at.kept, page);

  test('without a click nothing is heard, nothing asked, and no tab is seen', async () => {
    const page = await opened(HARBOUR);
    const before = reads().length;
    const tab = await at.browser.tabId(page);
    expect(await at.kept.send('tab.state', { tab })).toMatchObject({ answer: { site: null, permitted: false } });
    expect(await at.kept.send('tab.read', { tab, pack: false })).toEqual({
      answer: { kind: 'unreadable', because: 'no-site' },
    });
    expect(reads()).toHaveLength(before);
    expect(await at.kept.sessions()).toEqual([]);
    await page.close();
  });

  test('the conversation is read, as asked, with one request', async () => {
    const page = await opened(HARBOUR);
    const before = reads().length;
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done', result: { pack: null } });
    expect(reads()).toHaveLength(before + 1);
    expect(await at.kept.session(HARBOUR)).toMatchObject({ last: { kind: 'new', capture: 'asked' } });
    const tab = await at.browser.tabId(page);
    const state = { site: 'chatgpt', conversation: HARBOUR, permitted: false, job: id };
    expect(await at.kept.send('tab.state', { tab })).toMatchObject({ answer: state });
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('of the tab as it is now: after moving without loading, the conversation it moved to', async () => {
    const page = await opened(SHORT);
    await page.click({ text: 'Paint for the hull' });
    await shows(page, PROJECT);
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done' });
    expect(await at.kept.session(PROJECT)).toMatchObject({ last: { capture: 'asked' } });
    expect(await at.kept.session(SHORT)).toBeUndefined();
    await page.close();
  });

  test('a stale token is renewed once; the workspace of the page goes along', async () => {
    site.useAccount(WORKSPACE);
    const page = await opened(WORK);
    site.expireToken();
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done' });
    expect(site.requests.filter(({ path }) => path === '/api/auth/session')).toHaveLength(1);
    expect(await at.kept.session(WORK)).toMatchObject({ title: 'Crew list' });
    await page.close();
  });

  test('“too many” is waited for as long as the site says, and no more is asked meanwhile', async () => {
    const page = await opened(SHORT);
    const { given, give } = signal();
    site.answerNext(tooMany(2), { after: given });
    const before = reads().length;
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ progress: { step: 'told-to-wait', total: 2 } });
    give();
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done' });
    const [refused, again, ...more] = reads().slice(before);
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(more).toEqual([]);
    await page.close();
  });

  test.each([
    ['an error inside a success', errorInside, 'read-site-error'],
    ['a wall of markup', markupWall, 'read-refused'],
  ] as const)('%s is an error: nothing is kept of it, but what the page itself shows', async (_, instead, because) => {
    const page = await opened(SHORT);
    site.answerNext(instead);
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done', because });
    expect(await at.kept.session(SHORT)).toMatchObject({
      last: { capture: 'page', kind: expect.not.stringContaining('drift') },
    });
    expect(await at.kept.exchanges()).toEqual([]);
    await page.close();
  });

  test('a pause longer than a person waits is an error, and nothing is kept of it', async () => {
    const page = await opened(SHORT);
    const sessions = await at.kept.sessions();
    site.answerNext(tooMany(3600));
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'failed', error: 'read-busy' });
    expect(await at.kept.sessions()).toEqual(sessions);
    expect(await at.kept.exchanges()).toEqual([]);
    await page.close();
  });

  test('a failure of the server is tried again a little', async () => {
    const page = await opened(SHORT);
    site.answerNext({ status: 502, body: 'bad gateway' });
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done' });
    await page.close();
  });

  test('a conversation that is not there, and an empty one', async () => {
    const page = await at.browser.open(`https://chatgpt.com/c/${NEVER}`);
    await shows(page, `failed ${NEVER}`);
    const gone = await read(page);
    await expect.poll(() => at.kept.job(gone), WAIT).toMatchObject({ state: 'failed', error: 'read-not-found' });
    await page.goto(`https://chatgpt.com/c/${EMPTY}`);
    await shows(page, EMPTY);
    const empty = await read(page);
    await expect.poll(() => at.kept.job(empty), WAIT).toMatchObject({ state: 'failed', error: 'read-empty' });
    await page.close();
  });

  test('18 MB come whole; cancelled, nothing of them stays', async () => {
    const big = bigConversation(18_000_000);
    site.put(big);
    const page = await opened(big.conversation.conversation_id);
    const { given, give } = signal();
    site.answerNext({ after: given });
    const cancelled = await read(page);
    await at.kept.send('job.cancel', { job: cancelled });
    await expect.poll(() => at.kept.job(cancelled), WAIT).toMatchObject({ state: 'cancelled' });
    give();
    const id = await read(page);
    await expect.poll(() => at.kept.job(id), { timeout: 150_000 }).toMatchObject({ state: 'done' }); // a busy machine needs one
    const row = await at.kept.session(big.conversation.conversation_id);
    const messages = Object.values(big.conversation.mapping).filter(({ message }) => message !== null).length;
    expect(row?.counts).toMatchObject({ messages, gaps: 0 });
    expect(await at.kept.exchanges()).toEqual([]);
    expect(jsonOf(big).length).toBeGreaterThan(17_000_000);
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});
