import 'fake-indexeddb/auto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Page } from '../e2e/harness/browser';
import { launchChromium } from '../e2e/harness/chromium';
import { type Display, displayAvailable, startDisplay } from '../e2e/harness/display';
import { buildFor } from '../e2e/harness/launch';
import { pause, remove, temporaryFolder } from '../e2e/harness/temporary';
import { dumpOf, seed } from '../e2e/pages-seed';
import { valise } from '../e2e/valise';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from '../ui/kept';

const folder = temporaryFolder('picked');
afterAll(() => remove(folder));
const archives = join(folder, 'Archives');
mkdirSync(archives);

const kept = await dumpOf(async (db) => {
  await keepIn(db, '11111111-1111-4111-8111-111111111111', harbour());
});

/** Where Chromium itself asks whether a file is known to do harm, as of a download: not ours to keep it from. */
const ITS_OWN = 'sb-ssl.google.com:443';

/** Chooses a value of a field of the settings. */
function choose(id: string, value: string): void {
  const field = document.getElementById(id) as HTMLSelectElement;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Picks a folder in the system's own dialog, and allows what Chromium asks then: the focus is on "Don't allow", Tab leads
 * to "Allow". Each takes no key in its first moments, so that nobody is hurried into it.
 */
async function pick(settings: Page, display: Display): Promise<void> {
  await settings.click({ role: 'button', name: 'Pick a folder…' });
  await pause(3000);
  await display.type(`${archives}/`);
  await pause(1000);
  await display.key('alt+o'); // Open; Return would reach the question behind it, too
  for (let asked = 0; asked < 2 && !(await settings.sees({ text: 'Picked: Archives' })); asked++) {
    await pause(1500);
    await display.key('Tab');
    await display.key('Return');
  }
}

/*
 * Chromium hands out a folder in no headless browser: here a window on a hidden screen shows its dialog, and keys answer it.
 */
test.skipIf(!displayAvailable())(
  'a folder that the person picked in the browser’s own dialog gets the archives',
  async () => {
    const display = await startDisplay();
    const browser = await launchChromium({ extension: buildFor('chromium'), headless: false, env: display.env });
    try {
      await (await seed(browser, kept)).close();
      const settings = await browser.extensionPage('library.html#settings');
      await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
      await settings.evaluate(choose, 'setting-folder-place', 'picked');
      await pick(settings, display);
      const found = (): string[] =>
        readdirSync(archives, { recursive: true, withFileTypes: true })
          .filter((each) => each.isFile())
          .map(({ parentPath, name }) => join(parentPath, name));
      await settings.waitFor({ text: 'In the folder: chats 1' }, { within: 60_000 });
      expect(found()).toHaveLength(1);
      for (const file of found()) expect(valise('verify', file)).toMatch(/^Sound/);
      expect(browser.refused.filter((host) => host !== ITS_OWN)).toEqual([]);
    } finally {
      await browser.close();
      await display.close();
    }
  },
);
