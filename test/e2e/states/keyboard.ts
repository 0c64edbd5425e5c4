import { expect } from 'vitest';
import type { Page } from '../harness/browser';

/** What a person can reach, and where the focus is. */
interface Focus {
  /** Its place among the controls that are to be reached; -1: what only scrolls; null: it has left the page. */
  readonly place: number | null;
  readonly what: string;
  /** Why a person does not see it; empty where it is seen. */
  readonly unseen: string;
}

/** A control that holds the focus so often has caught it: fields of a date have as many parts. */
const PARTS = 6;

/**
 * Goes through a page by Tab alone. What is wrong, in words: a control that is not reached, or not in the order of
 * reading, a focus that is not seen, a place that lets nobody go.
 */
export async function walk(page: Page): Promise<string[]> {
  const controls = await page.evaluate(begin);
  const pointing = controls.filter((what) => what.endsWith('!')).map((what) => `only for pointing: ${what}`);
  const { seen, found } = await tabThrough(page, controls);
  const missed = controls.filter((_, at) => !seen.includes(at)).map((what) => `not reached: ${what}`);
  const wrong = seen.findIndex((place, at) => at > 0 && place < (seen[at - 1] ?? 0));
  const order = `out of order: ${controls[seen[wrong] ?? 0]} after ${controls[seen[wrong - 1] ?? 0]}`;
  return [...new Set([...pointing, ...found, ...missed, ...(wrong > 0 ? [order] : [])])];
}

/** The controls in the order in which Tab gives them the focus, until it leaves the page or begins again. */
async function tabThrough(page: Page, controls: readonly string[]): Promise<{ seen: number[]; found: string[] }> {
  const seen: number[] = [];
  const found: string[] = [];
  for (let again = 0; again <= PARTS; again++) {
    const { place, what, unseen } = await afterTab(page);
    if (isRound(place, seen)) return { seen, found };
    if (unseen !== '') found.push(`not seen: ${what} (${unseen})`);
    if (place === null || place < 0 || place === seen.at(-1)) continue;
    seen.push(place);
    again = seen.length > 2 * controls.length ? PARTS : 0;
  }
  return { seen, found: [...found, `no way out of ${controls[seen.at(-1) ?? 0]}`] };
}

/** True once the focus has left the page, or is where it began. */
const isRound = (place: number | null, seen: readonly number[]): boolean =>
  place === null || (place === seen[0] && seen.length > 1);

/** Where the next Tab leads to. A page may need a moment to scroll there. */
async function afterTab(page: Page): Promise<Focus> {
  await page.press('Tab');
  let focus = await page.evaluate(focused);
  for (let tries = 0; tries < 10 && focus.unseen !== ''; tries++) {
    await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));
    focus = await page.evaluate(focused);
  }
  return focus;
}

/** Escape closes the dialog in front, and what opened it has the focus again. */
export async function escapes(page: Page, opener: string): Promise<void> {
  await page.press('Escape');
  await page.waitUntil('the dialog to close', () => document.querySelector('dialog') === null);
  await expect
    .poll(() => page.evaluate((css) => document.activeElement === document.querySelector(css), opener))
    .toBe(true);
}

/** Runs in the page: puts the focus before everything, and names the controls; `!` behind what no key would press. */
function begin(): string[] {
  const within = document.querySelector<HTMLElement>('dialog[open]') ?? document.body;
  const controls = [
    ...within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex]',
    ),
  ].filter(
    (each) =>
      each.tabIndex >= 0 &&
      // of dots Tab leads to the one that is picked, and arrows from there to the others
      !each.matches(':disabled, input[type=radio]:not(:checked)') &&
      each.checkVisibility({ visibilityProperty: true }),
  );
  Object.assign(window, { controls });
  within.tabIndex = -1;
  within.focus();
  within.removeAttribute('tabindex');
  scrollTo(0, 0);
  const words = (each: HTMLElement): string =>
    `${each.localName} ${each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 40)}`;
  const isPressed = (each: HTMLElement): boolean =>
    each.matches(
      'a[href], button, input, select, textarea, summary, audio, video, pre, .scroll, [role=region], .flaws',
    );
  return controls.map((each) => (isPressed(each) ? words(each) : `${words(each)} !`));
}

/** Runs in the page: where the focus is, and whether a person sees it there. */
function focused(): Focus {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || !document.hasFocus()) return { place: null, what: '', unseen: '' };
  const place = (window as unknown as { controls: HTMLElement[] }).controls.indexOf(element);
  const what = `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 40)}`;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const rects = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const isIn = rects.some(
    ({ left, right, top, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  );
  const isThere = (x: number, y: number): boolean => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (element.contains(there) || there.contains(element));
  };
  const middle = rects.map(({ left, top, width, height }) =>
    document.elementFromPoint(left + width / 2, top + height / 2),
  )[0];
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isClear = rects.some(({ left, top, width, height }) =>
    parts.some((part) => parts.some((down) => isThere(left + width * part, top + height * down))),
  );
  const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const faults = [
    [outlineStyle === 'none' || outlineWidth === '0px', 'no outline'],
    [!isShown, 'transparent'],
    [!isIn, 'out of view'],
    [!isClear, middle ? `covered by ${middle.localName}.${middle.className}` : 'only its edge is in view'],
  ] as const;
  const unseen = faults.find(([is]) => is)?.[1] ?? '';
  return { place: place < 0 ? -1 : place, what, unseen };
}
