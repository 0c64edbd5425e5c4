import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bidi, connectBidi } from './bidi';
import type { Browser, LaunchOptions, Page } from './browser';
import { watchDownloads } from './downloads';
import { firefoxPage, run } from './firefox-page';
import { writePrefs } from './firefox-prefs';
import { programOf } from './programs';
import { startProxy } from './proxy';
import { ended, guard, remove, temporaryFolder, until } from './temporary';

export interface FirefoxOptions extends LaunchOptions {
  /** True: permissions asked for bring up the real prompt (see `answerPrompt`). Otherwise they are granted at once. */
  readonly prompts?: boolean;
}

/** Firefox, and what only it has: its prompts can be answered, and its own windows reached. */
export interface FirefoxBrowser extends Browser {
  readonly kind: 'firefox';
  readonly bidi: Bidi;
  /** Waits for the browser's permission prompt, and presses Allow or Deny in it. */
  answerPrompt(allow: boolean): Promise<void>;
  /** Runs the body of an async function in the browser's own window; `extension` and `gBrowser` are at hand. */
  inWindow(body: string): Promise<unknown>;
}

const UUID = '3d0a7c52-7c1f-4b0e-9d3b-5f0d6a1b2c3d';

/** Starts Firefox with the extension installed for this run. Hosts as in `launchChromium`, all through the proxy. */
export async function launchFirefox(options: FirefoxOptions): Promise<FirefoxBrowser> {
  const profile = options.profile ?? temporaryFolder('firefox');
  const folder = join(profile, 'firefox');
  const home = temporaryFolder('home');
  const downloads = options.downloads ?? join(home, 'Downloads');
  for (const each of [folder, downloads]) mkdirSync(each, { recursive: true });
  const addon = addonId(options.extension);
  const proxy = await startProxy(options.hosts ?? {});
  writePrefs(folder, {
    addon,
    uuid: UUID,
    proxy: proxy.port,
    downloads,
    language: options.language ?? 'en-US, en',
    prompts: options.prompts ?? false,
  });
  const { child, bidi, version } = await start(options, folder);
  await bidi.send('webExtension.install', { extensionData: { type: 'path', path: options.extension } });
  const window = await ownWindow(bidi);
  const inWindow = (body: string): Promise<unknown> =>
    run(
      bidi,
      window,
      `(async () => { const extension = WebExtensionPolicy.getByID(${JSON.stringify(addon)})?.extension; ${body} })()`,
    );
  return {
    kind: 'firefox',
    version,
    profile,
    downloads,
    extensionOrigin: `moz-extension://${UUID}`,
    refused: proxy.refused,
    bidi,
    inWindow,
    ...(await controls(bidi, options.extension, inWindow)),
    downloaded: watchDownloads(downloads),
    async kill() {
      child.kill('SIGKILL');
      await ended(child, 5000);
    },
    async close() {
      await bidi.send('browser.close').catch(() => undefined); // it may end before it answers
      bidi.close();
      await ended(child, 5000);
      await proxy.close();
      remove(home);
      if (options.profile === undefined) remove(profile);
    },
  };
}

function addonId(extension: string): string {
  const manifest = JSON.parse(readFileSync(join(extension, 'manifest.json'), 'utf8')) as {
    browser_specific_settings?: { gecko?: { id?: string } };
  };
  const id = manifest.browser_specific_settings?.gecko?.id;
  if (id === undefined) throw new Error(`${extension}: its manifest names no gecko id`);
  return id;
}

async function start(
  { headless = true, env }: FirefoxOptions,
  folder: string,
): Promise<{ child: ChildProcess; bidi: Bidi; version: string }> {
  const flags = ['--no-remote', '--profile', folder, '--remote-debugging-port=0', '--remote-allow-system-access'];
  const child = guard(
    spawn(programOf('firefox'), [...(headless ? ['--headless'] : []), ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // The variable lets a release build take another address for its remote settings.
      env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1', ...env },
    }),
  );
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-20_000);
  });
  const address = await until('Firefox to listen', async () => /BiDi listening on (ws:\S+)/.exec(said)?.[1], {
    within: 60_000,
  });
  const bidi = await connectBidi(`${address}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  return { child, bidi, version: capabilities.browserVersion };
}

/** The context of the browser's own window. */
async function ownWindow(bidi: Bidi): Promise<string> {
  return until('the browser window', async () => {
    const tree = await bidi.send<{ contexts: readonly { context: string; url: string }[] }>('browsingContext.getTree', {
      'moz:scope': 'chrome',
    });
    return tree.contexts.find(({ url }) => url.endsWith('/browser.xhtml'))?.context;
  });
}

type Controls = Pick<
  FirefoxBrowser,
  | 'open'
  | 'extensionPage'
  | 'popupFor'
  | 'tabId'
  | 'pressToolbar'
  | 'killBackground'
  | 'backgroundRuns'
  | 'reloadExtension'
  | 'answerPrompt'
>;

/** The widget of the extension's button in this window; needs `default_area: navbar`. */
const BUTTON = `extension.apiManager.global.browserActionFor(extension).widget.forWindow(window).node
  .querySelector('.unified-extensions-item-action-button')`;

async function controls(bidi: Bidi, path: string, inWindow: (body: string) => Promise<unknown>): Promise<Controls> {
  const contexts = new WeakMap<Page, string>();
  const errors = await listenForErrors(bidi);
  const open = async (address: string): Promise<Page> => {
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' });
    const list: string[] = [];
    errors.set(context, list);
    const page = firefoxPage(bidi, context, list);
    contexts.set(page, context);
    await page.goto(address);
    return page;
  };
  const extensionPage = (each: string): Promise<Page> => open(`moz-extension://${UUID}/${each}`);
  const tabId = async (page: Page): Promise<number> => {
    await page.activate();
    return Number(await inWindow('return extension.apiManager.global.tabTracker.getId(gBrowser.selectedTab);'));
  };
  return {
    open,
    extensionPage,
    tabId,
    popupFor: async (page) => extensionPage(`popup.html?tab=${await tabId(page)}`),
    async pressToolbar(page) {
      await page.activate();
      // a popup that is open would only be closed by the press
      await inWindow(`document.querySelector('#customizationui-widget-panel')?.hidePopup(); ${BUTTON}.click();`);
    },
    backgroundRuns: async () => (await inWindow('return extension.backgroundState;')) === 'running',
    killBackground: () => killBackground(inWindow),
    async reloadExtension() {
      await bidi.send('webExtension.install', { extensionData: { type: 'path', path } });
      await until('the background after an update', async () =>
        inWindow("return extension?.backgroundState === 'running';"),
      );
    },
    async answerPrompt(allow) {
      const button = allow ? 'button' : 'secondaryButton';
      await until('the permission prompt', async () =>
        inWindow(`const prompt = document.querySelector('popupnotification:not([hidden])');
          prompt?.${button}?.click(); return prompt !== null;`),
      );
    },
  };
}

/**
 * Ends the background at once, whatever it is in the middle of. An event that comes just then would let Firefox change
 * its mind, and one that comes just after starts it again: what counts is that it was ended.
 */
async function killBackground(inWindow: (body: string) => Promise<unknown>): Promise<void> {
  await until('the end of the background', async () =>
    inWindow(`let ended = extension.backgroundState === 'stopped';
      const note = () => { ended = true; };
      extension.on('shutdown-background-script', note);
      if (!ended) await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
      extension.off('shutdown-background-script', note);
      return ended;`),
  );
}

async function listenForErrors(bidi: Bidi): Promise<Map<string, string[]>> {
  const errors = new Map<string, string[]>();
  bidi.on('log.entryAdded', (params) => {
    const entry = params as { type: string; level: string; text: string | null; source: { context?: string } };
    if (entry.type === 'javascript' && entry.level === 'error')
      errors.get(entry.source.context ?? '')?.push(entry.text ?? '');
  });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return errors;
}
