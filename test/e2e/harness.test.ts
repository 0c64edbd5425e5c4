import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from './harness/browser';
import { certificateFor } from './harness/certificate';
import { launchFirefox } from './harness/firefox';
import { browsers, launch } from './harness/launch';
import { probeExtension } from './harness/probe';
import { remove, temporaryFolder } from './harness/temporary';

const probe = probeExtension();
const certificate = await certificateFor(['chatgpt.com']);
const server = createServer(certificate, (request, response) => {
  response.setHeader('content-security-policy', "default-src 'none'; require-trusted-types-for 'script'");
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>${request.headers.host}${request.url}</title><p>Hello</p>`);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  remove(dirname(probe));
});

interface Answer {
  readonly born: number;
  readonly pressed: { readonly tab: number; readonly title: string; readonly others: readonly object[] } | null;
}

async function askBackground(browser: Browser): Promise<Answer> {
  const page = await browser.extensionPage('probe.html');
  const answer = await page.evaluate(async () => {
    const { browser, chrome } = globalThis as unknown as Record<
      string,
      { runtime: { sendMessage(ask: string): unknown } }
    >;
    return ((browser ?? chrome)?.runtime.sendMessage('who') ?? null) as Promise<Answer>;
  });
  await page.close();
  return answer;
}

describe.each(browsers)('the harness in %s', (kind) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(kind, {
      extension: probe,
      hosts: { 'chatgpt.com': (server.address() as AddressInfo).port },
    });
  });
  afterAll(() => browser?.close());

  test('serves a hosted site under its real name, and refuses every other host', async () => {
    const page = await browser.open('https://chatgpt.com/c/one');
    expect(await page.evaluate(() => [location.origin, document.title])).toEqual([
      'https://chatgpt.com',
      'chatgpt.com/c/one',
    ]);
    const failed = page.evaluate(() => fetch('https://elsewhere.example/').then(() => true));
    await expect(failed).rejects.toThrow();
    await page.close();
  });

  test("keeps the page's policy in force", async () => {
    const page = await browser.open('https://chatgpt.com/');
    const markup = page.evaluate(() => {
      document.body.innerHTML = '<b>markup</b>';
    });
    await expect(markup).rejects.toThrow();
    await page.close();
  });

  test('presses the toolbar button, which grants that tab and no other', async () => {
    const other = await browser.open('https://chatgpt.com/c/same');
    const page = await browser.open('https://chatgpt.com/c/same');
    const tab = await browser.tabId(page);
    expect(tab).not.toBe(await browser.tabId(other));
    await browser.pressToolbar(page);
    await expect
      .poll(async () => (await askBackground(browser)).pressed)
      .toEqual({ tab, title: 'chatgpt.com/c/same', others: [] });
    await page.close();
    await other.close();
  });

  test('ends the background, which the next message starts again', async () => {
    const { born } = await askBackground(browser);
    expect((await askBackground(browser)).born).toBe(born);
    await browser.killBackground();
    expect(await browser.backgroundRuns()).toBe(false);
    expect((await askBackground(browser)).born).not.toBe(born);
  });

  test('types, clicks, chooses files and finds the download under its own name', async () => {
    const page = await browser.extensionPage('probe.html');
    await page.fill({ css: '#name' }, 'Ein Gespräch');
    await page.click({ role: 'button', name: 'Download' });
    const path = await browser.downloaded(/Gespräch/);
    expect(path).toBe(join(browser.downloads, 'valise', 'Ein Gespräch.txt'));
    expect(readFileSync(path, 'utf8')).toBe('bytes of the probe');
    await page.choose({ css: '#file' }, path);
    await page.waitFor({ text: 'file: bytes of the probe' });
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
    await page.close();
  });

  test('loads the extension again with its tabs open, as an update does', async () => {
    const page = await browser.open('https://chatgpt.com/');
    await browser.reloadExtension();
    const own = await browser.extensionPage('probe.html');
    const reasons = await own.waitUntil('the second installation', async () => {
      const { browser, chrome } = globalThis as unknown as Record<
        string,
        { storage: { local: { get(): Promise<{ installed: string[] }> } } }
      >;
      const { installed } = (await (browser ?? chrome)?.storage.local.get()) ?? { installed: [] };
      return installed.length > 1 && installed;
    });
    expect(reasons).toEqual(['install', 'update']);
    expect(await page.evaluate(() => document.title)).toBe('chatgpt.com/');
    await page.close();
    await own.close();
  });
});

test('Firefox asks the person for a site, and takes the answer', async () => {
  const browser = await launchFirefox({ extension: probe, prompts: true });
  try {
    const page = await browser.extensionPage('probe.html');
    await page.click({ role: 'button', name: 'Ask for the site' });
    await browser.answerPrompt(false);
    await page.waitFor({ text: 'granted: false' });
    await page.click({ role: 'button', name: 'Ask for the site' });
    await browser.answerPrompt(true);
    await page.waitFor({ text: 'granted: true' });
  } finally {
    await browser.close();
  }
});

test.each(browsers)('%s keeps what the extension stored when its profile starts again', async (kind) => {
  const profile = temporaryFolder('again');
  for (const expected of [null, 'kept']) {
    const browser = await launch(kind, { extension: probe, profile });
    try {
      const page = await browser.extensionPage('probe.html');
      const found = await page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open('probe');
          request.onupgradeneeded = () => request.result.createObjectStore('rows');
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        const rows = database.transaction('rows', 'readwrite').objectStore('rows');
        const before = await new Promise<unknown>((resolve) => {
          const request = rows.get('row');
          request.onsuccess = () => resolve(request.result ?? null);
        });
        await new Promise<void>((resolve) => {
          rows.put('kept', 'row').onsuccess = () => resolve();
        });
        database.close();
        return before;
      });
      expect(found).toBe(expected);
    } finally {
      await browser.close();
    }
  }
  remove(profile);
});
