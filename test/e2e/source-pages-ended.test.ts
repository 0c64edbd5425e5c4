import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { sourcePageOf } from '../../src/projection/source-pages';
import { viewOf } from '../../src/projection/view';
import type { PagesJob } from '../../src/store/job-rows';
import { startChatgpt } from '../sites/chatgpt/server';
import * as sources from '../sites/sources';
import { tides } from '../sites/tides';
import { shows } from './chat-page';
import type { Browser } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';

const CHAT = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0202';
const { TIDES, MOVED, LOST, CYRILLIC, DOCUMENT, SLOW } = sources;

const site = await startChatgpt();
const web = await sources.startSources();
beforeEach(() => {
  site.reset();
  site.put({ conversation: tides(CHAT), account: null, escaped: false });
});
afterAll(async () => {
  await web.close();
  await site.close();
});

const WAIT = { timeout: 60_000 };
/** With the alarm of each minute at the latest, what nobody is at any more is asked for again. */
const NEXT_LOOK = { timeout: 110_000 };

/* That the background dies meanwhile is a part of the tests beside this one. */
describe.each(browsers)('pages on their way, in %s,', (kind) => {
  const profile = temporaryFolder('pages');
  let browser: Browser | undefined;
  let kept: Kept;
  const start = async (): Promise<Browser> => {
    browser = await launch(kind, {
      extension: buildFor(kind, 'e2e'),
      hosts: { ...site.hosts, ...web.hosts },
      profile,
    });
    kept = await lookInto(browser);
    return browser;
  };
  beforeAll(async () => {
    await start();
    await watches(kept);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    remove(profile);
  });
  const job = async (): Promise<PagesJob | undefined> =>
    (await kept.jobs()).find((each): each is PagesJob => each.kind === 'pages');

  test('outlive the page that asked for them, and the browser, which is ended by force', async () => {
    if (!browser) throw new Error('the browser has not started');
    const chat = await browser.open(`https://chatgpt.com/c/${CHAT}`);
    await shows(chat, CHAT);
    await kept.send('tab.read', { tab: await browser.tabId(chat), pack: false });
    await expect.poll(() => kept.session(CHAT), WAIT).toBeDefined();
    await chat.close();
    const session = (await kept.session(CHAT))?.id ?? '';

    const before = web.requests.length;
    const library = await browser.extensionPage(`library.html#${session}`);
    await library.click({ role: 'button', name: 'Keep copies of these pages…' });
    await library.waitFor({ role: 'heading', name: 'Keep copies of cited pages' });
    await library.click({ role: 'button', name: 'All' });
    const held = web.holdSlow();
    await library.click({ role: 'button', name: 'Keep copies of 6' });
    await held.reached;
    await library.close();
    await expect.poll(async () => (await job())?.progress.done, WAIT).toBe(5);
    await browser.kill();
    await browser.close();
    held.release();

    await start();
    await expect.poll(job, NEXT_LOOK).toMatchObject({ state: 'done', result: { kept: 4, lacking: 2 } });
    expect(await kept.exchanges()).toEqual([]);
    const asked = web.requests.slice(before).map(({ host, path }) => `https://${host}${path}`);
    const once = asked.filter((each) => each !== SLOW);
    expect(once.sort()).toEqual([TIDES, MOVED, LOST, CYRILLIC, DOCUMENT].sort());
    expect(asked.length - once.length).toBeGreaterThan(1);
    const view = viewOf(await kept.events(CHAT));
    const copies = { [TIDES]: sources.PAGE, [DOCUMENT]: sources.PDF, [SLOW]: Buffer.from('It came in the end.') };
    for (const [url, bytes] of Object.entries(copies)) {
      const page = sourcePageOf(view, url);
      expect(page?.copy?.body).toMatchObject({ artifact: `sha256:${sha256Hex(bytes)}` });
      expect(page?.text).not.toBeNull();
    }
    expect(sourcePageOf(view, LOST)?.gap?.body).toMatchObject({ why: 'not-found' });
  });
});
