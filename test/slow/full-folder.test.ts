import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AGAIN } from '../../src/capture/watch/wake';
import { setOff } from '../e2e/alarms';
import { shows } from '../e2e/chat-page';
import { chooseQuiet } from '../e2e/choose-quiet';
import { browsers, buildFor, launch } from '../e2e/harness/launch';
import { pause, until } from '../e2e/harness/temporary';
import { lookInto, watches } from '../e2e/kept';
import { valise } from '../e2e/valise';
import { SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { canMount, smallDisk } from './small-disk';

const site = await startChatgpt();
afterAll(() => site.close());

const WAIT = { within: 60_000 };
const FULL = { css: '.folder .say.bad' };

/** Only root can mount a disk, and not everywhere: what it is without one, `test/jobs/folder` and `test/e2e/full` try. */
test.skipIf(!canMount()).each(browsers)(
  'a download folder whose disk is full to the last byte is said, rests, and gets its archive later, in %s',
  async (kind) => {
    site.reset();
    const disk = smallDisk(64);
    const browser = await launch(kind, {
      extension: buildFor(kind, 'e2e'),
      hosts: site.hosts,
      downloads: join(disk.folder, 'Downloads'),
    });
    const archives = (): string[] =>
      readdirSync(join(browser.downloads, 'Valise', 'ChatGPT')).filter((file) => file.endsWith('.zip'));
    try {
      const kept = await lookInto(browser);
      await watches(kept);
      const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
      await shows(page, SHORT);
      await until('the chat to be kept', () => kept.session(SHORT), WAIT);
      await kept.page.evaluate(chooseQuiet, 2);
      disk.fill();
      const settings = await browser.extensionPage('library.html#settings');
      await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
      await settings.waitFor(FULL, WAIT);
      expect(await settings.text(FULL)).toContain('The disk is full');
      await until('an empty file to go', async () => archives().length === 0, WAIT);
      const tries = (await kept.jobs()).length;
      await pause(5000);
      expect(await kept.jobs()).toHaveLength(tries); // it rests
      expect(await kept.saved()).toEqual([]);
      disk.free();
      await kept.page.evaluate(restIsOver);
      await kept.page.evaluate(setOff, AGAIN);
      const { name } = await until('the archive', async () => (await kept.saved())[0], WAIT);
      expect(valise('verify', join(browser.downloads, name))).toMatch(/^Sound/);
      expect(archives()).toHaveLength(1);
      await settings.waitFor({ text: 'In the folder: chats 1, ' }, WAIT);
      expect(await settings.sees(FULL)).toBe(false);
    } finally {
      await browser.close();
      await disk.close();
    }
  },
);

/** Runs in the page: as if so long had passed that it is tried again. */
async function restIsOver(): Promise<void> {
  const done = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('valise'));
  const settings = db.transaction('settings', 'readwrite').objectStore('settings');
  const { name, value } = await done(settings.get('folder'));
  await done(
    settings.put({ name, value: { ...value, trouble: { ...value.trouble, until: new Date().toISOString() } } }),
  );
  db.close();
}
