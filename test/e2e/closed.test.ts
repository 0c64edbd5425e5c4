import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { bare } from '../handoff/to/carried';
import { pi, programOf } from '../proof/clients';
import { ANSWER, modelServer } from '../proof/model-server';
import { CROSSING, crossing, NEEDED } from '../sites/chatgpt/crossing';
import { TABLE } from '../sites/chatgpt/harbour-messages';
import { FILES } from '../sites/chatgpt/reads';
import { startChatgpt } from '../sites/chatgpt/server';
import { startComposers } from '../sites/composers/server';
import { shows } from './chat-page';
import type { Page } from './harness/browser';
import { type BrowserKind, browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { exportChat, exportOpenSession, importArchive } from './steps';
import { valise } from './valise';

const BYTES = FILES[TABLE]?.bytes ?? Buffer.alloc(0);
const folder = temporaryFolder('closed');
const archiveOf = (kind: BrowserKind): string => join(folder, `${kind}.zip`);
let program: readonly string[] = [];

/** Captures the chat while its site is there, in each browser; then the site is gone, with all it had. */
beforeAll(async () => {
  program = await programOf(pi);
  const site = await startChatgpt();
  site.put({ conversation: crossing(), account: null, escaped: false });
  for (const kind of browsers) {
    const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    const page = await browser.open(`https://chatgpt.com/c/${CROSSING}`);
    await shows(page, CROSSING);
    writeFileSync(archiveOf(kind), readFileSync(await exportChat(browser, page)));
    await browser.close();
  }
  const { port } = site;
  await site.close();
  await expect(fetch(`https://127.0.0.1:${port}/`)).rejects.toThrow();
}, 240_000);

const other = await startComposers();
afterAll(async () => {
  await other.close();
  remove(folder);
});

/** What is needed and does not stand in some texts. */
const missingIn = (sent: string): string[] =>
  [...Object.values(NEEDED), sha256Hex(BYTES)].filter((words) => !bare(sent).includes(bare(words)));

/** Every text in a value. */
const textsIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textsIn).join('\n')
      : '';

describe.each(browsers)('after the account was closed, in a fresh profile of %s,', (kind) => {
  test('the archive alone goes on in Pi and in the composer of another site', async () => {
    const browser = await launch(kind, {
      extension: buildFor(kind),
      hosts: { 'claude.ai': other.hosts['claude.ai'] ?? 0 },
    });
    try {
      const library = await importArchive(browser, archiveOf(kind));
      await expect.poll(() => library.text({ css: '.session #session-title' })).toBe('A crossing to Skerry');
      const again = await exportOpenSession(browser, library);
      expect(readFileSync(again).equals(readFileSync(archiveOf(kind)))).toBe(true);
      expect(valise('verify', again, '--reread')).toMatch(/^Sound/);

      expect(await throughPi(again)).toEqual({ answered: true, missing: [] });

      await library.click({ role: 'button', name: 'Continue in…' });
      await library.click({ role: 'checkbox', name: NEEDED.openFile });
      await library.click({ role: 'button', name: 'In a tab that is open' });
      const before = other.sent();
      const page = await browser.open('https://claude.ai/new');
      await page.waitUntil('the editor', () => document.documentElement.dataset.ready);
      await browser.pressToolbar(page);
      const popup = await browser.popupFor(page);
      await popup.click({ role: 'button', name: 'Place it here' });
      await popup.waitFor({ text: 'Nothing was sent' });
      expect(other.sent()).toBe(before); // the person sends it, nobody else
      const { text, attached } = await sentBy(page);
      expect(missingIn([text, ...attached].join('\n'))).toEqual([]);
      expect(attached).toContain(BYTES.toString('utf8'));
      expect(browser.refused.filter((address) => /chatgpt|openai|oaiusercontent/.test(address))).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

/** Lets Pi go on from the archive with a model on loopback, which keeps what it is sent. */
async function throughPi(archive: string): Promise<{ answered: boolean; missing: readonly string[] }> {
  const home = temporaryFolder('closed-pi');
  const server = await modelServer();
  try {
    const session = join(home, 'session.jsonl');
    valise('continue', archive, '--to', 'pi', '--out', session);
    const { out } = await pi.resume(program, { home, url: server.url, session });
    return { answered: out.includes(ANSWER), missing: missingIn(textsIn(server.asked.at(-1))) };
  } finally {
    await server.close();
    remove(home);
  }
}

/** Presses the page's own button, as the person does; what its server gets then. */
async function sentBy(page: Page): Promise<{ text: string; attached: readonly string[] }> {
  const before = other.sent();
  await page.click({ css: '#send' });
  await expect.poll(() => other.sent()).toBe(before + 1);
  return page.evaluate(() => {
    const { composer } = window as unknown as { composer: { text(): string; files: { text: string }[] } };
    return { text: composer.text(), attached: composer.files.map(({ text }) => text) };
  });
}
