import 'fake-indexeddb/auto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainConversation } from '../sites/chatgpt/conversations';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from '../ui/kept';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { colours, findings, sticksOut, width } from './pages-look';
import { dumpOf, seed } from './pages-seed';

const TIDES = '11111111-1111-4111-8111-111111111111';
const COPY = '22222222-2222-4222-8222-222222222222';
const LONG = '33333333-3333-4333-8333-333333333333';

const kept = await dumpOf(async (db) => {
  await keepIn(db, TIDES, harbour());
  await keepIn(db, COPY, harbour(), { from: 'valise-tides.zip', at: '2026-10-05T10:00:00.000Z', logHash: 'x' });
  await keepIn(db, LONG, chainConversation(2000).conversation);
});

/** What has the focus: it moves in a later frame than what is shown. */
const focused = (page: Page, attribute: string): Promise<string | null | undefined> =>
  page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);
const rows = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('.sessions .item').length);

describe.each(browsers)('the library in %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind) });
    await (await seed(browser, kept)).close();
    page = await browser.extensionPage('library.html');
  });
  afterAll(() => browser?.close());

  test('lists what is kept, and finds by title', async () => {
    await expect.poll(() => rows(page)).toBe(3);
    await page.fill({ css: 'input[type=search]' }, 'SKERRY tides');
    await expect.poll(() => rows(page)).toBe(2);
    expect(await page.text({ css: '.sessions' })).toContain('from valise-tides.zip');
    await page.fill({ css: 'input[type=search]' }, 'nowhere');
    await page.waitFor({ text: 'No title and no text holds these words.' });
    await page.fill({ css: 'input[type=search]' }, 'tides');
    await expect.poll(() => rows(page)).toBe(2);
  });

  test('reads a session: branches switch in place, what is folded opens', async () => {
    await page.click({ css: `a[href="#${TIDES}"]` });
    await page.waitFor({ text: 'between 07:40 and 11:50 UTC' });
    await page.click({ role: 'button', name: 'Previous branch' });
    await page.waitFor({ text: 'With 1.4 m of draught' });
    await expect.poll(() => focused(page, 'aria-label')).toBe('Next branch');
    await page.press('Enter');
    await page.waitFor({ text: 'between 07:40 and 11:50 UTC' });
    await page.click({ text: 'The five tests' });
    await page.waitFor({ text: 'Inspection: passes' });
    await page.click({ role: 'button', name: 'Source 1' });
    await expect.poll(() => focused(page, 'id')).toBe('source-1');
  });

  test.each(['light', 'dark'] as const)('is for everybody, in %s colours', async (scheme) => {
    await colours(browser, page, scheme);
    expect(await findings(page)).toEqual([]);
  });

  test('fits into 320 pixels: one thing at a time, nothing sticks out', async () => {
    await width(browser, page, 320);
    await expect.poll(() => page.sees({ css: '.sessions' })).toBe(false); // Firefox lays out a moment after it is resized
    expect(await sticksOut(page)).toEqual([]);
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('.branch details')) fold.open = true;
    });
    await page.waitUntil('what was folded', () => document.querySelectorAll('.branch .inside .json').length > 0);
    expect(await sticksOut(page)).toEqual([]);
    await page.click({ text: 'All sessions' });
    await page.waitFor({ css: '.sessions' });
    expect(await sticksOut(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await width(browser, page, null);
  });

  test('opens 2,000 messages at once, and shows the one that the address names', async () => {
    const long = await browser.extensionPage(`library.html#${LONG}/V-1500`);
    await long.waitFor({ css: 'a.number.aimed' });
    const stops = (): Promise<number> => long.evaluate(() => document.querySelectorAll('.event').length);
    await expect.poll(stops, { timeout: 20_000 }).toBe(2000);
    const inView = (): Promise<boolean> =>
      long.evaluate(() => {
        const { top } = document.querySelector('a.aimed')?.getBoundingClientRect() ?? { top: -1 };
        return top >= 0 && top < innerHeight;
      });
    await expect.poll(inView).toBe(true);
    expect(long.errors).toEqual([]);
    await long.close();
  });

  test('refuses a file that is no archive, with a sentence', async () => {
    const path = join(browser.downloads, 'letter.zip');
    writeFileSync(path, 'Dear Ada,');
    await page.choose({ css: '#verify-file' }, path);
    await page.waitFor({ text: 'Refused: this file is not opened.' });
    expect(await findings(page)).toEqual([]);
    await page.press('Escape');
    await expect.poll(() => page.sees({ css: 'dialog' })).toBe(false);
  });

  test('deletes from this browser after saying what goes', async () => {
    await page.click({ css: '.sessions .item a' }); // not the long one, which is slow to look at
    await page.click({ css: '.sessions input' });
    await page.click({ role: 'button', name: 'Delete…' });
    await page.waitFor({ text: 'Sessions: 1.' });
    await page.waitFor({ text: 'The chat at its site, and archives you saved, stay as they are.' });
    expect(await findings(page)).toEqual([]);
    await page.click({ role: 'button', name: 'Cancel' });
    expect(await rows(page)).toBe(2);
    await page.click({ role: 'button', name: 'Delete…' });
    await page.click({ role: 'button', name: 'Delete from this browser' });
    await page.waitFor({ text: 'Deleted from this browser: “' });
    await expect.poll(() => rows(page)).toBe(1);
    expect(page.errors).toEqual([]);
  });
});
