import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { markupWall } from '../sites/chatgpt/state';
import { shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { type Kept, lookInto } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };
/** JSON, and nothing that a conversation has. */
const changed = { body: '{"nodes":{},"version":7}' };

/* What is left where the site's own call gives nothing that can be read: the page, as it stands there. */
describe.each(browsers)('the page itself, in %s', (kind) => {
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
      return job((answer as { job: string | null }).job);
    };
  };
  const job = async (id: string | null) => (await kept.jobs()).find((each) => each.id === id);
  const session = async () => (await kept.sessions()).find(({ native }) => native === SHORT);
  const messages = async () => {
    const log = (await kept.log((await session())?.id ?? '')).map((line): Event => JSON.parse(line));
    return [...viewOf(log).current.values()].filter(({ kind: each }) => each === 'message');
  };

  test('is read where the site refuses', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    site.answerNext(markupWall);
    const read = await pressed(page);
    await expect.poll(read, WAIT).toMatchObject({ state: 'done', because: 'read-refused' });
    await page.close();
  });

  test('is read where the answer cannot be, and says so; a later answer outranks it', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    const shown = await page.evaluate(() => document.querySelectorAll('article').length);
    site.answerNext(changed);
    const read = await pressed(page);
    const popup = await browser.popupFor(page);
    await expect.poll(read, WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    await popup.waitFor({ text: 'Read from the page itself: what you see, without branches.' });
    expect(await session()).toMatchObject({ last: { capture: 'page', route: 'page' } });
    const seen = await messages();
    expect(seen).toHaveLength(shown);
    for (const { fidelity, source } of seen)
      expect([fidelity, source.capture, source.form]).toEqual(['partial', 'page', 'page']);
    expect(page.errors).toEqual([]);

    await popup.click({ role: 'button', name: 'Try again' });
    await expect.poll(async () => (await session())?.last?.capture, WAIT).toBe('asked');
    const asked = await messages();
    expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(seen.map(({ id }) => id)));
    expect(asked.filter(({ source }) => source.capture !== 'asked')).toEqual([]);
    expect(await kept.exchanges()).toEqual([]);
    await popup.close();
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    expect(await kept.holding('PLANTED')).toEqual([]);
  });
});
