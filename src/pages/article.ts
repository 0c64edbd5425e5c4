import { Readability } from '@mozilla/readability';
import { defaultTreeAdapter, html } from 'parse5';
import { putOf } from '../providers/kit/page/put';
import { isElement, isText, nodesIn, type PageElement, type PageParent } from '../providers/kit/page/tree';
import { ORIGIN, shownAgain, type ThinPage, thinPage } from './thin';

/** What a page says of itself, and the part of it that is there to be read. */
export interface Article {
  readonly title: string | null;
  readonly byline: string | null;
  /** As the page writes it. */
  readonly published: string | null;
  readonly language: string | null;
  /** Null: none was found. */
  readonly content: PageElement | null;
}

/** Who finds the article. */
export const READABILITY = { name: '@mozilla/readability', version: '0.6.0' } as const;

/** The text below each element, all of them together: so much of it may be looked at, a few times each. */
const MOST_LOOKS = 40_000_000;

/** Finds a page's article. Of pages that would take too long only what they say of themselves is read. */
export function articleIn(page: PageParent): Article {
  const whole = isQuick(page) ? found(thinPage(page, true)) : null;
  return whole ?? found(thinPage(page, false), false) ?? NOTHING;
}

const NOTHING: Article = { title: null, byline: null, published: null, language: null, content: null };

function found({ document, origins }: ThinPage, whole = true): Article | null {
  const language = document.documentElement.getAttribute('lang');
  const read = new Readability<Node>(document, {
    serializer: (node) => node,
    charThreshold: whole ? SHORTEST : 0,
  }).parse();
  if (!read) return null;
  return {
    title: wordsOf(read.title),
    byline: wordsOf(read.byline),
    published: wordsOf(read.publishedTime),
    language: wordsOf(read.lang ?? language),
    content: read.content && (read.length ?? 0) >= SHORTEST ? pageOf(read.content, origins) : null,
  };
}

/** What is shorter is not known to be an article. */
const SHORTEST = 500;
const LONGEST = 500;

function wordsOf(text: string | null | undefined): string | null {
  const words = (text ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed();
  return words === '' ? null : words;
}

/** True where all texts below all elements are not too much to look at a few times each. */
function isQuick(page: PageParent): boolean {
  const depths = new Map<unknown, number>([[page, 0]]);
  let looks = 0;
  for (const node of nodesIn(page)) {
    const depth = (depths.get(node.parentNode) ?? 0) + 1;
    looks += depth * (isText(node) ? node.value.length : AN_ELEMENT);
    if (isElement(node)) looks += node.childNodes.length ** 2; // each is found by counting from the first
    if (looks > MOST_LOOKS) return false;
    depths.set(node, depth);
  }
  return true;
}

/** What an element costs, in characters. */
const AN_ELEMENT = 30;

interface Frame {
  readonly rest: Node[];
  readonly into: PageElement;
}

/** The article as the page had it, with what was taken out of it left out. Without recursion. */
function pageOf(article: Node, origins: readonly PageElement[]): PageElement {
  const root = defaultTreeAdapter.createElement('div', html.NS.HTML, []);
  const stack: Frame[] = [{ rest: [article], into: root }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.rest.pop();
    if (!node) stack.pop();
    else if (node.nodeType === TEXT) defaultTreeAdapter.insertText(frame.into, shownAgain(node.nodeValue ?? ''));
    else if (node.nodeType === ELEMENT) {
      const below = elementOf(node as Element, frame.into, origins);
      if (below) stack.push({ rest: [...node.childNodes].toReversed(), into: below });
    }
  }
  return root;
}

const ELEMENT = 1;
const TEXT = 3;

function elementOf(node: Element, into: PageElement, origins: readonly PageElement[]): PageElement | null {
  const origin = origins[Number(node.getAttribute(ORIGIN) ?? -1)];
  const isWhole = origin !== undefined && (origin.tagName === 'pre' || putOf(origin) !== null);
  const made = isWhole
    ? origin
    : defaultTreeAdapter.createElement(node.localName, html.NS.HTML, origin ? [...origin.attrs] : []);
  defaultTreeAdapter.appendChild(into, made);
  return isWhole ? null : made;
}
