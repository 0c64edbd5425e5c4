import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SHORT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { signal } from '../sites/held';
import { tooMany } from '../sites/stand-in';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { colours, findings, width } from './pages-look';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const chatAt = (id: string): string => `https://chatgpt.com/c/${id}`;

describe.each(browsers)('the popup in %s, with the site granted', (kind) => {
  let browser: Browser;
  let popup: Page | null = null;
  let chat: Page | null = null;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
  });
  afterEach(async () => {
    expect(site.refusals).toEqual([]);
    expect(popup?.errors ?? []).toEqual([]);
    await popup?.close();
    await chat?.close();
    popup = chat = null;
  });
  afterAll(() => browser?.close());

  /** Opens the popup on a tab; `first` comes between, when the site's own page has read what it shows. */
  const open = async (address: string, first?: () => void): Promise<Page> => {
    chat = await browser.open(address);
    if (address.includes('/c/')) await chat.waitUntil('the chat', () => document.documentElement.dataset.shown);
    first?.();
    popup = await browser.popupFor(chat);
    return popup;
  };

  test('reads the chat it is opened on, says what is kept, exports it and opens it in the library', async () => {
    const page = await open(chatAt(HARBOUR));
    await page.waitFor({ text: 'Tides at Skerry harbour' });
    await page.waitFor({ text: 'Last captured just now.' });
    await expect.poll(() => page.text({ css: '.facts' })).toMatch(/Messages\s*8\s*Branches\s*3\s*Sources\s*2/);
    await expect.poll(() => page.text({ css: '.tests' })).toMatch(/Inspection.*Export.*Replay.*Audit.*Deletion/s);
    expect(await page.sees({ role: 'button', name: 'Keep watching ChatGPT' })).toBe(false);
    for (const scheme of ['dark', 'light'] as const) {
      await colours(browser, page, scheme);
      expect(await findings(page)).toEqual([]);
    }
    await page.click({ role: 'button', name: 'Export' });
    expect(await browser.downloaded(/\.zip$/, { within: 60_000 })).toContain('Tides at Skerry harbour');
    await page.waitFor({ text: 'Saved and verified' });
    expect(await findings(page)).toEqual([]);
  });

  test('says that the person is signed out, and reads again when asked to', async () => {
    const page = await open(chatAt(SHORT), () => {
      site.signOut();
      site.expireToken();
    });
    await page.waitFor({ text: 'You are signed out of the site.' });
    expect(await findings(page)).toEqual([]);
    site.reset();
    await page.click({ role: 'button', name: 'Try again' });
  });

  test('says when it goes on if the site tells it to wait', async () => {
    const { given, give } = signal();
    const page = await open(chatAt(SHORT), () => site.answerNext(tooMany(1), { after: given }));
    await page.waitFor({ text: 'The site asked us to wait. Goes on at' });
    expect(await findings(page)).toEqual([]);
    give();
    await page.waitFor({ text: 'A word for slack water' });
  });

  test('says that what it cannot read yet is kept', async () => {
    await (await open(chatAt(SHORT))).waitFor({ text: 'Last captured' });
    await popup?.close();
    await chat?.close();
    const page = await open(chatAt(SHORT), () => site.answerNext({ body: '{"surprise": true}' }));
    await page.waitFor({ text: 'a shape that this release cannot read yet' });
    await page.waitFor({ text: 'A word for slack water' });
  });

  test('has nothing to do where there is no chat', async () => {
    const page = await open('https://chatgpt.com/');
    await page.waitFor({ text: 'No chat is open here' });
    expect(await findings(page)).toEqual([]);
    await page.close();
    await chat?.close();
    const elsewhere = await open('about:blank');
    await elsewhere.waitFor({ text: 'Not a chat that Valise knows' });
    expect(await elsewhere.sees({ role: 'button', name: 'Export' })).toBe(false);
    await width(browser, elsewhere, 320);
    expect(await findings(elsewhere)).toEqual([]);
    await width(browser, elsewhere, null);
    for (const odd of ['', 'abc', '1.5', '-7', '1e308', 'NaN']) {
      const page = await browser.extensionPage(`popup.html?tab=${odd}`);
      await page.waitFor({ text: 'Not a chat that Valise knows' });
      await page.close();
    }
  });
});

describe.each(browsers)('with no permission granted, in %s', (kind) => {
  test('no page of the extension makes a request, and the popup says what would help', async () => {
    const browser = await launch(kind, { extension: buildFor(kind), hosts: site.hosts });
    try {
      const chat = await browser.open(chatAt(SHORT));
      await chat.waitUntil('the chat', () => document.documentElement.dataset.shown);
      const asked = site.requests.length;
      const popup = await browser.popupFor(chat);
      await popup.waitFor({ text: "press Valise's button in the toolbar" });
      expect(await findings(popup)).toEqual([]);
      const before = browser.refused.length;
      await popup.click({ role: 'button', name: 'Open library' });
      const paths = readdirSync(buildFor(kind)).filter((name) => name.endsWith('.html'));
      expect(paths).toEqual(expect.arrayContaining(['library.html', 'popup.html']));
      for (const path of paths) {
        const page = await browser.extensionPage(path);
        await page.waitUntil('the page to be there', () => document.readyState === 'complete');
        const tried = await page.evaluate(() =>
          Promise.all(
            ['https://chatgpt.com/planted', 'https://elsewhere.example/planted'].map((url) =>
              fetch(url).then(
                () => 'went',
                () => 'refused',
              ),
            ),
          ),
        );
        expect(tried).toEqual(['refused', 'refused']);
        expect(page.errors).toEqual([]);
      }
      // the browser asks for a page's icon by itself, and the site's own page may read again: it says which build it is
      const others = site.requests.slice(asked).filter(({ headers }) => headers['oai-client-version'] === undefined);
      expect(others.filter(({ path }) => path !== '/favicon.ico')).toEqual([]);
      expect(browser.refused.slice(before)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
