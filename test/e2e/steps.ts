import type { Browser, Page } from './harness/browser';

/** What a person does with the extension, step by step: shared by the tests and the practice run. */

const EXPORT = { role: 'button', name: 'Export' } as const;

/** Presses the toolbar button on a chat and exports it from the popup; the path of the archive. */
export async function exportChat(browser: Browser, chat: Page): Promise<string> {
  await browser.pressToolbar(chat);
  const popup = await browser.popupFor(chat);
  await popup.click(EXPORT);
  const path = await browser.downloaded(/\.zip$/, { within: 60_000 });
  await popup.waitFor({ text: 'Saved and verified' });
  await popup.close();
  return path;
}

/** Imports an archive in the library; the library's page, which has the session open when there is no other. */
export async function importArchive(browser: Browser, path: string): Promise<Page> {
  const library = await browser.extensionPage('library.html');
  await library.waitFor({ role: 'button', name: 'Import archive' });
  await library.choose({ css: '#import-file' }, path);
  await library.waitFor({ css: '.session #session-title' }, { within: 60_000 });
  return library;
}

/** Exports the session that is open in the library; the path of the archive. */
export async function exportOpenSession(browser: Browser, library: Page): Promise<string> {
  await library.click(EXPORT);
  return browser.downloaded(/\.zip$/, { within: 60_000 });
}
