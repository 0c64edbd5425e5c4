import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { bundledFile } from '../archive/zip/programs/bundle';
import type { Page } from '../e2e/harness/browser';
import { type ChromiumBrowser, launchChromium } from '../e2e/harness/chromium';
import { buildFor } from '../e2e/harness/launch';
import { pause, remove, temporaryFolder } from '../e2e/harness/temporary';
import type { Side } from './archive-page';
import type { Spent } from './measure';

const PAGE = '<!doctype html><meta charset="utf-8"><title>Bench</title><script type="module" src="bench.js"></script>';

/** The built extension with one more page, whose program is bundled as the extension's own are. */
export async function extensionWith(program: string): Promise<string> {
  const folder = join(temporaryFolder('bench'), 'extension');
  cpSync(buildFor('chromium'), folder, { recursive: true });
  writeFileSync(join(folder, 'bench.html'), PAGE);
  writeFileSync(join(folder, 'bench.js'), await bundledFile(resolve('test/bench', program)));
  return folder;
}

/** A page of the extension, and what its browser spends. */
export interface BenchPage {
  fill(kind: string): Promise<{ readonly bytes: number; readonly entries: number }>;
  spend(side: Side): Promise<Spent>;
  close(): Promise<void>;
}

/** Opens that page in a fresh Chromium whose profile lies on the disk. */
export async function openBench(): Promise<BenchPage> {
  const extension = await extensionWith('archive-page.ts');
  const browser = await launchChromium({ extension });
  const page = await browser.extensionPage('bench.html');
  const garbage = await browser.context.newCDPSession(browser.tab(page));
  return {
    fill: (kind) => page.evaluate(fill, kind),
    spend: (side) => spent({ browser, page, garbage }, side),
    async close() {
      await browser.close();
      remove(extension);
    },
  };
}

type Bench = Record<string, (...args: readonly string[]) => Promise<never>>;

const fill = (kind: string): Promise<never> => {
  const { bench } = globalThis as unknown as { bench: Bench };
  return bench.fill?.(kind) as Promise<never>;
};

async function run(side: string): Promise<number> {
  const { bench } = globalThis as unknown as { bench: Bench };
  const began = performance.now();
  await bench[side]?.();
  return performance.now() - began;
}

interface Measured {
  readonly browser: ChromiumBrowser;
  readonly page: Page;
  readonly garbage: CDPSession;
}

async function spent({ browser, page, garbage }: Measured, side: Side): Promise<Spent> {
  await garbage.send('HeapProfiler.collectGarbage');
  const before = await quiet(browser);
  const wall = await page.evaluate(run, side);
  return { cpu: (await quiet(browser)) - before, wall };
}

/** Milliseconds of the processor that all processes of the browser have spent, once it spends none any more. */
export async function quiet({ cdp }: ChromiumBrowser): Promise<number> {
  for (let last = await spentBy(cdp); ; ) {
    await pause(200);
    const now = await spentBy(cdp);
    if (now - last <= 20) return now;
    last = now;
  }
}

async function spentBy(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
