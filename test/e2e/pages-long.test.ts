import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepIn } from '../ui/kept';
import { said } from '../ui/payloads';
import type { Browser, Page } from './harness/browser';
import type { ChromiumBrowser } from './harness/chromium';
import { browsers, buildFor, launch } from './harness/launch';
import { dumpOf, seed } from './pages-seed';

const LONG = '55555555-5555-4555-8555-555555555555';
const SHORT = '66666666-6666-4666-8666-666666666666';
const MESSAGES = 200;
const LONGER = '44444444-4444-4444-8444-444444444444';
const MORE = 450;

/** A chat as ChatGPT sends it: each answer has words in bold, and code. */
function longChat(id: string, messages: number): object {
  const mapping = Object.fromEntries(
    Array.from({ length: messages }, (_, n) => {
      const parts = [`The **tide ${n}** is on its way.\n\n\`\`\`js\nconst tide = ${n};\n\`\`\``];
      const author = { role: n % 2 ? 'assistant' : 'user' };
      const message = { id: `m${n}`, author, content: { content_type: 'text', parts } };
      const children = n + 1 < messages ? [`m${n + 1}`] : [];
      return [`m${n}`, { id: `m${n}`, parent: n ? `m${n - 1}` : null, children, message }];
    }),
  );
  return { conversation_id: id, title: 'Tides', current_node: `m${messages - 1}`, mapping };
}

const kept = await dumpOf(async (db) => {
  await keepIn(db, LONG, longChat('c-long', MESSAGES));
  await keepIn(db, LONGER, longChat('c-longer', MORE));
  await keepIn(db, SHORT, said('It is high tide.'));
});

/** Goes through messages, waiting for each until it is set. Gives those that never were. */
async function walk(from: number, to: number): Promise<readonly string[]> {
  const events = [...document.querySelectorAll<HTMLElement>('.branch .event')];
  const missed: string[] = [];
  for (const event of events.slice(from, to)) {
    event.scrollIntoView({ block: 'center' });
    for (let left = 250; left > 0 && missed.length === 0 && !event.querySelector('.prose'); left--)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (!event.querySelector('.prose')) missed.push(event.textContent ?? '');
  }
  return missed;
}

const wordsAt = (at: number): { set: boolean; words: string } => {
  const event = document.querySelectorAll<HTMLElement>('.branch .event')[at];
  return {
    set: event?.querySelector('.prose') != null,
    words: event?.querySelector('.prose, .text')?.textContent ?? '',
  };
};

/**
 * Goes by the middle of each stretch of 30 but the first, until it is set, and selects words in the second. Gives how many
 * stretches became others meanwhile, how far what is in view moved, and how much the height of each is what it was.
 */
async function goBy() {
  const rest = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  const until = async (holds: () => boolean): Promise<void> => {
    for (let left = 250; left > 0 && !holds(); left--) await rest(20);
  };
  const stretches = () => [...document.querySelectorAll<HTMLElement>('.branch > .stretch')];
  const before = stretches();
  const others = () => before.flatMap(({ isConnected }, at) => (isConnected ? [] : [at]));
  const isSeen = (event: HTMLElement): boolean => {
    const { top, bottom } = event.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const isSet = () =>
    [...document.querySelectorAll<HTMLElement>('.branch .event')]
      .filter(isSeen)
      .every((each) => each.querySelector('.prose'));
  const heights: number[] = [];
  const moved: number[] = [];
  for (let at = 1; at < before.length; at++) {
    const event = document.querySelectorAll('.branch .event')[at * 30 + 15];
    event?.scrollIntoView({ block: 'center' });
    await until(isSet);
    const words = event?.querySelector('.prose');
    if (at === 1 && words) getSelection()?.selectAllChildren(words);
    heights.push(stretches()[at]?.offsetHeight ?? 0);
    if (at < 12) continue;
    const top = event?.getBoundingClientRect().top ?? 0;
    await rest(400); // a stretch is let go of in the next 300, however busy the page is
    moved.push(Math.round(Math.abs((event?.getBoundingClientRect().top ?? 0) - top)));
  }
  await until(() => others().length >= 2);
  const now = stretches().slice(1);
  return {
    others: others(),
    moved,
    grown: now.map(({ offsetHeight }, at) => Math.round((offsetHeight / (heights[at] ?? 0)) * 10) / 10),
  };
}

/** Counts the workers that the page starts, or lets it have none. */
function watchWorkers(allowed: boolean): void {
  const { Worker: Real } = globalThis;
  const counted = { workers: 0 };
  class Counted extends Real {
    constructor(...given: ConstructorParameters<typeof Real>) {
      if (!allowed) throw new Error('no worker');
      super(...given);
      counted.workers += 1;
    }
  }
  Object.assign(globalThis, { counted, Worker: Counted });
}
const workers = (): number => (globalThis as unknown as { counted: { workers: number } }).counted.workers;

/** How many nodes the browser holds for a page, in it or not. */
async function nodesOf(browser: ChromiumBrowser, page: Page): Promise<number> {
  const browserSide = await browser.context.newCDPSession(browser.tab(page));
  // what is let go of by the first round may hold what the next one frees
  for (let rounds = 0; rounds < 3; rounds++) await browserSide.send('HeapProfiler.collectGarbage');
  const { nodes } = await browserSide.send('Memory.getDOMCounters');
  await browserSide.detach();
  return nodes;
}

describe.each(browsers)('a long session in the library of %s', (kind) => {
  let browser: Browser;
  let page: Page;

  async function openLong(allowed: boolean, session = LONG, messages = MESSAGES): Promise<void> {
    page = await browser.extensionPage('library.html');
    await page.waitFor({ text: 'It is high tide.' }); // the latest is open to begin with
    await page.evaluate(watchWorkers, allowed);
    await page.evaluate((id) => {
      location.hash = id;
    }, session);
    await page.waitUntil(
      'all of it to be there',
      (many) => document.querySelectorAll('.branch .event').length >= many,
      messages,
    );
  }

  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind) });
    await (await seed(browser, kept)).close();
    await openLong(true);
  });
  afterAll(() => browser?.close());

  test('has its words set as they come near, by one worker', async () => {
    expect(await page.evaluate(walk, 0, 60)).toEqual([]);
    expect(await page.evaluate(wordsAt, 61 + 60)).toEqual({ set: false, words: expect.stringContaining('**tide') });
    expect(await page.evaluate(walk, 60, MESSAGES)).toEqual([]);
    expect(await page.evaluate(workers)).toBe(1);
    for (const at of [51, 61 + 60, MESSAGES - 1]) {
      const words = `The tide ${at} is on its way.jsconst tide = ${at};Copy code`;
      expect(await page.evaluate(wordsAt, at)).toEqual({ set: true, words });
    }
    expect(page.errors).toEqual([]);
  });

  test('lets go of what was set and is far by now, in place; what is selected stays, what is come back to is set again', async () => {
    await page.close();
    await openLong(true, LONGER, MORE);
    const { others, moved, grown } = await page.evaluate(goBy);
    expect(others.slice(0, 2)).toEqual([2, 3]);
    expect(Math.max(...moved)).toBeLessThanOrEqual(1); // browsers scroll by whole pixels
    expect(new Set(grown)).toEqual(new Set([1]));
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('The tide 45 is on its way.');
    expect(await page.evaluate(wordsAt, 45)).toEqual({ set: true, words: expect.stringContaining('The tide 45 is') });
    expect(await page.evaluate(wordsAt, 75)).toEqual({ set: false, words: expect.stringContaining('**tide 75**') });
    expect(await page.evaluate(walk, 75, 76)).toEqual([]);
    expect(page.errors).toEqual([]);
  });

  test.runIf(kind === 'chromium')('leaves nothing behind when another is opened', async () => {
    const here = await nodesOf(browser as ChromiumBrowser, page);
    await page.evaluate((id) => {
      location.hash = id;
    }, SHORT);
    await page.waitFor({ text: 'It is high tide.' });
    await page.waitUntil('the long one to be gone', () => document.querySelectorAll('.branch .event').length === 1);
    expect(await nodesOf(browser as ChromiumBrowser, page)).toBeLessThan(here / 4);
  });

  test('sets its words itself where it can have no worker', async () => {
    await page.close();
    await openLong(false);
    expect(await page.evaluate(walk, 40, 60)).toEqual([]);
    expect(await page.evaluate(workers)).toBe(0);
    expect(page.errors).toEqual([]);
  });
});
