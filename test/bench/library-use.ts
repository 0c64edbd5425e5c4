import type { Page as Tab } from 'playwright-core';
import type { OpenLibrary } from './library-browser';
import type { Seen } from './library-watch';

/** One thing that people do, and what was seen of each round of it. */
export interface Used {
  readonly what: string;
  readonly seen: readonly Seen[];
  /** The most that a task of the page may take, in milliseconds. */
  readonly most: number;
}

/** Where something is to follow the hand. */
const TASK = 100;
/** Where a click puts another half of a long session in its place. */
const SWITCH = 150;

const ROUNDS = 3;

type Act = (tab: Tab, round: number) => Promise<unknown>;

const frame = (tab: Tab): Promise<void> =>
  tab.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

/**
 * Turns the wheel over the session, in each round through a part of it: together all of it. How high it is becomes known
 * as it comes near, so a part is one of what is known by then.
 */
const wheel =
  (by: number, from: 'Home' | 'End'): Act =>
  async (tab, round) => {
    await tab.mouse.move(800, 500);
    if (round === 0) await tab.keyboard.press(from);
    let before = Number.NaN;
    for (let stretches = 0; stretches < 200; stretches++) {
      await turn(tab, by);
      const { passed, left } = await way(tab, by);
      if (round < ROUNDS - 1 ? passed >= (round + 1) / ROUNDS : left <= 1 && left === before) return;
      before = left;
    }
    throw new Error('the wheel came to no end');
  };

/** Turns of the wheel, each waited for until it is drawn. */
async function turn(tab: Tab, by: number, times = 10): Promise<void> {
  for (let turns = 0; turns < times; turns++) {
    await tab.mouse.wheel(0, by);
    await frame(tab);
  }
}

/** Goes on through it as fast as a hand turns a wheel, not a thumb a bar: what comes near stays near and is set. */
const read: Act = async (tab, round) => {
  await tab.mouse.move(800, 500);
  if (round === 0) await tab.keyboard.press('Home');
  await turn(tab, 160, 400);
};

/** Which part of a way down (or up) is behind, and how many pixels of it are left. */
async function way(tab: Tab, by: number): Promise<{ passed: number; left: number }> {
  const { top, bottom } = await scrolled(tab);
  const [behind, left] = by > 0 ? [top, bottom] : [bottom, top];
  return { passed: behind / (top + bottom), left };
}

/** How far the session is scrolled, and how far it is from its end. */
const scrolled = (tab: Tab): Promise<{ top: number; bottom: number }> =>
  tab.evaluate(() => {
    let at: Element | null = document.querySelector('.branch');
    while (at && at !== document.documentElement && !/auto|scroll/.test(getComputedStyle(at).overflowY))
      at = at.parentElement;
    const box = at ?? document.documentElement;
    return { top: box.scrollTop, bottom: box.scrollHeight - box.clientHeight - box.scrollTop };
  });

const keys: Act = async (tab) => {
  for (const key of ['End', 'Home', 'End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'PageDown']) {
    await tab.keyboard.press(key);
    await tab.waitForTimeout(400);
  }
};

/** Clicks the element that a selector finds first (or last), without looking at any other: looking lays out what is far. */
async function click(tab: Tab, selector: string, which: 'first' | 'last' = 'first'): Promise<boolean> {
  const place = await tab.evaluate(
    async ([css = '', end]) => {
      const found = [...document.querySelectorAll(css)];
      const element = end === 'last' ? found.at(-1) : found[0];
      element?.scrollIntoView({ block: 'center' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { x = 0, y = 0 } = element?.getBoundingClientRect() ?? {};
      return element ? { x: x + 8, y: y + 8 } : null;
    },
    [selector, which],
  );
  if (place) await tab.mouse.click(place.x, place.y);
  return place !== null;
}

/** Opens everything that is folded above the messages, and among the first of them. */
const folds: Act = async (tab) => {
  const above = ':is(.lacks, .session, .stretch:first-child .event) > details:not([open]) > summary';
  while (await click(tab, above)) await tab.waitForTimeout(100);
  await tab.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('.session details[open]')) fold.open = false;
  });
};

/** Goes to the fork in the middle, and to and fro between its versions. */
const branches =
  (session: string): Act =>
  async (tab) => {
    await tab.evaluate(
      (address) => {
        location.hash = address;
      },
      `${session}/${await forkOf(tab)}`,
    );
    // a driver's own search for an element walks through the whole page: that would be a long task, and none of ours
    await tab.waitForFunction(() => document.getElementsByClassName('aimed').length > 0);
    for (const way of ['after', 'before', 'after', 'before'] as const) {
      await click(tab, '.switch .step:not(:disabled)', way === 'after' ? 'last' : 'first');
      await tab.waitForTimeout(500);
    }
  };

/** The number of the place at which there are several versions. */
const forkOf = (tab: Tab): Promise<string> =>
  tab.evaluate(() => document.querySelector('.switch')?.closest('.event')?.querySelector('.number')?.id ?? '');

const find: Act = async (tab) => {
  for (const words of ['harbour', 'h(t) =', 'step17']) {
    await tab.locator('#find').fill(words);
    for (let steps = 0; steps < 4; steps++) {
      await tab.locator('#find').press('Enter');
      await tab.waitForTimeout(300);
    }
  }
  await tab.locator('#find').fill('');
};

const search: Act = async (tab, round) => {
  const words = ['harbour', 'naïve tide', 'step17'][round] ?? '';
  await tab.locator('#library-search').pressSequentially(words, { delay: 60 });
  await tab.locator('search [role=status]').getByText('Sessions found').waitFor({ timeout: 120_000 });
  await tab.locator('#library-search').fill('');
};

/** What people do with a long session that is open, each several times. */
export async function* inLibrary(library: OpenLibrary, session: string): AsyncGenerator<Used> {
  const acts: readonly (readonly [what: string, act: Act, most?: number])[] = [
    ['reading on by the wheel', read],
    ['rushing through it by the wheel', wheel(2_400, 'Home')],
    ['rushing back up by the wheel', wheel(-2_400, 'End')],
    ['End, Home and pages', keys],
    ['opening folds', folds],
    ['switching branches in its middle', branches(session), SWITCH],
    ['finding words in it', find],
    ['searching 200 sessions', search],
  ];
  for (const [what, act, most = TASK] of acts) {
    const seen: Seen[] = [];
    for (let round = 0; round < ROUNDS; round++) seen.push(await library.during((tab) => act(tab, round)));
    yield { what, seen, most };
  }
}
