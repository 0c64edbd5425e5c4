import type { Page } from './harness/browser';

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
