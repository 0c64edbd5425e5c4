import { afterAll, expect, test } from 'vitest';
import { shows } from './chat-page';
import { startChats } from './chats';
import { launchFirefox } from './harness/firefox';
import { buildFor } from './harness/launch';
import { pause, until } from './harness/temporary';
import { lookInto, watches } from './kept';

const { chats, close } = await startChats();
afterAll(close);

const WAIT = { timeout: 20_000 };

/*
 * The browser's own prompt, which only Firefox lets a test answer. What people get, from nothing granted to "keep
 * watching", and back.
 */
test.each(chats)('$where, granted, is watched from then on, until the grant is taken back', async (chat) => {
  const [first, second] = chat.others;
  chat.reset();
  const browser = await launchFirefox({ extension: buildFor('firefox'), hosts: chat.site.hosts, prompts: true });
  try {
    const page = await browser.open(chat.address(first.id));
    await shows(page, first.id);
    const kept = await lookInto(browser);
    expect(await kept.sessions()).toEqual([]);

    await browser.pressToolbar(page);
    const popup = await browser.popupFor(page);
    const allow = { role: 'button', name: `Keep watching ${chat.name}` };
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
    await shows(page, first.id);
    await page.click({ text: second.link });
    await shows(page, second.id);
    await expect.poll(() => kept.session(second.id), WAIT).toMatchObject({ last: { capture: 'heard' } });

    await kept.page.evaluate(
      async (origin) => {
        const { browser: own } = globalThis as unknown as {
          browser: { permissions: { remove(what: { origins: string[] }): Promise<boolean> } };
        };
        await own.permissions.remove({ origins: [`${origin}/*`] });
      },
      new URL(chat.address('')).origin,
    );
    await kept.page.waitUntil('nothing to be registered', async () => {
      const { browser: own } = globalThis as unknown as {
        browser: { scripting: { getRegisteredContentScripts(): Promise<unknown[]> } };
      };
      return (await own.scripting.getRegisteredContentScripts()).length === 0;
    });
    const before = await kept.sessions();
    const other = await browser.open(chat.address(second.id));
    await shows(other, second.id);
    // the page that is still open is heard by nobody either: the background takes nothing from it
    await page.click({ text: first.link });
    await shows(page, first.id);
    await pause(1500);
    expect(await kept.sessions()).toEqual(before);
    expect(await kept.exchanges()).toEqual([]);
    expect([...page.errors, ...other.errors]).toEqual([]);
    expect(chat.site.refusals).toEqual([]);
  } finally {
    await browser.close();
  }
});
