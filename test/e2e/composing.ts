import { afterEach, expect } from 'vitest';
import type { PlaceOutcome } from '../../src/messages/compose';
import type { Composers } from '../sites/composers/server';
import type { Page } from './harness/browser';
import type { BrowserKind } from './harness/launch';
import { installed } from './installed';

/** What a page with an editor has seen, and what its editor holds by its own account. */
export interface Seen {
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly type: string; readonly text: string }[];
  readonly heard: readonly string[];
  /** A menu stands open that would take the next key. */
  readonly menu: boolean;
  /** What stands in the fields that are not for chatting. */
  readonly elsewhere: string;
  /** Names that were left in the page. */
  readonly left: readonly string[];
}

/** What is to be placed where. */
export interface Case {
  readonly address: string;
  readonly text: string;
  readonly files?: readonly object[];
}

export type Tried = Seen & { readonly address: string; readonly outcome: PlaceOutcome };

/** Runs in the page. */
function look(): Seen {
  const { composer } = window as unknown as { composer: { text(): string; heard: string[]; files: Seen['files'] } };
  const other = document.querySelector<HTMLTextAreaElement>('[name="search-notes"]');
  const shown = document.querySelector<HTMLElement>('#menu');
  return {
    text: composer.text(),
    files: composer.files,
    heard: composer.heard,
    menu: shown?.hidden === false,
    elsewhere: `${other?.value} ${document.querySelector('[aria-label="Rename this chat"]')?.textContent}`,
    left: Reflect.ownKeys(window)
      .map(String)
      .filter((name) => /valise/i.test(name)),
  };
}

/**
 * For a block of tests: pages with editors, and a hand that places into them. Whatever a test does, nothing may have been
 * sent after it, no key or button pressed, nothing left in the page, and no word written into another field.
 */
export function composing(kind: BrowserKind, site: Composers) {
  const at = installed(kind, 'e2e', site);
  const pages: Page[] = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      const { heard, menu, elsewhere, left } = await page.evaluate(look);
      expect({ heard, menu, elsewhere, left }).toEqual({ heard: [], menu: false, elsewhere: ' Tides', left: [] });
      expect(page.errors).toEqual([]);
      await page.close();
    }
    expect(site.sent()).toBe(0);
  });
  const open = async (address: string): Promise<Page> => {
    const page = await at.browser.open(new URL(address, 'https://composers.example').href);
    pages.push(page);
    await page.waitUntil('the editor', () => document.documentElement.dataset.ready);
    return page;
  };
  const place = async (page: Page, text: string, files: readonly object[] = []): Promise<PlaceOutcome> => {
    const tab = await at.browser.tabId(page);
    const { answer, fault } = await at.kept.send('compose.place', { tab, text, files });
    if (answer === undefined) throw new Error(`not answered: ${fault}`);
    return answer as PlaceOutcome;
  };
  const seen = (page: Page): Promise<Seen> => page.evaluate(look);
  /** Several at once, each in a tab of its own: all but one are placed into while the person looks at another. */
  const placeAll = async (cases: readonly Case[]): Promise<readonly Tried[]> => {
    const opened: Page[] = [];
    for (const { address } of cases) opened.push(await open(address));
    const tabs = await tabsOf(at.kept.page);
    const tried = cases.map(async ({ address, text, files = [] }, n) => {
      const page = opened[n] as Page;
      const { answer } = await at.kept.send('compose.place', { tab: tabs[await page.address()], text, files });
      return { address, outcome: answer as PlaceOutcome, ...(await seen(page)) };
    });
    return Promise.all(tried);
  };
  return { at, open, place, placeAll, seen };
}

/** The numbers of all tabs by their addresses, from a page of the extension. */
const tabsOf = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(async () => {
    type Tabs = { tabs: { query(what: object): Promise<readonly { readonly id: number; readonly url: string }[]> } };
    const { browser, chrome } = globalThis as unknown as { browser?: Tabs; chrome: Tabs };
    const all = await (browser ?? chrome).tabs.query({});
    return Object.fromEntries(all.map(({ id, url }) => [url, id]));
  });

/** A file as it is handed over. */
export const fileOf = (name: string, type: string, text: string) => ({
  name,
  type,
  bytes: { base64: Buffer.from(text).toString('base64') },
});
