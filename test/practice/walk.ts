import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from '../e2e/harness/browser';
import { launchChromium } from '../e2e/harness/chromium';
import { buildFor } from '../e2e/harness/launch';
import { exportChat, exportOpenSession, importArchive } from '../e2e/steps';
import { valise } from '../e2e/valise';
import { type PracticeServer, startPractice } from './server';

const QUESTION = 'And how long should it rest before I cut it?';

/** Prints what was done, numbered. */
function narrator(): (words: string) => void {
  let step = 0;
  return (words) => console.log(`${++step}. ${words}`);
}

/**
 * Walks the whole way: a chat, a streamed answer, one click, an archive, its check, another browser, the same bytes.
 * Gives the path of the archive. Throws a sentence where something is not as it should be.
 */
export async function walk(): Promise<string> {
  const tell = narrator();
  const server = await startPractice({ pace: 15 });
  tell(`The practice chat runs at ${server.chat}`);
  try {
    const path = await inBrowser(async (browser) => capture(browser, server, tell));
    checkWithCommandLine(path, tell);
    await inBrowser(async (browser) => bringBack(browser, path, tell));
    return path;
  } finally {
    await server.close();
  }
}

/** A browser with a fresh profile and the extension, closed whatever happens. */
async function inBrowser<R>(work: (browser: Browser) => Promise<R>): Promise<R> {
  const browser = await launchChromium({ extension: buildFor('chromium', 'practice') });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function capture(browser: Browser, server: PracticeServer, tell: (words: string) => void): Promise<string> {
  const chat = await browser.open(server.chat);
  tell(`Chromium ${browser.version} has the extension and the chat open`);
  await converse(chat);
  tell(`Asked “${QUESTION}”; the answer streamed in`);
  const saved = await exportChat(browser, chat);
  mkdirSync('out', { recursive: true });
  const path = join('out', basename(saved));
  copyFileSync(saved, path);
  tell(`One click on the toolbar, then Export: ${basename(path)}, ${sizeOf(path)} bytes`);
  return path;
}

async function converse(chat: Page): Promise<void> {
  const ready = (wanted: string): Promise<boolean> =>
    chat.waitUntil(`the chat to be ready: ${wanted}`, (each) => document.body.dataset.ready === each, wanted);
  await ready('yes');
  const before = await chat.evaluate(() => document.querySelectorAll('article').length);
  await chat.fill({ role: 'textbox', name: 'Your question' }, QUESTION);
  await chat.click({ role: 'button', name: 'Send' });
  await chat.waitUntil('the question', (count) => document.querySelectorAll('article').length > count, before);
  await ready('yes');
}

function checkWithCommandLine(path: string, tell: (words: string) => void): void {
  tell(`valise verify: ${valise('verify', path).trim().split('\n').join('\n   ')}`);
}

async function bringBack(browser: Browser, path: string, tell: (words: string) => void): Promise<void> {
  const library = await importArchive(browser, path);
  tell(
    `A second browser with a fresh profile imported it: “${await library.text({ css: '.session #session-title' })}”`,
  );
  const again = await exportOpenSession(browser, library);
  if (!readFileSync(again).equals(readFileSync(path))) {
    throw new Error(`the second export differs: ${sizeOf(again)} bytes instead of ${sizeOf(path)}`);
  }
  tell(`Exported again there: the same ${sizeOf(path)} bytes`);
}

const sizeOf = (path: string): string => readFileSync(path).length.toLocaleString('en');
