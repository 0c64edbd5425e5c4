import { existsSync, readFileSync } from 'node:fs';
import type { CDPSession } from 'playwright-core';
import type { Page } from '../e2e/harness/browser';
import { type ChromiumBrowser, launchChromium } from '../e2e/harness/chromium';
import { remove } from '../e2e/harness/temporary';
import { SHORT } from '../sites/chatgpt/conversations';
import type { ChatgptSite } from '../sites/chatgpt/server';
import { extensionWith, quiet } from './archive-browser';
import type { Load } from './click-site';
import type { Spent } from './measure';

export type Side = 'own' | 'toFile';

/** A page of the site and a page of the extension, in a browser that was granted nothing but one press of the button. */
export interface ClickBrowser {
  /** The path of the archive that came last. */
  latest(): Promise<string>;
  spend(side: Side, load: Load): Promise<Spent>;
  /** MB that all processes of the browser grow by at most while something is done; null where the system does not tell. */
  growth(side: Side, load: Load): Promise<number | null>;
  /** What the archive's format alone asks for the files of one, by the browser's own means; and how many bytes they are. */
  format(archive: Uint8Array): Promise<Spent & { readonly bytes: number }>;
  close(): Promise<void>;
}

/** How fast a line is, in bytes a second, and how many milliseconds an answer takes to begin. */
export interface Line {
  readonly name: string;
  readonly download: number;
  readonly upload: number;
  readonly latency: number;
}

/** What Chromium's own tools call so, in their numbers. */
export const FAST_4G: Line = {
  name: 'Fast 4G',
  download: ((9 * 1000 * 1000) / 8) * 0.9,
  upload: ((1.5 * 1000 * 1000) / 8) * 0.9,
  latency: 60 * 2.75,
};

/** Has Chromium let a page wait for its network, whoever asks there: its own script, or ours in it. */
async function slowDown(browser: ChromiumBrowser, page: Page, { download, upload, latency }: Line): Promise<void> {
  const tools = await browser.context.newCDPSession(browser.tab(page));
  await tools.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  await tools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput: download, uploadThroughput: upload },
  });
}

/** Starts Chromium on the stand-in, over a line where one is given: else what is sent is there at once. */
export async function openClick(site: ChatgptSite, line: Line | null): Promise<ClickBrowser> {
  const extension = await extensionWith('click-page.ts');
  const browser = await launchChromium({ extension, hosts: site.hosts });
  const ours = await browser.extensionPage('bench.html');
  const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
  await page.waitUntil('the page to show a chat', (id) => document.documentElement.dataset.shown === id, SHORT);
  const tab = await browser.tabId(page);
  await browser.pressToolbar(page);
  if (line) await slowDown(browser, page, line);
  const garbage = await Promise.all([ours, page].map((each) => browser.context.newCDPSession(browser.tab(each))));
  const sides: Record<Side, (load: Load) => Promise<number>> = {
    own: ({ chats, files }) => page.evaluate(own, chats, files),
    async toFile({ chats }) {
      const paths = chats.map((id) => `/c/${id}`);
      if (paths.length === 1) await page.evaluate(moved, paths[0] ?? '');
      return ours.evaluate(toFile, tab, paths);
    },
  };
  return {
    latest: () => browser.downloaded(/\.zip$/),
    async spend(side, load) {
      await collect(garbage);
      const before = await quiet(browser);
      const wall = await sides[side](load);
      return { cpu: (await quiet(browser)) - before, wall };
    },
    async growth(side, load) {
      await collect(garbage);
      await quiet(browser);
      return grown(browser, () => sides[side](load));
    },
    async format(archive) {
      const bytes = await ours.evaluate(give, Buffer.from(archive).toString('base64'));
      await ours.evaluate(format); // to warm up
      await collect(garbage);
      const before = await quiet(browser);
      const wall = await ours.evaluate(format);
      return { cpu: (await quiet(browser)) - before, wall, bytes };
    },
    async close() {
      await browser.close();
      remove(extension);
    },
  };
}

const collect = (garbage: readonly CDPSession[]): Promise<unknown> =>
  Promise.all(garbage.map((each) => each.send('HeapProfiler.collectGarbage')));

const moved = (path: string): void => history.pushState(null, '', path);

/** Runs in the extension's page. */
async function toFile(tab: number, paths: readonly string[]): Promise<number> {
  const { bench } = globalThis as unknown as {
    bench: { toFile(tab: number, paths: readonly string[]): Promise<{ readonly ms: number }> };
  };
  return (await bench.toFile(tab, paths)).ms;
}

interface Bench {
  give(zip: string): Promise<number>;
  format(): Promise<number>;
}

/** Both run in the extension's page. */
const give = (zip: string): Promise<number> => (globalThis as unknown as { bench: Bench }).bench.give(zip);
const format = (): Promise<number> => (globalThis as unknown as { bench: Bench }).bench.format();

/** Runs in the site's page: what it would do itself to have the same data in a file. */
async function own(chats: readonly string[], files: readonly string[]): Promise<number> {
  const began = performance.now();
  const { session } = JSON.parse(document.querySelector('#client-bootstrap')?.textContent ?? '{}');
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const folder = await navigator.storage.getDirectory();
  const file = await (await folder.getFileHandle('copy', { create: true })).createWritable();
  for (const id of chats) {
    const text = await (await fetch(`/backend-api/conversation/${id}`, { headers })).text();
    JSON.parse(text);
    await file.write(text);
  }
  const left = [...files];
  const some = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const link = await (await fetch(`/backend-api/files/download/${id}`, { headers })).json();
      await file.write(await (await fetch(link.download_url)).arrayBuffer());
    }
  };
  await Promise.all([some(), some(), some()]);
  await file.close();
  return performance.now() - began;
}

const EVERY = 150;

async function grown({ cdp }: ChromiumBrowser, work: () => Promise<unknown>): Promise<number | null> {
  const before = await memoryOf(cdp);
  if (before === null) return null;
  let most = before;
  let going = true;
  const watching = (async () => {
    while (going) {
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      most = Math.max(most, (await memoryOf(cdp)) ?? 0);
    }
  })();
  await work();
  going = false;
  await watching;
  return most - before;
}

/** MB that all processes of the browser have for themselves, and their parts of what they share. */
async function memoryOf(cdp: CDPSession): Promise<number | null> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const sizes = processInfo.map(({ id }) => shareOf(`/proc/${id}/smaps_rollup`));
  return sizes.some((size) => size === null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

function shareOf(path: string): number | null {
  try {
    return existsSync(path) ? Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1000 : 0;
  } catch {
    return null; // not ours to read
  }
}
