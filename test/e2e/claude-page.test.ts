import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { SEARCH } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import { shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { type Kept, lookInto } from './kept';

const site = await startClaude();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };
const ID = SEARCH.uuid;
/** JSON, and nothing that a conversation has. */
const changed = { body: '{"v2":{"turns":[],"cursor":null}}' };

/* Claude's page gives no ids: what is read of it is left out as soon as the conversation itself is there. */
describe.each(browsers)('the page of Claude itself, in %s', (kind) => {
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
  const session = async () => (await kept.sessions()).find(({ native }) => native === ID);
  const messages = async () => {
    const log = (await kept.log((await session())?.id ?? '')).map((line): Event => JSON.parse(line));
    return [...viewOf(log).current.values()].filter((event) => event.kind === 'message');
  };

  test('is read where the answer cannot be, and says so; a later answer outranks it', async () => {
    const page = await browser.open(`https://claude.ai/chat/${ID}`);
    await shows(page, ID);
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll('[data-index]')].map((row) => row.textContent ?? ''),
    );
    expect(rows.filter((words) => words.trim() !== '')).toHaveLength(2);
    site.answerNext(changed);
    const read = await pressed(page);
    const popup = await browser.popupFor(page);
    await expect.poll(read, WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    await popup.waitFor({ text: 'Read from the page itself: what you see, without branches.' });
    expect(await session()).toMatchObject({ last: { capture: 'page', route: 'page' } });
    const seen = await messages();
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.map((_, n) => `claude:${ID}/page.${n}`)));
    for (const { fidelity, source } of seen)
      expect([fidelity, source.capture, source.form]).toEqual(['partial', 'page', 'page']);
    const said = JSON.stringify(seen);
    for (const words of rows) expect(said).toContain(JSON.stringify(words.slice(0, 20)).slice(1, -1));
    expect(page.errors).toEqual([]);

    await popup.click({ role: 'button', name: 'Try again' });
    await expect.poll(async () => (await session())?.last?.capture, WAIT).toBe('asked');
    const asked = await messages();
    expect(asked.map(({ native }) => native.id)).toEqual(
      expect.arrayContaining(SEARCH.messages.map(({ uuid }) => uuid)),
    );
    expect(asked.filter(({ source }) => source.capture !== 'asked')).toEqual([]);
    expect(await kept.exchanges()).toEqual([]);
    await popup.close();
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await kept.holding(secret), secret).toEqual([]);
    expect(await kept.holding('PLANTED')).toEqual([]);
  });
});
