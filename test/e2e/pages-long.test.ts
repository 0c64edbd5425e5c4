import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepIn } from '../ui/kept';
import { said } from '../ui/payloads';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { dumpOf, seed } from './pages-seed';

const LONG = '55555555-5555-4555-8555-555555555555';
const SHORT = '66666666-6666-4666-8666-666666666666';
const MESSAGES = 200;

/** A chat as ChatGPT sends it: each answer has words in bold, and code. */
function longChat(): object {
  const mapping = Object.fromEntries(
    Array.from({ length: MESSAGES }, (_, n) => {
      const parts = [`The **tide ${n}** is on its way.\n\n\`\`\`js\nconst tide = ${n};\n\`\`\``];
      const author = { role: n % 2 ? 'assistant' : 'user' };
      const message = { id: `m${n}`, author, content: { content_type: 'text', parts } };
      const children = n + 1 < MESSAGES ? [`m${n + 1}`] : [];
      return [`m${n}`, { id: `m${n}`, parent: n ? `m${n - 1}` : null, children, message }];
    }),
  );
  return { conversation_id: 'c-long', title: 'Tides', current_node: `m${MESSAGES - 1}`, mapping };
}

const kept = await dumpOf(async (db) => {
  await keepIn(db, LONG, longChat());
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

describe.each(browsers)('a long session in the library of %s', (kind) => {
  let browser: Browser;
  let page: Page;

  async function openLong(allowed: boolean): Promise<void> {
    page = await browser.extensionPage('library.html');
    await page.waitFor({ text: 'It is high tide.' }); // the latest is open to begin with
    await page.evaluate(watchWorkers, allowed);
    await page.evaluate((id) => {
      location.hash = id;
    }, LONG);
    await page.waitUntil(
      'all of it to be there',
      (many) => document.querySelectorAll('.branch .event').length >= many,
      MESSAGES,
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

  test('sets its words itself where it can have no worker', async () => {
    await page.close();
    await openLong(false);
    expect(await page.evaluate(walk, 40, 60)).toEqual([]);
    expect(await page.evaluate(workers)).toBe(0);
    expect(page.errors).toEqual([]);
  });
});
