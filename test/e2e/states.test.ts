import { afterAll, describe, expect, test } from 'vitest';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Browser } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { colours, findings, width } from './pages-look';
import { writeArchives } from './states/archives';
import { front } from './states/by-hand';
import { escapes, walk } from './states/keyboard';
import { logs } from './states/library-rows';
import type { Shown, Stage, State } from './states/state';
import { states } from './states/states';
import { pseudo, pseudoBuild } from './states/words';
import { cutIn, unbracketedIn } from './states/words-shown';

const site = await startChatgpt();
afterAll(() => site.close());
const [first, ...others] = await logs();
const archives = await writeArchives(first, ...others);

/** The popup is as wide as it likes; the other pages have windows, at twice their size half of them. */
const WIDTHS: Readonly<Record<State['page'], readonly number[]>> = {
  popup: [360, 320],
  library: [1280, 640, 320],
  archive: [1280, 640, 320],
};

describe.each(browsers)('every page in every state, in words of no language, in %s', (kind) => {
  const open = new Map<boolean, Promise<Browser>>();
  const browserFor = ({ granted = false }: State): Promise<Browser> => {
    const extension = pseudoBuild(buildFor(kind, granted ? 'e2e' : 'production'));
    const browser = open.get(granted) ?? launch(kind, { extension, hosts: site.hosts });
    open.set(granted, browser);
    return browser;
  };
  afterAll(async () => {
    for (const browser of open.values()) await (await browser).close();
  });

  test.each(states.map((state) => [`${state.page}: ${state.name}`, state] as const))('%s', async (_, state) => {
    const browser = await browserFor(state);
    const stage: Stage = { browser, site, archives, say: pseudo };
    const shown = await state.open(stage);
    try {
      expect(await wrongIn(browser, state, shown)).toEqual([]);
      expect(shown.page.errors).toEqual([]);
    } finally {
      await shown.end?.();
      await shown.page.close();
    }
  });
});

/** What is wrong with a page in a state, in words. */
async function wrongIn(browser: Browser, state: State, { page, opener }: Shown): Promise<string[]> {
  const wrong: string[] = [];
  await front(browser, page);
  if (state.page !== 'archive') wrong.push(...(await unbracketedIn(page)));
  for (const pixels of WIDTHS[state.page]) {
    await width(browser, page, pixels);
    wrong.push(...(await cutIn(page)).map((each) => `${pixels} px: ${each}`));
  }
  await width(browser, page, null);
  for (const scheme of ['dark', 'light'] as const) {
    await colours(browser, page, scheme);
    wrong.push(...(await findings(page)).map((each) => `${scheme}: ${each}`));
  }
  wrong.push(...(await walk(page)));
  if (opener !== undefined) await escapes(page, opener);
  return wrong;
}
