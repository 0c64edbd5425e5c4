import type { Page } from '../e2e/harness/browser';
import { type ChromiumBrowser, launchChromium } from '../e2e/harness/chromium';
import { buildFor } from '../e2e/harness/launch';
import { pause, until } from '../e2e/harness/temporary';
import { SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Result } from './result';

/** Milliseconds that a watched page lies open and nothing happens. */
const IDLE = 60_000;

interface Version {
  readonly runningStatus: string;
}

/** Counts how often the background is started, as the browser's own tools tell it. */
async function starts(browser: ChromiumBrowser, page: Page): Promise<{ status(): string; count(): number }> {
  const tools = await browser.context.newCDPSession(browser.tab(page));
  let [status, count] = ['', 0];
  tools.on('ServiceWorker.workerVersionUpdated' as never, ({ versions }: { versions: readonly Version[] }) => {
    for (const { runningStatus } of versions) {
      if (runningStatus === 'running' && status !== 'running') count++;
      status = runningStatus;
    }
  });
  await tools.send('ServiceWorker.enable' as never);
  return { status: () => status, count: () => count };
}

/** A page of a watched site lies open, its chat kept, and nothing happens in it: the background is not woken. */
export async function* benchIdle(): AsyncGenerator<Result> {
  const site = await startChatgpt();
  const browser = await launchChromium({ extension: buildFor('chromium', 'e2e'), hosts: site.hosts });
  try {
    const ours = await browser.extensionPage('manifest.json'); // runs none of its code
    const background = await starts(browser, ours);
    const chat = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await chat.waitUntil('the chat', (id) => document.documentElement.dataset.shown === id, SHORT);
    await pause(5_000); // what is heard is kept
    const alarms = (): Promise<string[]> => ours.evaluate(alarmsNow);
    await browser.killBackground(); // whoever looks into it keeps it from ending by itself
    await until('the background to have ended', async () => background.status() === 'stopped', { within: 30_000 });
    const before = background.count();
    await pause(IDLE);
    const named = await alarms();
    yield {
      what: 'starts of the background in a minute with a watched page open, beyond those of its alarms',
      value: background.count() - before,
      unit: 'starts',
      most: named.length,
      detail: `alarms that are set: ${named.join(', ') || 'none'}; Chromium`,
    };
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Runs in a page of ours. */
async function alarmsNow(): Promise<string[]> {
  const { chrome } = globalThis as unknown as {
    chrome: { alarms: { getAll(): Promise<readonly { readonly name: string }[]> } };
  };
  return (await chrome.alarms.getAll()).map(({ name }) => name);
}
