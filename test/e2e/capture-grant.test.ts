import { afterAll, expect, test } from 'vitest';
import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { shows } from './chat-page';
import { launchFirefox } from './harness/firefox';
import { buildFor } from './harness/launch';
import { pause, until } from './harness/temporary';
import { lookInto, watches } from './kept';

const site = await startChatgpt();
afterAll(() => site.close());

const WAIT = { timeout: 20_000 };

/*
 * The browser's own prompt, which only Firefox lets a test answer. What people get, from nothing granted to "keep
 * watching", and back.
 */
test('a site that is granted is watched from then on, until the grant is taken back', async () => {
  const browser = await launchFirefox({ extension: buildFor('firefox'), hosts: site.hosts, prompts: true });
  try {
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    const kept = await lookInto(browser);
    expect(await kept.sessions()).toEqual([]);

    await browser.pressToolbar(page);
    const popup = await browser.popupFor(page);
    const allow = { role: 'button', name: 'Allow on ChatGPT' };
    // a busy browser may not take a click for a person's: then no prompt comes, and a person would press once more
    const answer = (yes: boolean): Promise<true> =>
      until(
        'the prompt to be answered',
        async () => {
          await popup.click(allow);
          await browser.answerPrompt(yes);
          return true as const;
        },
        { within: 60_000 },
      );
    await answer(false);
    await pause(1500); // the popup says nothing of a no, and a prompt that is closing takes no second one
    await answer(true);
    await watches(kept);
    await expect.poll(() => popup.sees(allow), WAIT).toBe(false);

    // a page that was open keeps the `fetch` it took at its start; one that is opened now is heard
    await page.reload();
    await shows(page, SHORT);
    await page.click({ text: 'Paint for the hull' });
    await shows(page, PROJECT);
    const heard = async (native: string) => (await kept.sessions()).find((each) => each.native === native)?.last;
    await expect.poll(() => heard(PROJECT), WAIT).toMatchObject({ capture: 'heard' });

    await kept.page.evaluate(async () => {
      const { browser: own } = globalThis as unknown as {
        browser: { permissions: { remove(what: { origins: string[] }): Promise<boolean> } };
      };
      await own.permissions.remove({ origins: ['https://chatgpt.com/*'] });
    });
    await kept.page.waitUntil('nothing to be registered', async () => {
      const { browser: own } = globalThis as unknown as {
        browser: { scripting: { getRegisteredContentScripts(): Promise<unknown[]> } };
      };
      return (await own.scripting.getRegisteredContentScripts()).length === 0;
    });
    const before = await kept.sessions();
    const other = await browser.open(`https://chatgpt.com/c/${PROJECT}`);
    await shows(other, PROJECT);
    // the page that is still open is heard by nobody either: the background takes nothing from it
    await page.click({ text: 'A word for slack water' });
    await shows(page, SHORT);
    await pause(1500);
    expect(await kept.sessions()).toEqual(before);
    expect(await kept.exchanges()).toEqual([]);
    expect([...page.errors, ...other.errors]).toEqual([]);
    expect(site.refusals).toEqual([]);
  } finally {
    await browser.close();
  }
});
