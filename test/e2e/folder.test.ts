import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isForFolder } from '../../src/jobs/folder/due';
import { bigConversation, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import { chooseQuiet } from './choose-quiet';
import type { Page } from './harness/browser';
import { browsers } from './harness/launch';
import { pause, remove, temporaryFolder, until } from './harness/temporary';
import { installed } from './installed';
import { choose, filesInPicked, pickOwn, removePicked } from './picked';
import { valise } from './valise';

const site = await startChatgpt();
const folder = temporaryFolder('folder');
afterAll(async () => {
  await site.close();
  remove(folder);
});

const WAIT = { timeout: 60_000, interval: 50 };
const PICK = 'Pick a folder…';
const GONE = 'Saved, and no longer there: 1.';

describe.each(browsers)('the folder of archives, in %s,', (kind) => {
  const at = installed(kind, 'e2e', site);
  let big = '';
  let page: Page;
  beforeAll(async () => {
    site.reset();
    const stored = bigConversation(4_000_000);
    big = stored.conversation.conversation_id;
    site.put(stored);
    for (const native of [big, SHORT]) {
      page = await at.browser.open(`https://chatgpt.com/c/${native}`);
      await shows(page, native);
      await until(`${native} to be kept`, () => at.kept.session(native), { within: 60_000 });
    }
    await at.kept.page.evaluate(chooseQuiet, 2);
  });
  const saved = () => at.kept.saved();
  const inDownloads = (): string[] => {
    const below = readdirSync(at.browser.downloads, { recursive: true, withFileTypes: true });
    return below
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
  };

  test('two chats become quiet: their archives lie there and verify, and one that grows has its place taken', async () => {
    const settings = await at.browser.extensionPage('library.html#settings');
    await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
    await settings.waitFor({ text: 'In the folder: chats 2, ' }, { within: 60_000 });
    await settings.close();
    const files = inDownloads();
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toMatch(/Downloads\/Valise\/ChatGPT\/20\d\d-\d\d-\d\d .+\.zip$/);
      expect(valise('verify', file)).toMatch(/^Sound/);
    }
    const short = (await saved()).find(({ name }) => name.includes('slack water'));
    expect(short?.bytes).toBe(readFileSync(join(at.browser.downloads, short?.name ?? '')).length);
    await page.activate();
    await ask(page, 'And the ebb?');
    await answered(page);
    await expect
      .poll(async () => (await saved()).find(({ name }) => name === short?.name)?.at, WAIT)
      .not.toBe(short?.at);
    expect(inDownloads()).toEqual(files);
    const log = valise('show', join(at.browser.downloads, short?.name ?? ''), '--format', 'jsonl');
    expect(log).toContain('And the ebb?');
  });

  test('the background is ended while it packs: written once, all the same', async () => {
    const before = inDownloads();
    const id = (await at.kept.session(big))?.id ?? '';
    const old = (await saved()).find(({ session }) => session === id)?.at;
    await at.kept.send('folder.tend', { write: { session: id } });
    const step = async () =>
      (await at.kept.jobs()).find((job) => isForFolder(job) && job.state === 'running')?.progress.step;
    await expect.poll(step, { ...WAIT, interval: 10 }).toMatch(/packing|verifying/);
    await at.browser.killBackground();
    await at.kept.send('tab.state', { tab: -1 }); // any event: else it is the alarm of the next minute
    await expect.poll(async () => (await saved()).find(({ session }) => session === id)?.at, WAIT).not.toBe(old);
    expect(inDownloads()).toEqual(before);
    const again = (await saved()).find(({ session }) => session === id)?.name ?? '';
    expect(valise('verify', join(at.browser.downloads, again))).toMatch(/^Sound/);
    await expect.poll(at.kept.scratch, WAIT).toEqual([]);
  });

  // Firefox goes on saying that a file exists which it has written: there nothing can be told
  test.runIf(kind === 'chromium')(
    'an archive that is deleted while the settings are open is said to be gone, and is saved again if asked',
    async () => {
      const before = inDownloads();
      const [lost = ''] = before;
      const settings = await at.browser.extensionPage('library.html#settings');
      await settings.waitFor({ text: 'In the folder: chats 2, ' });
      await pause(13_000); // longer than the browser and the page look for by themselves when it is opened
      rmSync(lost);
      // Chromium looks at no file before its own start is over: three minutes, where it waits longest (seen in 156)
      await settings.waitFor({ text: GONE }, { within: 120_000 });
      await settings.click({ role: 'button', name: 'Save again' });
      await settings.waitFor({ text: 'In the folder: chats 2' }, { within: 60_000 });
      await settings.close();
      expect(inDownloads()).toEqual(before);
      expect(valise('verify', lost)).toMatch(/^Sound/);
    },
  );

  test.runIf(kind === 'chromium')(
    'what the browser has forgotten to be ours stays: the next archive lies beside it, and that is said',
    async () => {
      const before = inDownloads();
      const settings = await at.browser.extensionPage('library.html#settings');
      await settings.evaluate(clearDownloads);
      await at.kept.send('folder.tend', { write: { session: (await at.kept.session(SHORT))?.id } });
      await settings.waitFor({ text: 'Saved beside what had the name' }, { within: 60_000 });
      await settings.close();
      const added = inDownloads().filter((file) => !before.includes(file));
      expect(added).toEqual([expect.stringMatching(/ \(1\)\.zip$/)]);
      expect(inDownloads()).toHaveLength(before.length + 1);
      expect(valise('verify', added[0] ?? '')).toMatch(/^Sound/);
    },
  );

  test.runIf(kind === 'chromium')('a folder that was picked is written to, by its handle, and read back', async () => {
    const settings = await at.browser.extensionPage('library.html#settings');
    await settings.waitFor({ css: '#setting-folder-place' });
    await settings.evaluate(pickOwn);
    await settings.evaluate(choose, 'setting-folder-place', 'picked');
    await settings.click({ role: 'button', name: PICK });
    await settings.waitFor({ text: 'In the folder: chats 2, ' }, { within: 60_000 });
    // those words stood there of the other folder, too
    await expect.poll(async () => Object.keys(await settings.evaluate(filesInPicked)), WAIT).toHaveLength(2);
    const found = await settings.evaluate(filesInPicked);
    for (const [name, base64] of Object.entries(found)) {
      const file = join(folder, name);
      writeFileSync(file, Buffer.from(base64, 'base64'));
      expect(valise('verify', file)).toMatch(/^Sound/);
    }
    await settings.goto(`${at.browser.extensionOrigin}/library.html#${(await at.kept.session(SHORT))?.id}`);
    await settings.waitFor({ text: 'In your folder since' });
    await at.kept.page.evaluate(removePicked);
    await settings.waitFor({ text: 'and is no longer there' }, { within: 30_000 });
  });
});

/** Runs in a page of ours: the person clears the list of downloads. */
async function clearDownloads(): Promise<void> {
  const { chrome } = globalThis as unknown as { chrome: { downloads: { erase(which: object): Promise<unknown> } } };
  await chrome.downloads.erase({});
}
