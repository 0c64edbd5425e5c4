import { expect, test } from 'vitest';
import { shows } from '../e2e/chat-page';
import { startChats } from '../e2e/chats';
import type { Page } from '../e2e/harness/browser';
import { launchChromium } from '../e2e/harness/chromium';
import { displayAvailable, startDisplay } from '../e2e/harness/display';
import { buildFor } from '../e2e/harness/launch';
import { pause } from '../e2e/harness/temporary';
import { lookInto, watches } from '../e2e/kept';

/** True if the extension has the permission for an address. */
const granted = (page: Page, address: string): Promise<boolean> =>
  page.evaluate((address) => {
    const { chrome } = globalThis as unknown as {
      chrome: { permissions: { contains(what: { origins: string[] }): Promise<boolean> } };
    };
    return chrome.permissions.contains({ origins: [address] });
  }, address);

const WAIT = { timeout: 20_000 };

/*
 * Chromium shows its permission prompt to no automation: here a window on a hidden screen shows it, and keys answer it.
 * In the prompt the focus is on "Deny"; Tab leads to "Allow".
 */
test.skipIf(!displayAvailable())(
  'Chromium asks the person for a site, and a chat there is heard from then on',
  async () => {
    const { chats, close } = await startChats();
    const [chat] = chats;
    if (!chat) throw new Error('no chat');
    const [first, second] = chat.others;
    chat.reset();
    const display = await startDisplay();
    const browser = await launchChromium({
      extension: buildFor('chromium'),
      hosts: chat.site.hosts,
      headless: false,
      env: display.env,
    });
    try {
      const page = await browser.open(chat.address(first.id));
      await shows(page, first.id);
      const kept = await lookInto(browser);
      await browser.pressToolbar(page); // a popup knows the page of a tab that it was opened for
      const popup = await browser.popupFor(page);
      const allow = { role: 'button', name: `Keep watching ${chat.name}` };
      const answer = async (popup: Page, ...keys: string[]): Promise<void> => {
        await popup.click(allow);
        await pause(1500); // the prompt takes no key in its first half second, so that nobody is hurried into it
        for (const key of keys) await display.key(key);
      };
      await answer(popup, 'Escape');
      expect(await granted(kept.page, chat.address(first.id))).toBe(false);
      expect(await popup.sees(allow)).toBe(true);
      const again = await browser.popupFor(page);
      await answer(again, 'Tab', 'Return');
      await watches(kept);
      expect(await granted(kept.page, chat.address(first.id))).toBe(true);
      await expect.poll(() => again.sees(allow), WAIT).toBe(false);

      await page.reload();
      await shows(page, first.id);
      await page.click({ text: second.link });
      await shows(page, second.id);
      await expect.poll(() => kept.session(second.id), WAIT).toMatchObject({ last: { capture: 'heard' } });
    } finally {
      await browser.close();
      await display.close();
      await close();
    }
  },
);
