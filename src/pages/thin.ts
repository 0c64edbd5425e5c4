import { parseHTML } from 'linkedom';
import { isLeftOut, putOf } from '../providers/kit/page/put';
import {
  attribute,
  first,
  isElement,
  isText,
  nodesIn,
  type PageElement,
  type PageNode,
  type PageParent,
  textIn,
} from '../providers/kit/page/tree';

/** Which element of the page an element of the thin page stands for. */
export const ORIGIN = 'data-origin';

/** A page with only what tells an article from what is around it. */
export interface ThinPage {
  readonly document: Document;
  /** By {@link ORIGIN}. */
  readonly origins: readonly PageElement[];
}

/** What says something of an element's part in a page, and how much of it is looked at. */
const TELLING: Readonly<Record<string, number>> = {
  class: 300,
  id: 200,
  role: 50,
  rel: 100,
  itemprop: 100,
  itemtype: 200,
  property: 200,
  name: 200,
  content: 2000,
  lang: 50,
  dir: 10,
  colspan: 5,
  rowspan: 5,
  width: 10,
  height: 10,
  alt: 500,
};

/** Linked data that is longer is not looked at. */
const LONGEST_DATA = 200_000;
const LONGEST_TITLE = 1000;

/*
 * While an article is looked for, the page is written as HTML and read again, and every sign that HTML writes otherwise
 * would become a text of its own: others that no text may hold stand for them meanwhile.
 */
const SIGNS = ['&', '<', '>', '\u00a0'];
const STAND_INS = ['\ufdd2', '\ufdd3', '\ufdd4', '\ufdd5'];

const hidden = (text: string): string =>
  text.replace(/[\ufdd0-\ufdef]/g, '\ufffd').replace(/[&<>\u00a0]/g, (sign) => STAND_INS[SIGNS.indexOf(sign)] ?? sign);

/** A text of the thin page as the page itself has it. */
export const shownAgain = (text: string): string =>
  text.replace(/[\ufdd2-\ufdd5]/g, (sign) => SIGNS[STAND_INS.indexOf(sign)] ?? sign);

interface Frame {
  readonly rest: PageNode[];
  readonly into: Element;
}

/**
 * A page with neither scripts nor what is hidden, whose addresses are only marks and whose attributes are cut: reading it
 * takes no longer than its text asks for, whatever it holds. `body` false: only what it says of itself. Without recursion.
 */
export function thinPage(page: PageParent, body: boolean): ThinPage {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>');
  const origins: PageElement[] = [];
  thinHead(page, document);
  const from = first(page, ({ tagName }) => tagName === 'body');
  if (!body || !from) {
    document.body.appendChild(document.createElement('p')).textContent = '-'; // an empty one is not looked at at all
    return { document, origins };
  }
  copyAttributes(from, document.body);
  const stack: Frame[] = [{ rest: from.childNodes.toReversed(), into: document.body }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.rest.pop();
    if (!node) stack.pop();
    else if (isText(node)) frame.into.appendChild(document.createTextNode(hidden(node.value)));
    else if (isElement(node)) {
      const below = thinElement(node, frame.into, origins);
      if (below) stack.push({ rest: node.childNodes.toReversed(), into: below });
    }
  }
  return { document, origins };
}

/** Puts an element into the thin page; gives it where what stands below it is to follow. */
function thinElement(node: PageElement, into: Element, origins: PageElement[]): Element | null {
  if (isLeftOut(node)) return null;
  const isWhole = node.tagName !== 'img' && putOf(node) !== null;
  if (isWhole && node.tagName !== 'pre' && textIn(node) === '') return null;
  const made = into.ownerDocument.createElement(isWhole && node.tagName !== 'pre' ? 'span' : node.tagName);
  copyAttributes(node, made);
  made.setAttribute(ORIGIN, String(origins.push(node) - 1));
  into.appendChild(made);
  if (!isWhole) return made;
  made.appendChild(into.ownerDocument.createTextNode(hidden(textIn(node))));
  return null;
}

function copyAttributes(from: PageElement, to: Element): void {
  for (const { name, value } of from.attrs) {
    const most = TELLING[name];
    if (most !== undefined && Object.hasOwn(TELLING, name)) to.setAttribute(name, value.slice(0, most));
  }
  if (from.tagName === 'a') to.setAttribute('href', attribute(from, 'href') === null ? '#here' : 'https://x.invalid/');
  if (from.tagName === 'img' && attribute(from, 'src') !== null) to.setAttribute('src', 'https://x.invalid/x.jpg');
}

/** Title, language, and what the page says of itself in `meta` and linked data, wherever it stands. */
function thinHead(page: PageParent, document: Document): void {
  const add = (tag: string, text: string): Element => {
    const made = document.createElement(tag);
    if (text !== '') made.appendChild(document.createTextNode(text));
    document.head.appendChild(made);
    return made;
  };
  const title = first(page, ({ tagName }) => tagName === 'title');
  if (title) add('title', textIn(title).slice(0, LONGEST_TITLE));
  const html = first(page, ({ tagName }) => tagName === 'html');
  if (html) copyAttributes(html, document.documentElement);
  for (const node of nodesIn(page)) {
    if (!isElement(node)) continue;
    if (node.tagName === 'meta') copyAttributes(node, add('meta', ''));
    if (node.tagName !== 'script' || attribute(node, 'type')?.trim().toLowerCase() !== LINKED_DATA) continue;
    const data = textIn(node);
    if (data.length <= LONGEST_DATA) add('script', data).setAttribute('type', LINKED_DATA);
  }
}

const LINKED_DATA = 'application/ld+json';
