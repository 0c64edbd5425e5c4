import { addressOf } from '../addresses';
import { attribute, first, isComment, isElement, nodesIn, type PageElement, type PageParent, wordsIn } from './tree';

/** Comments that browsers and their extensions write into a page when they save it. */
const SAVED = /(?:saved from url=\(\d+\)|^\s*(?:Page saved with SingleFile\s*)?url:)\s*(https?:\/\/\S+)/i;
/** What stands before the page itself. */
const HEAD = 5000;

/** Where a page says it is from, the surest first: the address it was saved from, its canonical address, its preview's. */
export function addressesIn(page: PageParent): URL[] {
  const saved: string[] = [];
  const stated: string[] = [];
  let looked = 0;
  for (const node of nodesIn(page)) {
    if (++looked > HEAD) break;
    if (isComment(node)) saved.push(SAVED.exec(node.data)?.[1] ?? '');
    else if (isElement(node)) stated.push(statedIn(node) ?? '');
  }
  return [...saved, ...stated].flatMap((each) => addressOf(each) ?? []);
}

function statedIn(element: PageElement): string | null {
  if (element.tagName === 'link' && attribute(element, 'rel') === 'canonical') return attribute(element, 'href');
  return element.tagName === 'meta' && attribute(element, 'property') === 'og:url'
    ? attribute(element, 'content')
    : null;
}

/** The page's title without what the site adds to every one, or null. */
export function titleOf(page: PageParent, site: RegExp): string | null {
  const title = first(page, ({ tagName }) => tagName === 'title');
  const words = title && wordsIn(title)?.replace(site, '').trim();
  return words ? words.toWellFormed() : null;
}

/** True for a text that begins as a page does, or a piece of one. */
export const isMarkup = (text: string): boolean => /^\ufeff?\s*<(?:!--|!doctype\s|[a-z][a-z0-9]*[\s>])/i.test(text);
