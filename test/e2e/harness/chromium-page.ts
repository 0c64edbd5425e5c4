import { writeFileSync } from 'node:fs';
import type { Locator, Page as Tab } from 'playwright-core';
import type { Page, Target } from './browser';
import { until } from './temporary';

/** One tab of Chromium behind the harness's face of a page. */
export function chromiumPage(tab: Tab): Page {
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  const evaluate: Page['evaluate'] = (run, ...args) => tab.evaluate(`(${run})(...${JSON.stringify(args)})`);
  return {
    errors,
    evaluate,
    goto: async (address) => void (await tab.goto(address)),
    reload: async () => void (await tab.reload()),
    address: async () => tab.url(),
    waitUntil: (what, run, ...args) => until(what, () => evaluate(run, ...args)),
    waitFor: (target, { within = 15_000 } = {}) => locate(tab, target).waitFor({ state: 'visible', timeout: within }),
    sees: (target) => locate(tab, target).isVisible(),
    // biome-ignore lint/performance/useDomNodeTextContent: what a person sees is asked for
    text: (target, { within = 15_000 } = {}) => locate(tab, target).innerText({ timeout: within }),
    click: (target, { within = 15_000 } = {}) => locate(tab, target).click({ timeout: within }),
    fill: (target, text) => locate(tab, target).fill(text, { timeout: 15_000 }),
    press: (key) => tab.keyboard.press(key),
    choose: (target, ...files) => locate(tab, target).setInputFiles(files, { timeout: 15_000 }),
    async screenshot(path) {
      const image = await tab.screenshot();
      if (path !== undefined) writeFileSync(path, image);
      return image;
    },
    activate: () => tab.bringToFront(),
    close: () => tab.close(),
  };
}

function locate(tab: Tab, target: Target): Locator {
  return all(tab, target).nth(target.nth ?? 0);
}

function all(tab: Tab, target: Target): Locator {
  if ('role' in target) return tab.getByRole(target.role as 'button', { name: target.name, exact: true });
  if ('text' in target) return tab.getByText(target.text);
  return tab.locator(target.css);
}
