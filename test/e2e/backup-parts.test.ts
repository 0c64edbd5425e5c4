import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { bigConversation } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder, until } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';
import { valise } from './valise';

const site = await startChatgpt();
const folder = temporaryFolder('parts');
afterAll(async () => {
  await site.close();
  remove(folder);
});

/** Each needs more than half of the smallest part that can be chosen: no two of them fit into one. */
const BIG = [1, 2, 3].map((n) => `6a3f1c20-f140-8321-9d8e-5b1e6a1c03${String(n).padStart(2, '0')}`);
const PARTS = 3;
const LONG = { within: 120_000 };
const MISSING = { text: 'Still missing of this backup: part 2 of 3. Restore it as well.' };

/** Three large chats and a small one are kept as their pages are opened, one has a note, and parts are to be small. */
async function fill(browser: Browser): Promise<Kept> {
  const kept = await lookInto(browser);
  await watches(kept);
  for (const native of [HARBOUR, ...BIG]) {
    const page = await browser.open(`https://chatgpt.com/c/${native}`);
    await shows(page, native);
    await until(`${native} to be kept`, () => kept.session(native), { within: 60_000 });
    await page.close();
  }
  const library = await browser.extensionPage(`library.html#${(await kept.session(HARBOUR))?.id}`);
  await library.click({ role: 'checkbox', name: 'Star' });
  await library.click({ css: '.notes summary' });
  await library.fill({ css: '.notes textarea' }, 'Ask again about the neap tide.');
  await library.press('Tab');
  await library.close();
  const settings = await browser.extensionPage('library.html#settings');
  await settings.fill({ css: '#setting-backupPart' }, '16');
  await settings.press('Tab');
  await settings.waitFor({ css: '.settings > .say.good' });
  await settings.close();
  return kept;
}

/** Backs everything up; the files, by their names. */
async function backUp(browser: Browser): Promise<ReadonlyMap<string, string>> {
  const library = await browser.extensionPage('library.html#backup');
  await library.waitFor({ text: `there will be ${PARTS} parts` }, { within: 60_000 });
  await library.click({ role: 'button', name: 'Back up everything' });
  const files = new Map<string, string>();
  while (files.size < PARTS) {
    const path = await browser.downloaded(/^valise-backup-.*-of-3\.zip$/, { within: 120_000 });
    files.set(basename(path), path);
  }
  await library.waitFor({ text: 'Everything lies in a file already' }, { within: 60_000 });
  await library.close();
  return files;
}

/** What each session is, whatever id this browser gave it; and what was noted and chosen. */
async function contents(kept: Kept): Promise<unknown> {
  const rows = [...(await kept.sessions())].sort((a, b) => (a.key < b.key ? -1 : 1));
  const told: unknown[] = [];
  for (const { id, key, title, copy } of rows)
    told.push({ key, title, copy, log: sha256Hex((await kept.log(id)).join('\n')) });
  return told;
}

/** Restores some parts, one after the other, as they were picked. */
async function restore(library: Page, ...parts: readonly string[]): Promise<void> {
  await library.choose({ css: '#backup-files' }, ...parts);
  await library.click({ css: 'dialog button.main' }, { within: 60_000 });
}

/** Three large chats are read, packed twice and restored: minutes in each browser. In Firefox they are asked for. */
const asked = browsers.filter((kind) => kind === 'chromium' || process.env.VALISE_LONG !== undefined);

describe.each(asked)('a library that is too large for one file, in %s', (kind) => {
  test('comes back from its parts in any order; one that is missing is said, and what came stays', async () => {
    site.reset();
    for (const id of BIG) site.put(bigConversation(5_000_000, id));
    const extension = buildFor(kind, 'e2e');
    const first = await launch(kind, { extension, hosts: site.hosts, downloads: `${folder}/${kind}` });
    let parts: readonly string[];
    let before: unknown;
    try {
      const kept = await fill(first);
      before = await contents(kept);
      parts = [...(await backUp(first)).values()].sort();
    } finally {
      await first.close(); // its profile goes
    }
    expect(parts.map((path) => /(\d)-of-3\.zip$/.exec(path)?.[1])).toEqual(['1', '2', '3']);
    for (const path of parts) expect(valise('verify', path)).toMatch(/^Sound/);
    const [one = '', two = '', three = ''] = parts;

    const second = await launch(kind, { extension, hosts: site.hosts });
    try {
      const kept = await lookInto(second);
      const early = await second.extensionPage('library.html#backup');
      await restore(early, three, one);
      await early.waitFor(MISSING, LONG);
      const some = await kept.sessions();
      expect(some.length).toBeGreaterThanOrEqual(2);
      await early.close();
      const library = await second.extensionPage('library.html#backup');
      await library.waitFor(MISSING); // said for as long as it is so
      expect(await kept.sessions()).toEqual(some);

      await restore(library, two);
      await library.waitUntil(
        'the last part',
        () => !document.querySelector('dialog') && !document.body.textContent?.includes('Still missing'),
      );
      expect(await contents(kept)).toEqual(before);
      // logs, artifacts, notes and settings are all in it
      const again = await backUp(second);
      expect([...again.keys()].sort()).toEqual(parts.map((path) => basename(path)));
      for (const path of parts)
        expect(sha256Hex(readFileSync(again.get(basename(path)) ?? ''))).toBe(sha256Hex(readFileSync(path)));
    } finally {
      await second.close();
    }
  }, 360_000);
});
