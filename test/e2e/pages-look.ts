import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from './harness/browser';
import type { ChromiumBrowser } from './harness/chromium';
import type { FirefoxBrowser } from './harness/firefox';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page: what a script tag would. */
const load = Object.assign(async (): Promise<void> => undefined, { toString: () => `async () => { ${axe}; }` });

/** What axe finds on a page: rule and element, as texts. The page's own policy does not bind what a test evaluates. */
export async function findings(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(load);
  return page.evaluate(violations);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Runs in the page. Of what is not wrong axe would describe every element: most of its work on a long page. */
async function violations(): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: { run(where: Document, options: object): Promise<{ violations: readonly Violation[] }> };
  };
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** Makes the page light or dark, as the person's system would. */
export async function colours(browser: Browser, page: Page, scheme: 'light' | 'dark'): Promise<void> {
  if (browser.kind === 'chromium') await (browser as ChromiumBrowser).tab(page).emulateMedia({ colorScheme: scheme });
  else {
    const value = scheme === 'dark' ? 0 : 1;
    const pref = "'layout.css.prefers-color-scheme.content-override'";
    await (browser as FirefoxBrowser).inWindow(`Services.prefs.setIntPref(${pref}, ${value});`);
  }
  await page.waitUntil(
    `${scheme} colours`,
    (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches && wanted,
    scheme,
  );
}

/** Gives the page so many CSS pixels of width; null: all there are. */
export async function width(browser: Browser, page: Page, pixels: number | null): Promise<void> {
  if (browser.kind === 'chromium')
    await (browser as ChromiumBrowser).tab(page).setViewportSize({ width: pixels ?? 1100, height: 800 });
  else {
    await page.activate();
    const size = JSON.stringify(pixels === null ? '' : `${pixels}px`);
    await (browser as FirefoxBrowser).inWindow(
      `const { style } = gBrowser.selectedBrowser; style.width = style.maxWidth = style.minWidth = ${size};`,
    );
  }
  if (pixels !== null) await page.waitUntil(`${pixels} pixels`, (wanted) => innerWidth === wanted, pixels);
  await drawn(page);
}

/** Waits until what has changed is laid out, also what a script did about it. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 100);
        requestAnimationFrame(() => resolve());
      });
  });

/** Elements that stick out of the page to the side. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => !each.closest('pre, .unseen') && each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => `${each.tagName} ${each.className}`),
  );
