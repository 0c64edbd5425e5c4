import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { launchChromium } from '../e2e/harness/chromium';
import { buildFor } from '../e2e/harness/launch';
import { startPractice } from './server';
import { walk } from './walk';

/*
 * The practice run. With a display: a window with the extension, on the practice chat, for a person to try. Without one,
 * or with `--headless`: the whole way is walked, and every step printed.
 */

const headless = process.argv.includes('--headless') || !hasDisplay();

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Opens the window and waits until it is closed. */
async function show(): Promise<void> {
  const server = await startPractice();
  mkdirSync('out', { recursive: true });
  const browser = await launchChromium({
    extension: buildFor('chromium', 'practice'),
    headless: false,
    downloads: `${process.cwd()}/out`,
  });
  const closed = new Promise<void>((resolve) => browser.context.once('close', () => resolve()));
  await browser.open(server.chat);
  console.log(`The practice chat is at ${server.chat}, in the window that just opened.`);
  console.log("Press Valise's button in its toolbar, then Export: archives land in out/. Close the window to end.");
  await closed;
  await browser.close();
  await server.close();
}

try {
  if (headless) console.log(await walk());
  else await show();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
