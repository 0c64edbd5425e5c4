import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { type BrowserKind, browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 20_000 };

const opened = async (browser: Browser, native: string): Promise<Page> => {
  const page = await browser.open(`https://chatgpt.com/c/${native}`);
  await shows(page, native);
  return page;
};
const session = async (kept: Kept, native: string) => (await kept.sessions()).find((each) => each.native === native);

describe.each(browsers)('an extension that comes and goes, in %s', (kind) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    await watches(await lookInto(browser));
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  test('updated with the tab open: the page goes on as it was, and is heard again', async () => {
    const page = await opened(browser, HARBOUR);
    const before = await lookInto(browser);
    await expect.poll(() => session(before, HARBOUR), WAIT).toBeDefined();
    await browser.reloadExtension();
    const kept = await lookInto(browser);
    await watches(kept);
    await page.click({ text: 'A word for slack water' });
    await shows(page, SHORT);
    // the tap of before still hears; the relay of now must have found it, and the one of before be silent
    await expect
      .poll(async () => {
        await page.click({ text: 'Paint for the hull' });
        await shows(page, PROJECT);
        return session(kept, PROJECT);
      }, WAIT)
      .toMatchObject({ last: { capture: 'heard' } });
    await ask(page, 'How many coats?');
    await answered(page);
    await expect.poll(() => session(kept, PROJECT), WAIT).toMatchObject({ last: { route: 'stream', cut: false } });
    expect(await kept.exchanges()).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('and a read is asked for in a tab that was open before the update', async () => {
    const page = await opened(browser, SHORT);
    await browser.reloadExtension();
    const kept = await lookInto(browser);
    const tab = await browser.tabId(page);
    const { answer } = await kept.send('tab.read', { tab, pack: false });
    expect(answer).toMatchObject({ kind: 'started' });
    await expect
      .poll(async () => (await kept.jobs()).find(({ id }) => id === (answer as { job: string }).job), WAIT)
      .toMatchObject({ state: 'done' });
    expect(page.errors).toEqual([]);
    await page.close();
  });
});

/** The same build, but for a tap of which everything throws that it does of its own. */
function throwingBuild(kind: BrowserKind): string {
  const folder = temporaryFolder('throwing');
  cpSync(buildFor(kind, 'e2e'), folder, { recursive: true });
  const tap = join(folder, 'tap-chatgpt.js');
  const broken = `(() => {
    const nope = () => { throw new Error('broken tap'); };
    Response.prototype.clone = nope;
    WeakMap.prototype.get = nope;
    WeakMap.prototype.set = nope;
    MessagePort.prototype.postMessage = nope;
    TextEncoder.prototype.encode = nope;
  })();`;
  writeFileSync(tap, `${broken}\n${readFileSync(tap, 'utf8')}`);
  return folder;
}

describe.each(browsers)('a page whose tap throws at everything (B41), in %s', (kind) => {
  test('works the same', async () => {
    const extension = throwingBuild(kind);
    const browser = await launch(kind, { extension, hosts: site.hosts });
    try {
      const page = await opened(browser, SHORT);
      await ask(page, 'And the ebb?');
      await answered(page);
      expect(await page.text({ css: 'article:last-child' })).toMatch(/so leave at nine\.$/);
      const sent = await page.evaluate(async () => {
        const request = new XMLHttpRequest();
        request.open('GET', `/backend-api/conversation/${location.pathname.split('/').at(-1)}`);
        request.setRequestHeader(
          'authorization',
          `Bearer ${JSON.parse(document.querySelector('#client-bootstrap')?.textContent ?? '{}').session.accessToken}`,
        );
        await new Promise((resolve) => {
          request.onloadend = resolve;
          request.send();
        });
        return {
          status: request.status,
          native: /native code/.test(`${window.fetch} ${request.open}`),
          name: window.fetch.name,
        };
      });
      expect(sent).toEqual({ status: 200, native: true, name: 'fetch' });
      expect(page.errors).toEqual([]);
      expect(site.refusals).toEqual([]);
    } finally {
      await browser.close();
      remove(extension);
    }
  });
});
