import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AGAIN } from '../../src/capture/watch/wake';
import { FOLDER } from '../../src/jobs/folder/tend';
import { RESERVE } from '../../src/store/care';
import type { BackfillJob } from '../../src/store/job-rows';
import { conversationOf, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { alarms, setOff } from './alarms';
import { answered, ask, shows } from './chat-page';
import { chooseQuiet } from './choose-quiet';
import type { Page } from './harness/browser';
import { type ChromiumBrowser, launchChromium } from './harness/chromium';
import { buildFor } from './harness/launch';
import { pause } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';
import { valise } from './valise';

/*
 * No room is left, as the browser tells it: Chromium says what it is told to say. What its own writes do on a disk that is
 * really full is tried in `test/slow/full-disk` and `full-folder`, where one can be mounted.
 */
const WAIT = { timeout: 60_000 };
const MIB = 1024 * 1024;
const IDS = Array.from({ length: 3 }, (_, n) => `6a3f1c20-f140-8321-9d8e-5b1e6a1c04${String(n).padStart(2, '0')}`);

const site = await startChatgpt();
afterAll(() => site.close());

describe('a browser that has no room left', () => {
  let browser: ChromiumBrowser;
  let kept: Kept;
  let page: Page;
  let tell: (left: number | null) => Promise<void>;
  beforeAll(async () => {
    browser = await launchChromium({ extension: buildFor('chromium', 'e2e'), hosts: site.hosts });
    kept = await lookInto(browser);
    await watches(kept);
    await kept.page.evaluate(chooseQuiet, 6);
    const session = await browser.context.newCDPSession(browser.tab(kept.page));
    const { extensionOrigin: origin } = browser;
    tell = async (left) => {
      const used = (await kept.page.evaluate(() => navigator.storage.estimate())).usage ?? 0;
      const quota = left === null ? {} : { quotaSize: used + left };
      await session.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
    };
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  /** Nothing is asked for again and again. */
  const rests = async (): Promise<void> => {
    const before = site.requests.length;
    await pause(5000);
    expect(site.requests.length).toBe(before);
  };
  const goOff = (): Promise<void> => kept.page.evaluate(setOff, AGAIN);
  const sessions = async (): Promise<string[]> => (await kept.sessions()).map(({ native }) => native).sort();

  test('says so where a watched chat cannot be kept, and keeps it by itself when there is room', async () => {
    await tell(8 * MIB);
    page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    await kept.page.reload();
    await kept.page.waitFor({ text: 'What is kept is untouched' }, { within: 30_000 });
    await rests();
    expect(await sessions()).toEqual([]);
    await tell(null);
    await expect.poll(sessions, WAIT).toEqual([SHORT]);
  });

  test('writes no archive to the folder, sets one alarm, and writes it when that goes off and there is room', async () => {
    const settings = await browser.extensionPage('library.html#settings');
    await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
    await settings.waitFor({ text: 'In the folder: chats 1, ' }, { within: 60_000 });
    await settings.close();
    const [first] = await kept.saved();
    const before = (await kept.session(SHORT))?.tail.seq ?? 0;
    await page.activate();
    await ask(page, 'And the ebb?');
    await answered(page);
    await expect.poll(async () => (await kept.session(SHORT))?.tail.seq ?? 0, WAIT).toBeGreaterThan(before);
    await tell(8 * MIB);
    await expect.poll(() => kept.page.evaluate(alarms), WAIT).toContain(AGAIN);
    await rests();
    expect(await kept.page.evaluate(alarms)).not.toContain(FOLDER); // it went off, and came to nothing
    expect(await kept.saved()).toEqual([first]);
    await tell(null);
    await goOff();
    await expect.poll(async () => (await kept.saved())[0]?.log, WAIT).not.toBe(first?.log);
    const log = valise('show', `${browser.downloads}/${first?.name}`, '--format', 'jsonl');
    expect(log).toContain('And the ebb?');
    await expect.poll(() => kept.page.evaluate(alarms), WAIT).not.toContain(AGAIN);
  });

  test('brings nothing in, says why, and goes on with all of it after a rest, when there is room', async () => {
    site.haveOnly(IDS.map(conversationOf));
    const job = async (): Promise<BackfillJob | undefined> =>
      (await kept.jobs()).find((each): each is BackfillJob => each.kind === 'backfill');
    await tell(RESERVE - 32 * MIB); // what is small can be written, and no chat
    const library = await browser.extensionPage('library.html#everything');
    await library.click({ css: '[aria-labelledby=everything-chatgpt] button.main' });
    await expect.poll(async () => (await job())?.trouble, WAIT).toBe('storage-full');
    await library.waitUntil('the reason', () =>
      document.querySelector('[aria-labelledby=everything-chatgpt]')?.textContent?.includes('is full, or nearly'),
    );
    await rests();
    expect((await sessions()).filter((id) => IDS.includes(id))).toEqual([]);
    await tell(null);
    await kept.page.evaluate(restIsOver);
    await goOff();
    await expect.poll(async () => (await job())?.state, WAIT).toBe('done');
    expect(await sessions()).toEqual([SHORT, ...IDS].sort());
  });
});

/** Runs in the page: as if a minute had passed, after which the site is asked again. */
async function restIsOver(): Promise<void> {
  const done = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('valise'));
  const paces = db.transaction('paces', 'readwrite').objectStore('paces');
  for (const row of await done(paces.getAll())) await done(paces.put({ ...row, until: null }));
  db.close();
}
