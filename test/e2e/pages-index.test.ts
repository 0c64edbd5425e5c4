import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexHtml } from '../../src/archive/pages/index-html';
import { payloads } from '../archive/pages/payloads';
import { poisonLog } from '../archive/pages/poison';
import { ARCHIVE, pageOf, richLog } from '../archive/pages/rich';
import { compose } from '../model/compose';
import type { Browser, Page } from './harness/browser';
import type { ChromiumBrowser } from './harness/chromium';
import type { FirefoxBrowser } from './harness/firefox';
import { browsers, launch } from './harness/launch';
import { probeExtension } from './harness/probe';
import { remove, temporaryFolder } from './harness/temporary';
import { colours, findings, width } from './pages-look';
import { type Opened, samplePages } from './sample-pages';
import { cutIn } from './states/words-shown';

/** What a payload asks for, if any does. */
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}/evil`;

const folder = temporaryFolder('composed');
const composed = (name: string, html: string): Opened => {
  mkdirSync(join(folder, name));
  const path = join(folder, name, 'index.html');
  writeFileSync(path, html);
  return { name, address: pathToFileURL(path).href };
};

const poison = payloads(evil);
const poisoned = [0, 20, 40, 60].map((first) => {
  const log = (at: number) => poisonLog([...poison.slice(at), ...poison.slice(0, at)]);
  // several sessions have their titles in the table, in headings and in the style of paper
  return composed(
    `poison, from ${first} on`,
    indexHtml([pageOf(log(first)), pageOf(log(first + 7), { slug: 'other' })], ARCHIVE),
  );
});

const LONG = 2_000;

function longPage(): Opened {
  const log = compose();
  for (let turn = 0; turn < LONG / 2; turn++) {
    log.user(`Question ${turn}`);
    log.assistant(`Answer ${turn}. ${'The tide comes in, and **goes out** again. '.repeat(1 + (turn % 40))}`);
  }
  return composed('long', indexHtml([pageOf(log.events())], ARCHIVE));
}

const rich = composed('rich', indexHtml([pageOf(richLog())], ARCHIVE));
const long = longPage();
const samples = await samplePages(folder);
const probe = probeExtension();

afterAll(() => {
  server.closeAllConnections();
  server.close();
  remove(folder);
  remove(dirname(probe));
});

/** Addresses that the browser asks for from now on, of whatever kind. */
async function watch(browser: Browser): Promise<string[]> {
  const list: string[] = [];
  const note = (url: string): void =>
    void (/^(?:file|about|data|moz-extension|chrome-extension):/.test(url) || list.push(url));
  if (browser.kind === 'chromium') (browser as ChromiumBrowser).context.on('request', (request) => note(request.url()));
  else {
    const { bidi } = browser as FirefoxBrowser;
    bidi.on('network.beforeRequestSent', (sent) => note((sent as { request: { url: string } }).request.url));
    await bidi.send('session.subscribe', { events: ['network.beforeRequestSent'] });
  }
  return list;
}

/** True where an element stands at the top of the view (below the room that is left there) and what is far is not drawn. */
function isAtTop(id: string): boolean {
  const top = document.querySelector(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart);
  const far = [...document.querySelectorAll('.event')].at(-1) as Element;
  return Math.abs(top - room) < 4 && getComputedStyle(far).contentVisibility === 'auto';
}

/** Opens all that is folded and loads all that waits; what is wrong with that, in words. */
async function opened(): Promise<string[]> {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const pictures = [...document.images].map(async (image) => {
    image.loading = 'eager';
    await image.decode().catch(() => undefined);
    return image.naturalWidth > 0 ? [] : [`not loaded: ${image.src}`];
  });
  const all = [...document.querySelectorAll('*')];
  const handlers = all.flatMap((each) => each.getAttributeNames().filter((name) => name.startsWith('on')));
  return [
    ...(await Promise.all(pictures)).flat(),
    ...handlers,
    ...[...document.scripts, ...document.querySelectorAll('iframe, object, embed, link, base, form')].map(
      (each) => each.outerHTML,
    ),
    // one that the page's own policy refuses is none
    ...(document.styleSheets.length === 2 ? [] : [`style sheets: ${document.styleSheets.length}`]),
  ];
}

/** Points at everything and follows what is no address, as a person whom a text wants to. */
async function touch(): Promise<boolean> {
  for (const each of document.querySelectorAll('body, body *'))
    for (const kind of ['mouseover', 'focus', 'load', 'error']) each.dispatchEvent(new Event(kind, { bubbles: true }));
  for (const link of document.querySelectorAll('a')) if (/^(?:javascript|data):/i.test(link.href)) link.click();
  // what a click or an event began is done before the next frame is
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return 'ran' in window;
}

describe.each(browsers)('index.html from disk, in %s', (kind) => {
  let browser: Browser;
  let page: Page;
  let requests: string[];
  beforeAll(async () => {
    browser = await launch(kind, { extension: probe });
    page = await browser.open('about:blank');
    await page.activate();
    requests = await watch(browser);
  });
  afterAll(() => browser?.close());

  test('a request that leaves is seen', async () => {
    const other = composed(`leaving ${kind}`, `<!doctype html><title>x</title><img src="${evil}/seen" alt="">`);
    await page.goto(other.address);
    await expect.poll(() => asked).toContain('/evil/seen');
    await expect.poll(() => requests).toContain(`${evil}/seen`);
    asked.length = 0;
    requests.length = 0;
  });

  describe.each([rich, ...poisoned, ...samples].map(({ name, address }) => [name, address] as const))(
    '%s',
    (_name, address) => {
      test('is whole, runs nothing, asks for nothing, and is clear to everybody', async () => {
        await page.goto(address);
        const wrong = await page.evaluate(opened);
        // what a composed log names lies nowhere
        expect(wrong.filter((each) => address.includes('/samples/') || !each.startsWith('not loaded'))).toEqual([]);
        expect(await page.evaluate(touch)).toBe(false);
        for (const scheme of ['dark', 'light'] as const) {
          await colours(browser, page, scheme);
          expect(await findings(page), scheme).toEqual([]);
        }
        expect([...asked, ...requests, ...page.errors]).toEqual([]);
      });
    },
  );

  test.each([640, 320])('at %i pixels nothing is cut and nothing sticks out', async (pixels) => {
    await width(browser, page, pixels);
    for (const { name, address } of [rich, ...poisoned, ...samples]) {
      await page.goto(address);
      await page.evaluate(opened);
      expect([name, ...(await cutIn(page))]).toEqual([name]);
    }
    await width(browser, page, null);
  });

  test(`a session of ${LONG} messages opens at any of them`, async () => {
    for (const id of ['V-1500', 'V-0700', 'V-0030', 'V-0003']) {
      await page.goto('about:blank'); // another place of the same page is no new page
      await page.goto(`${long.address}#${id}`);
      await page.waitUntil(id, isAtTop, `#${id}`);
    }
  });

  test.runIf(kind === 'chromium')('on paper the address of a source is words behind its name', async () => {
    await page.goto(rich.address);
    const tab = (browser as ChromiumBrowser).tab(page);
    await tab.emulateMedia({ media: 'print' });
    const address = await page.evaluate(() => {
      const link = document.querySelector('.source > a.outside');
      const { content, clipPath, display } = getComputedStyle(link as Element, '::after');
      return { content, clipPath, display };
    });
    expect(address).toEqual({ content: '" https://lake.example/report"', clipPath: 'none', display: 'inline' });
    await tab.emulateMedia({ media: 'screen' });
  });

  test('nothing was asked of any host', () => {
    expect([...browser.refused, ...asked, ...requests]).toEqual([]);
  });
});
