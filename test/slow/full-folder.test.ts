import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AGAIN } from '../../src/capture/watch/wake';
import type { SavedRow } from '../../src/store/saved';
import { setOff } from '../e2e/alarms';
import { answered, ask, shows } from '../e2e/chat-page';
import { chooseQuiet } from '../e2e/choose-quiet';
import type { Page } from '../e2e/harness/browser';
import { type BrowserKind, browsers, buildFor, launch } from '../e2e/harness/launch';
import { pause, until } from '../e2e/harness/temporary';
import { lookInto, watches } from '../e2e/kept';
import { valise } from '../e2e/valise';
import { BIG, bigConversation, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { restIsOver } from './rest-is-over';
import { canMount, smallDisk } from './small-disk';

const site = await startChatgpt();
afterAll(() => site.close());

const WAIT = { within: 60_000 };
const FULL = { css: '.folder .say.bad' };
const BYTES = 1_000_000;

beforeEach(() => {
  site.reset();
  site.put(bigConversation(BYTES));
});

/** A chat that is kept, and a small disk for the archives. */
async function keptChat(kind: BrowserKind, native: string) {
  const disk = smallDisk(64);
  const browser = await launch(kind, {
    extension: buildFor(kind, 'e2e'),
    hosts: site.hosts,
    downloads: join(disk.folder, 'Downloads'),
  });
  const kept = await lookInto(browser);
  await watches(kept);
  const page = await browser.open(`https://chatgpt.com/c/${native}`);
  await shows(page, native);
  await until('the chat to be kept', () => kept.session(native), WAIT);
  await kept.page.evaluate(chooseQuiet, 2);
  return {
    browser,
    kept,
    disk,
    archives: () => readdirSync(join(browser.downloads, 'Valise', 'ChatGPT')).filter((file) => file.endsWith('.zip')),
    read: (name: string) => readFileSync(join(browser.downloads, name)),
    async switchOn(): Promise<Page> {
      const settings = await browser.extensionPage('library.html#settings');
      await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
      return settings;
    },
    async goesOn(): Promise<void> {
      await page.activate();
      await ask(page, 'And the ebb?');
      await answered(page);
    },
    /** The archive that is remembered, once it is another than that. */
    newer: (than: SavedRow | null) =>
      until('the archive', async () => (await kept.saved()).find(({ log }) => log !== than?.log), WAIT),
    async tryAgain(): Promise<void> {
      await kept.page.evaluate(restIsOver);
      await kept.page.evaluate(setOff, AGAIN);
    },
    async close(): Promise<void> {
      await browser.close();
      await disk.close();
    },
  };
}

/** Only root can mount a disk, and not everywhere: what it is without one, `test/jobs/folder` and `test/e2e/full` try. */
describe.skipIf(!canMount()).each(browsers)('a download folder whose disk is full to the last byte, in %s,', (kind) => {
  test('is said, rests, and gets its archive later', async () => {
    const at = await keptChat(kind, SHORT);
    try {
      at.disk.fill();
      const settings = await at.switchOn();
      await settings.waitFor(FULL, WAIT);
      expect(await settings.text(FULL)).toContain('The disk is full');
      await until('an empty file to go', async () => at.archives().length === 0, WAIT);
      const tries = (await at.kept.jobs()).length;
      await pause(5000);
      expect(await at.kept.jobs()).toHaveLength(tries); // it rests
      expect(await at.kept.saved()).toEqual([]);
      at.disk.free();
      await at.tryAgain();
      const { name } = await at.newer(null);
      expect(valise('verify', join(at.browser.downloads, name))).toMatch(/^Sound/);
      expect(at.archives()).toHaveLength(1);
      await settings.waitFor({ text: 'In the folder: chats 1, ' }, WAIT);
      expect(await settings.sees(FULL)).toBe(false);
    } finally {
      await at.close();
    }
  });

  // Firefox ends a small download as complete, with an empty file, and one of more than a buffer as failed, with none
  test.each([
    ['small', SHORT],
    ['large', BIG],
  ])('keeps the earlier archive, a %s one, byte for byte, until the new one has come', async (_, native) => {
    const at = await keptChat(kind, native);
    try {
      const settings = await at.switchOn();
      const earlier = await at.newer(null);
      const bytes = at.read(earlier.name);
      at.disk.fill();
      await at.goesOn();
      await settings.waitFor(FULL, WAIT);
      await pause(3000); // what is removed afterwards is gone by then
      expect(at.read(earlier.name).equals(bytes)).toBe(true);
      expect(at.archives()).toHaveLength(1);
      expect(await at.kept.saved()).toEqual([earlier]);
      at.disk.free();
      await at.tryAgain();
      const { name, bytes: more } = await at.newer(earlier);
      await expect.poll(at.archives, { timeout: 60_000 }).toEqual([basename(earlier.name)]);
      expect(name).toBe(earlier.name);
      expect(at.read(name)).toHaveLength(more);
      expect(more).toBeGreaterThan(earlier.bytes);
      expect(valise('verify', join(at.browser.downloads, name))).toMatch(/^Sound/);
    } finally {
      await at.close();
    }
  });

  test('has the new archive whole where there is room for one and a half', async () => {
    const at = await keptChat(kind, BIG);
    try {
      await at.switchOn();
      const earlier = await at.newer(null);
      at.disk.leave(Math.floor(earlier.bytes * 1.5));
      await at.goesOn();
      const { name, bytes } = await at.newer(earlier);
      expect(at.read(name)).toHaveLength(bytes);
      expect(valise('verify', join(at.browser.downloads, name))).toMatch(/^Sound/);
      expect(bytes).toBeGreaterThan(earlier.bytes);
      await expect.poll(at.archives, { timeout: 30_000 }).toEqual([basename(name)]);
    } finally {
      await at.close();
    }
  });
});
