import type { Page } from '../harness/browser';

/*
 * What a person sees of the words of a page. Each function that runs in the page holds all it needs: it is sent there as
 * its own text.
 */

/**
 * Texts that a person does not see whole, and parts of the page that stick out of it: in words. What scrolls in a place of
 * its own is whole; names of sessions may be shortened.
 */
export const cutIn = async (page: Page): Promise<string[]> => [
  ...new Set([
    ...(await page.evaluate(clipped)),
    ...(await page.evaluate(crowded)),
    ...(await page.evaluate(fieldsTooSmall)),
    ...(await page.evaluate(stickingOut)),
  ]),
];

/** Words that a box around them hides, in whole or in part. */
function clipped(): string[] {
  const ROOM = 2;
  const hides = (way: string): boolean => way === 'hidden' || way === 'clip';
  const boxes = (element: HTMLElement | null): HTMLElement[] =>
    element ? [element, ...boxes(element.parentElement)] : [];
  const range = document.createRange();
  const isCutBy = (text: Text, axis: 'x' | 'y'): boolean => {
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    // the first box that does not let them out is the one that counts
    const around = boxes(text.parentElement).find((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      return (axis === 'x' ? overflowX : overflowY) !== 'visible';
    });
    if (!around || around.matches('bdi, h1')) return false;
    const { overflowX, overflowY } = getComputedStyle(around);
    const box = around.getBoundingClientRect();
    if (axis === 'y') return hides(overflowY) && words.bottom > box.bottom + ROOM;
    return hides(overflowX) && (words.right > box.right + ROOM || words.left < box.left - ROOM);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element?.closest('.unseen, .skip:not(:focus), style, option, svg, annotation'))
      continue;
    if (!element?.checkVisibility({ visibilityProperty: true })) continue;
    if (isCutBy(node, 'x')) found.push(`cut: ${node.data.trim().slice(0, 60)}`);
    if (isCutBy(node, 'y')) found.push(`cut below: ${node.data.trim().slice(0, 60)}`);
  }
  return found;
}

/** Controls whose words need more room than they have. */
function crowded(): string[] {
  const ROOM = 2;
  return [...document.querySelectorAll<HTMLElement>('button, .badge, .cite')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.unseen, .skip'))
    .filter((each) => each.scrollWidth > each.clientWidth + ROOM && getComputedStyle(each).display !== 'inline')
    .map((each) => `too small for its words: ${each.localName} ${each.textContent?.trim().slice(0, 60)}`);
}

/** Fields whose words, or whose choice, need more room than they have. */
function fieldsTooSmall(): string[] {
  const ROOM = 2;
  const pen = document.createElement('canvas').getContext('2d');
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[placeholder], select')];
  return fields.flatMap((field) => {
    if (!pen || !field.checkVisibility()) return [];
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const words = 'placeholder' in field ? field.placeholder : (field.selectedOptions[0]?.text ?? '');
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return pen.measureText(words).width > room + ROOM ? [`no room in its field: ${words}`] : [];
  });
}

/** Parts that reach over the edge of the page. */
function stickingOut(): string[] {
  const isOut = (each: HTMLElement): boolean => {
    if (each.closest('pre, .scroll, .unseen, .skip, math') || !each.checkVisibility()) return false;
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && (right > innerWidth + 1 || left < -1);
  };
  const found = [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(isOut)
    .map((each) => `sticks out: ${each.localName}.${each.className}`);
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth + 1
    ? [...found, `the page scrolls sideways: ${scrollWidth} of ${innerWidth}`]
    : found;
}

/** Names that are the same in every language. */
const NAMES = ['ChatGPT', 'Claude Code', 'Claude'];

/**
 * Texts of a page of pseudo-words that are not from the message files. What a session says, its dates and names, sizes, and
 * what is marked as being in a language of its own are left out.
 */
export async function unbracketedIn(page: Page): Promise<string[]> {
  const said = await page.evaluate(wordsOfTheirOwn);
  return [...new Set(said.filter(({ text }) => isBare(text)).map(({ text, where }) => `${where}: ${text.trim()}`))];
}

/** True if a text has letters outside the brackets of a message. */
function isBare(text: string): boolean {
  let left = text;
  // a message stands inside another
  for (let before = ''; before !== left; ) {
    before = left;
    left = left.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  for (const name of NAMES) left = left.replaceAll(name, ' ');
  left = left.replace(/\d[\d.,]*\s?(?:kB|MB|GB|bytes?)/g, ' ').replace(/^[A-Z][a-z]+ \d{4}$/, ' ');
  return /[\p{L}⟦⟧]/u.test(left);
}

/** Texts and told attributes of a page, each element's own, but for what a session says. */
function wordsOfTheirOwn(): { readonly text: string; readonly where: string }[] {
  const OWN = 'bdi, time, .number, .prose, .text, .code, pre, code, blockquote, kbd, script, style, [lang]';
  const attributes = (each: Element) =>
    ['aria-label', 'title', 'alt', 'placeholder'].flatMap((name) => {
      const text = each.matches('bdi, .seen') ? null : each.getAttribute(name);
      return text === null ? [] : [{ text, where: `${each.localName} ${name}` }];
    });
  const texts = (each: Element) =>
    [...each.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && !each.matches(OWN))
      .map((node) => ({ text: (node as Text).data, where: each.localName }));
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((each) => !each.parentElement?.closest(OWN) && each.checkVisibility())
    .flatMap((each) => [...attributes(each), ...texts(each)]);
}
