import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { harbour } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Page } from './harness/browser';
import { type ChromiumBrowser, launchChromium } from './harness/chromium';
import { buildFor } from './harness/launch';
import { colours } from './pages-look';
import { writeArchives } from './states/archives';
import { front } from './states/by-hand';
import { logs } from './states/library-rows';
import type { State } from './states/state';
import { states } from './states/states';
import { english } from './states/words';

/*
 * Pictures of every page in each of its states, light and dark. `npm run screenshots -- popup` takes only those whose name
 * begins so; the others stay.
 */

const FOLDER = 'docs/screens';
const SIZES: Readonly<Record<State['page'], { width: number; height: number }>> = {
  popup: { width: 360, height: 600 }, // as large as browsers let it become
  library: { width: 1280, height: 800 },
  archive: { width: 1280, height: 800 },
};

const [only = ''] = process.argv.slice(2);
if (only === '') rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

const site = await startChatgpt();
const { reset } = site;
// a name as people give them: the one in the tests tells what a title may hold
site.reset = () => {
  reset();
  const conversation = { ...harbour(), title: 'Tides at Skerry harbour' };
  site.put({ conversation, account: null, escaped: false });
};
const [first, ...others] = await logs();
const archives = await writeArchives(first, ...others);
const bare = await launchChromium({ extension: buildFor('chromium'), hosts: site.hosts });
const granted = await launchChromium({ extension: buildFor('chromium', 'e2e'), hosts: site.hosts });

/** What is in view, small: a picture of words on plain ground. */
async function picture(browser: ChromiumBrowser, page: Page, path: string): Promise<void> {
  const cdp = await browser.context.newCDPSession(browser.tab(page));
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  writeFileSync(path, Buffer.from(data, 'base64'));
  await cdp.detach();
}

for (const state of states) {
  const browser = state.granted ? granted : bare;
  const { page, end } = await state.open({ browser, site, archives, say: english });
  await front(browser, page);
  await browser.tab(page).setViewportSize(SIZES[state.page]);
  for (const scheme of ['light', 'dark'] as const) {
    const name = `${state.page}-${state.name}-${scheme}`;
    await colours(browser, page, scheme);
    if (name.startsWith(only)) await picture(browser, page, `${FOLDER}/${name}.webp`);
  }
  console.log(`${state.page} ${state.name}`);
  await end?.();
  await page.close();
}
await bare.close();
await granted.close();
await site.close();
