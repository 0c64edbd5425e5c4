import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, ask, shows } from './chat-page';
import { inEveryBrowser, startChats } from './chats';
import type { Browser, Page } from './harness/browser';
import { type BrowserKind, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { installed } from './installed';
import { lookInto, watches } from './kept';

const { chats, close } = await startChats();
afterAll(close);

const WAIT = { timeout: 20_000 };

describe.each(inEveryBrowser(chats))('an extension that comes and goes, at %s, in %s', (_, kind, chat) => {
  const [first, second] = chat.others;
  beforeEach(() => chat.reset());
  const at = installed(kind, 'e2e', chat.site);
  const opened = async (id: string): Promise<Page> => {
    const page = await at.browser.open(chat.address(id));
    await shows(page, id);
    return page;
  };

  test('updated with the tab open: the page goes on as it was, and is heard again', async () => {
    const page = await opened(chat.id);
    const before = await lookInto(at.browser);
    await expect.poll(() => before.session(chat.id), WAIT).toBeDefined();
    await at.browser.reloadExtension();
    const kept = await lookInto(at.browser);
    await watches(kept);
    await page.click({ text: first.link });
    await shows(page, first.id);
    // the tap of before still hears; the relay of now must have found it, and the one of before be silent
    await expect
      .poll(async () => {
        await page.click({ text: second.link });
        await shows(page, second.id);
        return kept.session(second.id);
      }, WAIT)
      .toMatchObject({ last: { capture: 'heard' } });
    await ask(page, 'How many coats?');
    await answered(page);
    const { route } = chat.stream;
    await expect.poll(() => kept.session(second.id), WAIT).toMatchObject({ last: { route, cut: false } });
    expect(await kept.exchanges()).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('and a read is asked for in a tab that was open before the update', async () => {
    const page = await opened(first.id);
    await at.browser.reloadExtension();
    const kept = await lookInto(at.browser);
    const { answer } = await kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    expect(answer).toMatchObject({ kind: 'started' });
    await expect.poll(() => kept.job((answer as { job: string }).job), WAIT).toMatchObject({ state: 'done' });
    expect(page.errors).toEqual([]);
    await page.close();
  });
});

/** The same build, but for a tap of which everything throws that it does of its own. */
function throwingBuild(kind: BrowserKind, site: string): string {
  const folder = temporaryFolder('throwing');
  cpSync(buildFor(kind, 'e2e'), folder, { recursive: true });
  const tap = join(folder, `tap-${site}.js`);
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

/** Runs in the page: a request of the old kind, answered to its end. */
async function oldRequest({ path, headers }: { path: string; headers: Readonly<Record<string, string>> }) {
  const request = new XMLHttpRequest();
  request.open('GET', path);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.send();
  });
  return {
    status: request.status,
    native: /native code/.test(`${window.fetch} ${request.open}`),
    name: window.fetch.name,
  };
}

describe.each(inEveryBrowser(chats))('a page whose tap throws at everything (B41), %s in %s', (_, kind, chat) => {
  test('works the same', async () => {
    chat.reset();
    const extension = throwingBuild(kind, chat.of);
    let browser: Browser | undefined;
    try {
      browser = await launch(kind, { extension, hosts: chat.site.hosts });
      const page = await browser.open(chat.address(chat.id));
      await shows(page, chat.id);
      await ask(page, 'And the ebb?');
      await answered(page);
      const { css, ends } = chat.last;
      expect((await page.text({ css })).trimEnd().slice(-ends.length)).toBe(ends);
      const sent = await page.evaluate(oldRequest, await page.evaluate(chat.ownRead));
      expect(sent).toEqual({ status: 200, native: true, name: 'fetch' });
      expect(page.errors).toEqual([]);
      expect(chat.site.refusals).toEqual([]);
    } finally {
      await browser?.close();
      remove(extension);
    }
  });
});
