import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { PlaceOutcome } from '../../src/messages/compose';
import { startComposers } from '../sites/composers/server';
import { longText } from '../sites/composers/words';
import type { Page } from './harness/browser';
import { browsers } from './harness/launch';
import { installed } from './installed';

const site = await startComposers();
afterAll(() => site.close());

const LONG = longText(50_000);

interface Seen {
  readonly text: string;
  readonly heard: readonly string[];
  readonly files: readonly { readonly name: string; readonly type: string; readonly text: string }[];
  readonly menu: boolean;
}

/** What the page itself has by now. */
const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { composer } = window as unknown as { composer: { text(): string; heard: string[]; files: Seen['files'] } };
    const { heard, files } = composer;
    return {
      text: composer.text(),
      heard,
      files,
      menu: document.querySelector<HTMLElement>('#menu')?.hidden === false,
    };
  });

describe.each(browsers)('placing into a composer in %s', (kind) => {
  const at = installed(kind, 'e2e', site);
  let page: Page | undefined;
  afterEach(async () => {
    // whatever was tried: nothing was sent, and no key or button was pressed by anybody
    expect((await seenBy(page as Page)).heard).toEqual([]);
    expect(site.sent()).toBe(0);
    await page?.close();
  });

  const open = async (path: string): Promise<Page> => {
    page = await at.browser.open(`https://composers.example/${path}`);
    await page.waitUntil('the editor', () => document.documentElement.dataset.ready);
    return page;
  };

  const place = async (page: Page, text: string, files: readonly object[] = []): Promise<PlaceOutcome> => {
    const tab = await at.browser.tabId(page);
    const reply = await at.kept.send('compose.place', { tab, text, files });
    return (reply.answer ?? reply) as PlaceOutcome;
  };

  test.each(['textarea', 'react', 'prosemirror', 'prosemirror?rich', 'quill', 'quill?rich', 'lexical', 'slate'])(
    '50,000 characters arrive equal in %s',
    async (path) => {
      const page = await open(path);
      const outcome = await place(page, LONG);
      const { text, menu } = await seenBy(page);
      expect(text.trimEnd()).toBe(LONG);
      expect(outcome).toEqual({ kind: 'placed', as: 'whole', own: 'none', files: [], moved: false });
      expect(menu).toBe(false);
    },
  );
});
