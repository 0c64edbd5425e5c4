import { expect } from 'vitest';
import { PROJECT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import type { Browser, Page } from './harness/browser';
import { type Kept, lookInto, watches } from './kept';

/** Waits until the stand-in's page shows a conversation. */
export const shows = (page: Page, id: string): Promise<string> =>
  page.waitUntil(`the page to show ${id}`, (wanted) => document.documentElement.dataset.shown === wanted && wanted, id);

/** Types a question and sends it, as a person does. */
export async function ask(page: Page, words: string): Promise<void> {
  await page.click({ css: '.ProseMirror' });
  await page.evaluate((text) => document.execCommand('insertText', false, text), words);
  await page.press('Enter');
}

/** Waits for the end of the answer that streams. */
export const answered = (page: Page): Promise<boolean> =>
  page.waitUntil('the end of the answer', () => document.documentElement.dataset.streaming === 'no');

/** Two chats heard and kept, HARBOUR and PROJECT: a page of ours to look from, and the site's page, which shows the second. */
export async function twoKept(browser: Browser): Promise<{ readonly kept: Kept; readonly page: Page }> {
  const kept = await lookInto(browser);
  const natives = async () => (await kept.sessions()).map(({ native }) => native).sort();
  await watches(kept);
  const page = await browser.open(`https://chatgpt.com/c/${HARBOUR}`);
  await shows(page, HARBOUR);
  await expect.poll(natives, { timeout: 60_000 }).toEqual([HARBOUR]);
  await page.click({ text: 'Paint for the hull' });
  await expect.poll(natives, { timeout: 60_000 }).toEqual([HARBOUR, PROJECT].sort());
  return { kept, page };
}
