import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { type Kept, lookInto } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 20_000 };

/*
 * Sites that are granted ("keep watching"), under their real names, with the strict policy and trusted types of the
 * page in force. Whatever the extension asks of the site, the server refuses if no page would ask it so.
 */
describe.each(browsers)('what is heard in %s', (kind) => {
  let browser: Browser;
  let kept: Kept;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    kept = await lookInto(browser);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  const session = async (native: string) => (await kept.sessions()).find((each) => each.native === native);
  const isKept = (native: string, last: object): Promise<void> =>
    expect.poll(() => session(native), WAIT).toMatchObject({ last });
  const opened = async (native: string): Promise<Page> => {
    const page = await browser.open(`https://chatgpt.com/c/${native}`);
    await shows(page, native);
    return page;
  };

  test('the page’s own read of a conversation', async () => {
    const page = await opened(HARBOUR);
    await isKept(HARBOUR, { kind: 'new', capture: 'heard', route: 'conversation' });
    expect(await session(HARBOUR)).toMatchObject({ site: 'chatgpt', origin: 'https://chatgpt.com' });
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('what it reads when it moves without loading, and what two tabs read at once', async () => {
    const [page, other] = await Promise.all([opened(SHORT), opened(HARBOUR)]);
    await page.click({ text: 'Paint for the hull' });
    await shows(page, PROJECT);
    for (const native of [SHORT, HARBOUR, PROJECT])
      await expect.poll(() => session(native), WAIT).toMatchObject({ native });
    expect([...page.errors, ...other.errors]).toEqual([]);
    await Promise.all([page.close(), other.close()]);
  });

  test('a stream while it runs, and the same words in the page', async () => {
    const page = await opened(SHORT);
    const held = site.hold(16);
    await ask(page, 'And the ebb?');
    await held.reached;
    const during = async () => (await kept.exchanges()).find(({ route }) => route === 'stream');
    await expect.poll(during, WAIT).toMatchObject({ state: 'open', capture: 'heard' });
    await expect.poll(async () => (await during())?.bytes ?? 0, WAIT).toBeGreaterThan(1000);
    expect(await kept.holding('delta_encoding')).toContain('chunks');
    held.release();
    await answered(page);
    await isKept(SHORT, { route: 'stream', cut: false });
    expect(await page.text({ css: 'article:last-child' })).toMatch(/so leave at nine\.$/);
    expect(await kept.exchanges()).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a stream whose tab is closed: what came is kept, as cut', async () => {
    const page = await opened(PROJECT);
    const held = site.hold(18);
    await ask(page, 'How many coats?');
    await held.reached;
    await expect.poll(async () => (await kept.exchanges())[0]?.bytes ?? 0, WAIT).toBeGreaterThan(500);
    await page.close();
    await isKept(PROJECT, { route: 'stream', cut: true });
    held.release();
    expect(await kept.exchanges()).toEqual([]);
    const id = (await session(PROJECT))?.id ?? '';
    const forms = (await kept.log(id)).map((line) => JSON.parse(line).source.form);
    expect(forms).toContain('cut');
  });

  test('with the background ended between two captures, and during one', async () => {
    const page = await opened(HARBOUR);
    await browser.killBackground();
    await page.click({ text: 'A word for slack water' });
    await shows(page, SHORT);
    await isKept(SHORT, { capture: 'heard' });
    const held = site.hold(16);
    await ask(page, 'Killed in the middle?');
    await held.reached;
    await expect.poll(async () => (await kept.exchanges())[0]?.bytes ?? 0, WAIT).toBeGreaterThan(500);
    const before = (await session(SHORT))?.revision ?? 0;
    await browser.killBackground();
    held.release();
    await answered(page);
    await expect.poll(async () => (await session(SHORT))?.revision ?? 0, WAIT).toBeGreaterThan(before);
    expect(await session(SHORT)).toMatchObject({ last: { route: 'stream', cut: false } });
    const log = (await kept.log((await session(SHORT))?.id ?? '')).join('\n');
    expect(log).toContain('"why":"unreadable"'); // the stream, whole: it is read by a later release
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await kept.holding(secret), secret).toEqual([]);
    expect(await kept.holding('PLANTED')).toEqual([]);
  });
});
