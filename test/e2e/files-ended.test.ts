import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { viewOf } from '../../src/projection/view';
import type { FilesJob } from '../../src/store/job-rows';
import { SHORT } from '../sites/chatgpt/conversations';
import { harbour } from '../sites/chatgpt/harbour';
import { DRAWING, PICTURE, TABLE } from '../sites/chatgpt/harbour-messages';
import { FILES } from '../sites/chatgpt/reads';
import { startChatgpt } from '../sites/chatgpt/server';
import { shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';

const site = await startChatgpt();
afterAll(() => site.close());

const WAIT = { timeout: 40_000 };
/** With the alarm of each minute at the latest, what nobody is at any more is asked for again. */
const NEXT_LOOK = { timeout: 110_000 };
const ALL = [PICTURE, TABLE, DRAWING];

/*
 * A file of the site's own origin comes through its page, one of its file host through the background. Both are in the
 * middle of their bytes, and the third is kept already, when something ends.
 */
describe.each(browsers)('files on their way, in %s,', (kind) => {
  const profile = temporaryFolder('files');
  let browser: Browser | undefined;
  let kept: Kept;
  /** A chat of its own for each test. */
  let chat = '';
  let chats = 0;
  const start = async (): Promise<Browser> => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts, profile });
    kept = await lookInto(browser);
    await watches(kept);
    return browser;
  };
  beforeAll(() => start());
  beforeEach(() => {
    site.reset();
    chat = `6a3f1c20-f140-8321-9d8e-5b1e6a1c01${String(++chats).padStart(2, '0')}`;
    site.put({ conversation: { ...harbour(), conversation_id: chat }, account: null, escaped: false });
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    remove(profile);
  });

  const opened = async (id: string): Promise<Page> => {
    if (!browser) throw new Error('the browser has not started');
    const page = await browser.open(`https://chatgpt.com/c/${id}`);
    await shows(page, id);
    return page;
  };
  const job = async (): Promise<FilesJob | undefined> => {
    const session = (await kept.session(chat))?.id;
    return (await kept.jobs()).find((each): each is FilesJob => each.kind === 'files' && each.ask.session === session);
  };
  const came = async (): Promise<(string | undefined)[]> =>
    ((await job())?.files ?? [])
      .filter(({ outcome }) => outcome === 'kept')
      .map(({ pointer }) => /file_\w+/.exec(pointer)?.[0]);
  /** How often the bytes of each file were asked for. */
  const asked = (): number[] =>
    ALL.map(
      (id) => site.requests.filter(({ path }) => /^\/(?:file_|.*estuary)/.test(path) && path.includes(id)).length,
    );

  /** Reads the chat in its page; gives the hand that lets the two files go on. */
  async function readHalf(page: Page): Promise<() => void> {
    const holds = [PICTURE, TABLE].map((id) => site.holdFile(id));
    await kept.send('tab.read', { tab: (await browser?.tabId(page)) ?? -1, pack: false });
    for (const { reached } of holds) await reached;
    await expect.poll(came, WAIT).toEqual([DRAWING]);
    return () => {
      for (const { release } of holds) release();
    };
  }

  /** The job has ended, and every file is there, each with its own bytes. */
  async function isWhole(wait = WAIT): Promise<void> {
    await expect.poll(async () => (await job())?.state, wait).toBe('done');
    expect((await came()).sort()).toEqual([...ALL].sort());
    expect(await kept.exchanges()).toEqual([]);
    const current = [...viewOf(await kept.events(chat)).current.values()];
    for (const id of ALL) {
      const artifact = `sha256:${sha256Hex(FILES[id]?.bytes ?? Buffer.alloc(0))}`;
      const bodies = current.flatMap((each) => (each.kind === 'artifact' && each.id.includes(id) ? [each.body] : []));
      expect(bodies).not.toEqual([]);
      for (const body of bodies) expect(body).toMatchObject({ artifact });
    }
  }

  test('outlive the background: the page goes on, and what the background itself fetched comes anew', async () => {
    const page = await opened(chat);
    const release = await readHalf(page);
    await browser?.killBackground();
    await kept.send('tab.state', { tab: -1 });
    release();
    await isWhole();
    expect(asked()).toEqual([1, 2, 1]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('outlive their tab: another page of the site goes on', async () => {
    const page = await opened(chat);
    const release = await readHalf(page);
    await page.close();
    await expect.poll(job, WAIT).toMatchObject({ state: 'waiting', lease: null });
    release();
    const other = await opened(SHORT);
    await isWhole();
    expect(asked()).toEqual([2, 1, 1]);
    expect(other.errors).toEqual([]);
    await other.close();
  });

  test('outlive the browser, which is ended by force', async () => {
    const release = await readHalf(await opened(chat));
    await browser?.kill();
    await browser?.close();
    release();
    await start();
    expect(await came()).toEqual([DRAWING]);
    const other = await opened(SHORT);
    await isWhole(NEXT_LOOK);
    expect(asked()[ALL.indexOf(DRAWING)]).toBe(1);
    await other.close();
  });
});
