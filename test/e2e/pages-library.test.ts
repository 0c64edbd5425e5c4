import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from '../ui/kept';
import { POISON, poisonedChat, said } from '../ui/payloads';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { colours, findings, sticksOut, width } from './pages-look';
import { dumpOf, seed } from './pages-seed';

const TIDES = '11111111-1111-4111-8111-111111111111';
const COPY = '22222222-2222-4222-8222-222222222222';

const kept = await dumpOf(async (db) => {
  await keepIn(db, TIDES, harbour());
  await keepIn(db, COPY, harbour(), { from: 'valise-tides.zip', at: '2026-10-05T10:00:00.000Z', logHash: 'x' });
});

const ARABIC = '44444444-4444-4444-8444-444444444444';
const POISONED = '33333333-3333-4333-8333-333333333333';
const others = await dumpOf(async (db) => {
  const copy = { from: `${POISON}.zip`, at: '2026-10-05T10:00:00.000Z', logHash: 'x' };
  await keepIn(db, POISONED, poisonedChat(), copy);
  await keepIn(db, ARABIC, said('متى يكون الماء ساكنًا؟\n\n- عند 07:40'));
});

const rows = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('.sessions .item').length);
const query = (page: Page): Promise<string> => page.evaluate(() => location.search);
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);
/** How many places are painted as found. */
const painted = (page: Page): Promise<number> => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0);

describe.each(browsers)('finding and reading in the library of %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind) });
    await (await seed(browser, kept)).close();
    page = await browser.extensionPage('library.html');
    await page.waitFor({ css: '.sessions .item' });
  });
  afterAll(() => browser?.close());

  test('finds words of a text, and opens the session there with the words marked', async () => {
    await page.fill({ css: '#library-search' }, 'DRAUGHT');
    await page.waitFor({ text: 'Sessions found: 2.' });
    await expect.poll(() => query(page)).toBe('?text=DRAUGHT');
    expect(await findings(page)).toEqual([]);
    await page.click({ css: `.hits a[href^="#${TIDES}/"]` });
    await page.waitFor({ css: 'a.number.aimed' });
    await expect.poll(() => painted(page)).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate(() => document.title)).toMatch(/ · Valise$/);
  });

  test('filters, and going back takes a filter away', async () => {
    await page.fill({ css: '#library-search' }, '');
    await expect.poll(() => query(page)).toBe('');
    await page.click({ text: 'Filter and order' });
    await page.waitFor({ css: '.filters select' });
    await page.evaluate(() => {
      const whose = [...document.querySelectorAll('select')].find((each) => each.textContent?.includes('Copy from'));
      if (whose) whose.value = 'copy';
      whose?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(() => rows(page)).toBe(1);
    await expect.poll(() => query(page)).toBe('?whose=copy');
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() => history.back());
    await expect.poll(() => rows(page)).toBe(2);
    expect(await query(page)).toBe('');
  });

  test('is read by single keys: to the next event, to what is found, on another branch too', async () => {
    await page.evaluate((id) => {
      location.hash = id;
      (document.activeElement as HTMLElement | null)?.blur();
    }, TIDES);
    await page.waitFor({ css: '.branch .event' });
    await page.fill({ css: '#find' }, '');
    await expect.poll(() => painted(page)).toBe(0);
    await page.press('Escape');
    await page.press('j');
    await expect.poll(() => focused(page)).toMatch(/^V-\d{4}$/);
    await page.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('find');
    await page.fill({ css: '#find' }, '1.4 m of draught');
    await page.press('Enter');
    await page.waitFor({ text: 'With 1.4 m of draught' });
    await expect.poll(() => painted(page)).toBe(1);
    await page.press('Escape');
    await expect.poll(() => painted(page)).toBe(0);
    await page.press('?');
    await page.waitFor({ text: 'Use single keys in the library' });
    expect(await findings(page)).toEqual([]);
    await page.press('Escape');
    await expect.poll(() => page.sees({ css: 'dialog' })).toBe(false);
  });

  test('shows its branches in a picture, and goes to the one that is chosen', async () => {
    await page.click({ text: 'Branches: ' });
    await page.waitFor({ css: '.tree svg' });
    const chosen = await page.evaluate(() => {
      const other = document.querySelector<HTMLButtonElement>('.tree button:not([aria-current])');
      other?.click();
      return other?.textContent;
    });
    expect(chosen).toMatch(/^V-\d{4}/);
    await page.waitUntil(
      'the branch that was chosen',
      (words) => document.querySelector('.tree [aria-current]')?.textContent === words,
      chosen ?? '',
    );
    await expect.poll(() => focused(page)).toMatch(/^V-\d{4}$/);
  });

  test.each(['light', 'dark'] as const)('is for everybody with all of it open, in %s colours', async (scheme) => {
    await colours(browser, page, scheme);
    expect(await findings(page)).toEqual([]);
  });

  test('has its sources beside the text where there is room', async () => {
    await width(browser, page, 1500);
    const places = await page.waitUntil('the source beside its citation', () => {
      document.querySelector('.margin')?.scrollIntoView({ block: 'center' });
      const box = (css: string) => document.querySelector(css)?.getBoundingClientRect() ?? new DOMRect();
      const note = box('.margin [data-source="1"]');
      const down = note.top - box('.said .cite[data-source="1"]').top;
      const { right } = box('.event.cited > .said');
      return note.width > 0 && Math.abs(down) < 12 && { right, left: note.left, end: note.right, room: innerWidth };
    });
    expect(places.left).toBeGreaterThan(places.right);
    expect(places.end).toBeLessThanOrEqual(places.room);
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
    await page.click({ css: '.said .cite[data-source="1"]' });
    await page.waitUntil('the source', () => document.activeElement?.matches('.margin > [data-source="1"]'));
    await page.click({ role: 'button', name: 'Back to the text, source 1' });
    await expect.poll(focused).toBe('Source 1');
    await page.click({ css: '.sources .refs a' });
    await page.waitFor({ css: 'a.number.aimed' });
    expect(await findings(page)).toEqual([]);
  });

  test('fits into 320 pixels with all of it open', async () => {
    await width(browser, page, 320);
    await expect.poll(() => page.sees({ css: '.sessions' })).toBe(false);
    expect(await sticksOut(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    await page.click({ text: 'All sessions' });
    await page.waitFor({ css: '.sessions' });
    await page.fill({ css: '#library-search' }, 'draught');
    await page.waitFor({ css: '.hits a' });
    expect(await sticksOut(page)).toEqual([]);
    await width(browser, page, null);
    expect(page.errors).toEqual([]);
  });

  test('is whole on paper, and afterwards as it was', async () => {
    const page = await browser.extensionPage(`library.html#${TIDES}`);
    await page.waitFor({ css: '.session .five' });
    const folds = await page.evaluate(() => {
      const closed = (): Element[] => [...document.querySelectorAll('.session details:not([open])')];
      const before = closed();
      dispatchEvent(new Event('beforeprint'));
      const printed = closed();
      dispatchEvent(new Event('afterprint'));
      const after = new Set(closed());
      return { before: before.length, printed: printed.length, open: before.filter((each) => !after.has(each)).length };
    });
    expect(folds.before).toBeGreaterThan(5);
    expect(folds).toEqual({ before: folds.before, printed: 0, open: 0 });
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('runs, loads and hides nothing of what somebody wrote to that end', async () => {
    const before = browser.refused.length;
    await (await seed(browser, others)).close();
    const page = await browser.extensionPage(`library.html#${POISONED}`);
    await page.waitFor({ css: '.branch .event' });
    await page.waitUntil('the first words', () => document.title.includes('<script>'));
    for (let round = 0; round < 3; round++)
      await page.evaluate(async () => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
        for (const link of document.querySelectorAll<HTMLElement>('.branch button')) link.focus();
        await new Promise((resolve) => setTimeout(resolve));
      });
    await page.waitFor({ css: '.sessions a[aria-current]' });
    const alien = await page.evaluate(() => {
      const made =
        'iframe, object, embed, form, meta[http-equiv=refresh], base, [onload], [onerror], [onfocus], [style], [autofocus]';
      const ways = '[href^="javascript" i], [src*="evil" i], [href^="data" i], [srcdoc], body script';
      const found = [...document.querySelectorAll(`.library :is(${made}), ${ways}`)];
      return found
        .filter((each) => !each.matches('body > script[src^="/"]'))
        .map((each) => each.outerHTML.slice(0, 200));
    });
    expect(alien).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hurt') ?? null)).toBeNull();
    expect(await page.text({ css: '.sessions a[aria-current]' })).toContain('<script>');
    expect(await page.text({ css: '.sessions' })).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(browser.refused.slice(before)).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('sets what is written from right to left on the right side', async () => {
    const page = await browser.extensionPage(`library.html#${ARABIC}`);
    await page.waitFor({ css: '.branch .prose li' });
    const apart = await page.evaluate(() =>
      [...document.querySelectorAll('.branch .prose :is(p, li)')].map((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        return Math.round(each.getBoundingClientRect().right - words.getBoundingClientRect().right);
      }),
    );
    expect(apart.length).toBeGreaterThan(1);
    expect(apart.filter((pixels) => pixels > 1)).toEqual([]);
    await page.close();
  });
});
