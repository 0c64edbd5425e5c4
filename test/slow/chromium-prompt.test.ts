import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from '../e2e/harness/browser';
import { launchChromium } from '../e2e/harness/chromium';
import { displayAvailable, startDisplay } from '../e2e/harness/display';
import { probeExtension } from '../e2e/harness/probe';
import { pause, remove } from '../e2e/harness/temporary';

/*
 * Chromium shows its permission prompt to no automation: here a window on a hidden screen shows it, and keys answer it.
 * In the prompt the focus is on "Deny"; Tab leads to "Allow".
 */
const ask = async (page: Page, press: () => Promise<void>): Promise<string> => {
  await page.click({ role: 'button', name: 'Ask for the site' });
  await pause(1500); // the prompt takes no key in its first half second, so that nobody is hurried into it
  await press();
  return page.waitUntil('an answer', () => {
    const said = document.querySelector('#said')?.textContent ?? '';
    return said.startsWith('granted') && said;
  });
};

test.skipIf(!displayAvailable())('Chromium asks the person for a site, and takes the answer', async () => {
  const display = await startDisplay();
  const extension = probeExtension();
  const browser = await launchChromium({ extension, headless: false, env: display.env });
  try {
    const page = await browser.extensionPage('probe.html');
    expect(await ask(page, () => display.key('Escape'))).toBe('granted: false');
    const again = await browser.extensionPage('probe.html');
    const allow = async (): Promise<void> => {
      await display.key('Tab');
      await display.key('Return');
    };
    expect(await ask(again, allow)).toBe('granted: true');
  } finally {
    await browser.close();
    await display.close();
    remove(dirname(extension));
  }
});
