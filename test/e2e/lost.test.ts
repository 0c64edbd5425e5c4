import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startChatgpt } from '../sites/chatgpt/server';
import { twoKept } from './chat-page';
import type { Page } from './harness/browser';
import { type ChromiumBrowser, launchChromium } from './harness/chromium';
import { buildFor } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { lookInto } from './kept';

/*
 * Chromium throws a whole database away where it takes it for damaged, as after a disk that was full (docs/decisions/0014).
 * It says nothing of it: we do. Firefox was never seen to.
 */
const WAIT = { timeout: 60_000 };
const GONE = { text: 'Sessions that are gone: 2.' };

const site = await startChatgpt();
afterAll(() => site.close());

let profile: string;
let browser: ChromiumBrowser | null = null;
beforeEach(() => {
  site.reset();
  profile = temporaryFolder('lost');
});
afterEach(async () => {
  await stopped();
  remove(profile);
});

async function started(): Promise<ChromiumBrowser> {
  browser = await launchChromium({ extension: buildFor('chromium', 'e2e'), hosts: site.hosts, profile });
  return browser;
}

async function stopped(): Promise<void> {
  const last = browser;
  browser = null;
  await last?.close();
}

/** Two chats in the library, and it is noted that there are two. */
async function filledLibrary(first: ChromiumBrowser): Promise<Page> {
  const { kept, page } = await twoKept(first);
  await expect.poll(() => kept.page.evaluate(noted), WAIT).toBe(2);
  await page.close();
  return kept.page;
}

/** Runs in the page: how many sessions the library is known to hold. */
async function noted(): Promise<unknown> {
  const { chrome } = globalThis as unknown as {
    chrome: { storage: { local: { get(key: string): Promise<{ library?: { sessions?: unknown } }> } } };
  };
  return (await chrome.storage.local.get('library')).library?.sessions;
}

/** What a record has that was written behind half of another: a sum that is wrong. */
function damage(): void {
  const folder = join(profile, 'chromium', 'Default', 'IndexedDB');
  const [own] = readdirSync(folder).filter((name) => /^chrome-extension_.*\.leveldb$/.test(name));
  const logs = readdirSync(join(folder, own ?? '')).filter((name) => name.endsWith('.log'));
  expect(logs).toHaveLength(1);
  const path = join(folder, own ?? '', logs[0] ?? '');
  const bytes = readFileSync(path);
  expect(bytes.length).toBeGreaterThan(10_000);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 255, middle);
  writeFileSync(path, bytes);
}

describe('a library that Chromium throws away', () => {
  test('is missed at the next start, in the library and in the popup, until the person has heard of it', async () => {
    await filledLibrary(await started());
    await stopped();
    damage();
    const again = await started();
    const kept = await lookInto(again);
    await kept.page.waitFor(GONE, { within: 30_000 });
    expect(await kept.sessions()).toEqual([]); // it is really gone
    const popup = await again.popupFor(await again.open('about:blank'));
    await popup.waitFor(GONE);
    await kept.page.click({ role: 'button', name: 'Understood' });
    await expect.poll(() => popup.sees(GONE), WAIT).toBe(false);
  });

  test('while a page of ours is open is missed there by itself', async () => {
    const first = await started();
    const page = await filledLibrary(first);
    await page.waitFor({ text: 'Paint for the hull' });
    const session = await first.context.newCDPSession(first.tab(page));
    await session.send('Storage.clearDataForOrigin', { origin: first.extensionOrigin, storageTypes: 'indexeddb' });
    await page.waitFor(GONE, { within: 30_000 });
    expect(await page.sees({ text: 'Paint for the hull' })).toBe(false);
  });
});
