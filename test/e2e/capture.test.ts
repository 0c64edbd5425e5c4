import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT, SHORT, WORK } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { ask, shows } from './chat-page';
import type { Browser } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { type Kept, lookInto } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

/*
 * Sites that are granted ("keep watching"), under their real names, with the strict policy and trusted types of the
 * page in force. Whatever the extension asks of the site, the server refuses if no page would ask it so.
 */
describe.each(browsers)('what is heard in %s', (kind) => {
  let browser: Browser;
  let kept: Kept;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    kept = await lookInto(browser);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  const session = async (native: string) => (await kept.sessions()).find((each) => each.native === native);

  test('the page’s own read of a conversation', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${HARBOUR}`);
    await shows(page, HARBOUR);
    await expect
      .poll(() => session(HARBOUR), { timeout: 15_000 })
      .toMatchObject({
        site: 'chatgpt',
        origin: 'https://chatgpt.com',
        last: { kind: 'new', capture: 'heard', route: 'conversation' },
      });
    expect(page.errors).toEqual([]);
    await page.close();
  });
});
