import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page as Tab } from 'playwright-core';
import type { Browser, LaunchOptions, Page } from './browser';
import { chromiumPage } from './chromium-page';
import { watchDownloads } from './downloads';
import { programOf } from './programs';
import { startProxy } from './proxy';
import { remove, temporaryFolder, until } from './temporary';
import { watchEnds } from './worker-ends';

/** Chromium, and what only it has: the tab as Playwright sees it, and the browser's own CDP session. */
export interface ChromiumBrowser extends Browser {
  readonly kind: 'chromium';
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
  tab(page: Page): Tab;
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
  readonly title: string;
}

/**
 * Starts Chromium with the extension loaded. The hosts of the option go straight to their loopback ports under their
 * real names; every other host goes to a proxy that refuses and remembers it, so that no request leaves the machine.
 */
export async function launchChromium(options: LaunchOptions): Promise<ChromiumBrowser> {
  const profile = options.profile ?? temporaryFolder('chromium');
  const home = temporaryFolder('home');
  const downloads = options.downloads ?? join(home, 'Downloads');
  mkdirSync(downloads, { recursive: true });
  writePreferences(join(profile, 'chromium'), downloads);
  const proxy = await startProxy({});
  const context = await chromium.launchPersistentContext(join(profile, 'chromium'), {
    executablePath: programOf('chromium'),
    headless: options.headless ?? true,
    locale: options.language ?? 'en-US',
    ignoreHTTPSErrors: true,
    viewport: options.headless === false ? null : { width: 1100, height: 800 },
    args: argumentsFor(options, proxy.port),
    env: {
      LANG: 'C.UTF-8',
      ...inherited(),
      HOME: home,
      TMPDIR: home,
      LANGUAGE: options.language ?? 'en',
      ...options.env,
    },
  });
  const cdp = await context.browser()?.newBrowserCDPSession();
  if (!cdp) throw new Error('Chromium gives no session of its own');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 20_000 }));
  await plainDownloads(context);
  const origin = `chrome-extension://${new URL(worker.url()).host}`;
  const tabs = new WeakMap<Page, Tab>();
  const parts = { context, cdp, origin, tabs, extension: options.extension };
  return {
    kind: 'chromium',
    version: context.browser()?.version() ?? '',
    profile,
    downloads,
    extensionOrigin: origin,
    refused: proxy.refused,
    context,
    cdp,
    ...controls(parts),
    downloaded: watchDownloads(downloads),
    async kill() {
      const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
      const gone = new Promise((resolve) => context.once('close', resolve));
      for (const { type, id } of processInfo) if (type === 'browser') process.kill(id, 'SIGKILL');
      await gone;
    },
    async close() {
      await context.close();
      await proxy.close();
      remove(home);
      if (options.profile === undefined) remove(profile);
    },
  };
}

function argumentsFor({ extension, hosts = {}, language = 'en-US' }: LaunchOptions, proxy: number): string[] {
  const names = Object.keys(hosts);
  const rules = names.map((name) => `MAP ${name}:443 127.0.0.1:${hosts[name]}`);
  return [
    `--disable-extensions-except=${extension}`,
    `--load-extension=${extension}`,
    // `Extensions.triggerAction` is refused without it.
    '--enable-unsafe-extension-debugging',
    `--host-resolver-rules=${[...rules, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(', ')}`,
    `--proxy-server=http://127.0.0.1:${proxy}`,
    `--proxy-bypass-list=${[...names, '127.0.0.1', 'localhost'].join(';')}`,
    `--lang=${language}`,
    // what the context is told holds for its pages, and not for the extension's worker
    '--ignore-certificate-errors',
  ];
}

/**
 * Where downloads go, and developer mode, without which Chromium switches an unpacked extension off as soon as it is
 * loaded again.
 */
function writePreferences(folder: string, downloads: string): void {
  const path = join(folder, 'Default', 'Preferences');
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>) : {};
  const changed = {
    ...before,
    extensions: { ...before.extensions, ui: { developer_mode: true } },
    download: { ...before.download, default_directory: downloads, prompt_for_download: false },
  };
  mkdirSync(join(folder, 'Default'), { recursive: true });
  writeFileSync(path, JSON.stringify(changed));
}

/** Playwright keeps downloads under names of its own; this gives the browser its usual way back. */
async function plainDownloads(context: BrowserContext): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' });
}

interface Parts {
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
  readonly origin: string;
  readonly tabs: WeakMap<Page, Tab>;
  readonly extension: string;
}

type Controls = Pick<
  ChromiumBrowser,
  | 'open'
  | 'extensionPage'
  | 'popupFor'
  | 'tab'
  | 'tabId'
  | 'pressToolbar'
  | 'killBackground'
  | 'backgroundRuns'
  | 'reloadExtension'
>;

function controls(parts: Parts): Controls {
  const { context, cdp, origin, tabs, extension } = parts;
  const open = async (address: string): Promise<Page> => {
    const tab = await context.newPage();
    const page = chromiumPage(tab);
    tabs.set(page, tab);
    await page.goto(address);
    return page;
  };
  const extensionPage = (path: string): Promise<Page> => open(`${origin}/${path}`);
  const tab = (page: Page): Tab => {
    const found = tabs.get(page);
    if (!found) throw new Error('this page is of another browser');
    return found;
  };
  const tabId = async (page: Page): Promise<number> => {
    const aside = await extensionPage('manifest.json'); // has the extension's functions and runs none of its code
    await tab(page).bringToFront();
    const id = await aside.evaluate(activeTab);
    await aside.close();
    return id;
  };
  return {
    open,
    extensionPage,
    tab,
    tabId,
    popupFor: async (page) => extensionPage(`popup.html?tab=${await tabId(page)}`),
    pressToolbar: (page) => press(cdp, origin, tab(page)),
    backgroundRuns: async () => (await workers(cdp, origin)).length > 0,
    async killBackground() {
      const before = (await workers(cdp, origin)).map(({ targetId }) => targetId);
      const { ended, leave } = await watchEnds(cdp, before);
      // one that is just starting may not hear the first word; an event that comes just then starts another at once, under
      // the same name: what counts is that this one has ended
      await until(
        'the end of the background',
        async () => {
          const there = (await workers(cdp, origin)).map(({ targetId }) => targetId);
          const left = before.filter((each) => !ended.has(each) && there.includes(each));
          for (const targetId of left) await cdp.send('Target.closeTarget', { targetId });
          return left.length === 0;
        },
        { within: 30_000, every: 250 },
      );
      await leave();
    },
    async reloadExtension() {
      const before = (await workers(cdp, origin)).map(({ targetId }) => targetId);
      // Like the reload button of the extensions page.
      await unlisted(cdp)('Extensions.loadUnpacked', { path: extension });
      await until('the background after an update', async () => {
        const now = await workers(cdp, origin);
        return now.length > 0 && now.every(({ targetId }) => !before.includes(targetId));
      });
    },
  };
}

/** The parts of the extension's functions that the harness itself calls, in pages of the extension. */
interface ExtensionFunctions {
  readonly tabs: { query(what: object): Promise<readonly { readonly id: number }[]> };
}

async function activeTab(): Promise<number> {
  const { tabs } = (globalThis as unknown as { chrome: ExtensionFunctions }).chrome;
  return (await tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id ?? -1;
}

/**
 * The toolbar button. What works, tried in Chromium 156: over the browser's own CDP session `Target.getTargets` with the
 * filter `[{}]` (the default leaves tabs out), then `Extensions.triggerAction {id, targetId}` on the target of type
 * `tab`, with `--enable-unsafe-extension-debugging`; Playwright's pipe is enough of a debugging connection. A tab has
 * the title of its page, so a title of our own for a moment tells which it is.
 */
async function press(cdp: CDPSession, origin: string, tab: Tab): Promise<void> {
  await tab.bringToFront();
  const mark = `tab ${Math.random()}`;
  const title = await tab.evaluate((mark) => {
    const before = document.title;
    document.title = mark;
    return before;
  }, mark);
  const target = await until('the tab among the targets', async () =>
    (await targets(cdp)).find((each) => each.type === 'tab' && each.title === mark),
  );
  await tab.evaluate((title) => {
    document.title = title;
  }, title);
  await unlisted(cdp)('Extensions.triggerAction', { id: new URL(origin).host, targetId: target.targetId });
}

/** For a domain that Playwright's types do not know. */
function unlisted(cdp: CDPSession): (method: string, params: object) => Promise<unknown> {
  return cdp.send.bind(cdp) as (method: string, params: object) => Promise<unknown>;
}

async function targets(cdp: CDPSession): Promise<readonly TargetInfo[]> {
  return (await cdp.send('Target.getTargets', { filter: [{}] })).targetInfos;
}

async function workers(cdp: CDPSession, origin: string): Promise<readonly TargetInfo[]> {
  return (await targets(cdp)).filter((each) => each.type === 'service_worker' && each.url.startsWith(`${origin}/`));
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
