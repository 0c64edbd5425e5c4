import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page as Tab } from 'playwright-core';
import type { Page } from '../e2e/harness/browser';
import { launchChromium } from '../e2e/harness/chromium';
import { remove, temporaryFolder } from '../e2e/harness/temporary';
import { extensionWith } from './archive-browser';
import { awaitOpening, type Opened, opening, type Seen, seen, watch } from './library-watch';

type Bench = Readonly<Record<string, (argument: string) => Promise<unknown>>>;

const run = (name: string, argument: string): Promise<unknown> => {
  const { bench } = globalThis as unknown as { bench: Bench };
  return bench[name]?.(argument) ?? Promise.reject(new Error(name));
};

/** The library of the built extension with kept sessions in it. */
export interface OpenLibrary {
  readonly tab: Tab;
  readonly page: Page;
  /** Clicks a session in the list and tells when it was there. */
  open(session: string): Promise<Opened>;
  /** Does something and tells what the page had to do for it. */
  during(act: (tab: Tab) => Promise<unknown>): Promise<Seen>;
  /** Milliseconds until the page in a session's archive paints something, and until it is loaded. */
  archived(session: string): Promise<() => Promise<{ readonly painted: number; readonly loaded: number }>>;
  close(): Promise<void>;
}

/** Starts Chromium, keeps conversations of so many messages, and opens the library; with the ids of their sessions. */
export async function openLibrary(sizes: readonly number[]): Promise<{ library: OpenLibrary; ids: readonly string[] }> {
  const extension = await extensionWith('library-page.ts');
  const browser = await launchChromium({ extension });
  const filling = await browser.extensionPage('bench.html');
  const ids = (await filling.evaluate(run, 'fill', JSON.stringify(sizes))) as readonly string[];
  const page = await browser.extensionPage('library.html');
  await page.waitFor({ css: '.session .tests' });
  const tab = browser.tab(page);
  await page.evaluate(watch);
  const library: OpenLibrary = {
    tab,
    page,
    async open(session) {
      const link = tab.locator(`.sessions a[href="#${session}"]`);
      await link.scrollIntoViewIfNeeded();
      const box = await link.boundingBox();
      if (!box) throw new Error('this session is not in the list');
      await tab.mouse.move(box.x + 5, box.y + 5);
      await page.evaluate(seen);
      await page.evaluate(awaitOpening);
      await tab.mouse.click(box.x + 5, box.y + 5);
      return { ...(await page.evaluate(opening)), ...(await page.evaluate(seen)) };
    },
    async during(act) {
      await page.evaluate(seen);
      await act(tab);
      return page.evaluate(seen);
    },
    async archived(session) {
      const folder = temporaryFolder('bench-archive');
      const base64 = (await filling.evaluate(run, 'archive', session)) as string;
      writeFileSync(join(folder, 'a.zip'), Buffer.from(base64, 'base64'));
      execFileSync('unzip', ['-q', 'a.zip'], { cwd: folder });
      const bag = readdirSync(folder).find((each) => each !== 'a.zip') ?? '';
      const address = pathToFileURL(join(folder, bag, 'index.html')).href;
      return async () => {
        const reading = await browser.context.newPage();
        await reading.goto(address, { waitUntil: 'load' });
        await reading.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        const times = await reading.evaluate(() => {
          const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          return { painted: paint?.startTime ?? Number.NaN, loaded: load?.loadEventEnd ?? Number.NaN };
        });
        await reading.close();
        return times;
      };
    },
    async close() {
      await browser.close();
      remove(extension);
    },
  };
  return { library, ids };
}
