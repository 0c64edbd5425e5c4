import type { Element, ElementContent, Root } from 'hast';
import { isLeftOut, type Look, type Put, putOf } from './put';
import { attribute, isElement, isText, nodesIn, type PageElement, type PageNode, type PageParent } from './tree';

/*
 * Marks stand in the text where something else than text stood, until the Markdown is written: characters that no text
 * may hold, and that no writer of Markdown gives a meaning.
 */
export const OPEN = '\ufdd0';
export const CLOSE = '\ufdd1';
const OURS = /[\ufdd0-\ufdef]/g;
/** Beside emphasis a character may be written by its number. */
export const MARK = /(?:&#x20;|[ \t])*(?:\ufdd0|&#xFDD0;)(\d+)(?:\ufdd1|&#xFDD1;)/g;

/** Names of our own for what Markdown has and HTML has not. */
export const INLINE_MATH = 'x-math';
export const DISPLAY_MATH = 'x-display';

/** The marked content of a page, and what its marks stand for. */
export interface Marked {
  readonly tree: Root;
  readonly puts: readonly Put[];
}

type Parent = Root | Element;

interface Frame {
  /** What is still to be read, the next one last. */
  readonly rest: PageNode[];
  readonly into: Parent;
  readonly depth: number;
}

/** Deeper than any text is nested: what is deeper yet stands beside. */
const DEEPEST = 60;

/** Elements that mean something to a text; others are only their content, on lines of their own where they are blocks. */
const KEPT = new Set([
  ...['strong', 'b', 'em', 'i', 'del', 's', 'code', 'kbd', 'samp', 'a', 'br', 'q'],
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'hr'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]);
const BLOCKS = new Set([
  ...['div', 'section', 'article', 'main', 'aside', 'header', 'footer', 'figure', 'figcaption', 'details', 'summary'],
  ...['form', 'fieldset', 'address', 'center', 'legend', 'caption'],
]);

/** Turns what stands below elements of a page into content that Markdown has words for. Without recursion. */
export function emit(roots: readonly PageParent[], look: Look): Marked {
  const puts: Put[] = [];
  const tree: Root = { type: 'root', children: [] };
  for (const root of roots) {
    const block = element('div');
    tree.children.push(block);
    walk(root, block, { look, puts, lines: new Set() });
  }
  return { tree, puts };
}

interface Emission {
  readonly look: Look;
  readonly puts: Put[];
  /** What belongs to tables that are written as lines. */
  readonly lines: Set<PageElement>;
}

function walk(root: PageParent, block: Element, emission: Emission): void {
  const stack: Frame[] = [{ rest: root.childNodes.toReversed(), into: block, depth: 1 }];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node = frame.rest.pop();
    if (!node) stack.pop();
    else if (isText(node)) addText(frame.into, node.value.replace(OURS, '\ufffd'));
    else if (isElement(node)) {
      const below = enter(node, frame, emission);
      if (below) stack.push(below);
    }
  }
}

/** Reads an element; gives what is to be read below it. */
function enter(node: PageElement, { into, depth }: Frame, emission: Emission): Frame | null {
  const { look, puts } = emission;
  if (look.left(node)) return null;
  const found = look.put(node) ?? putOf(node);
  if (found) {
    for (const put of found) place(put, into, puts);
    return null;
  }
  if (node.tagName === 'input') {
    addCheckbox(node, into);
    return null;
  }
  if (isLeftOut(node)) return null;
  const made = depth < DEEPEST ? madeOf(node, emission) : null;
  if (made) into.children.push(made);
  return { rest: node.childNodes.toReversed(), into: made ?? into, depth: made ? depth + 1 : depth };
}

function madeOf(node: PageElement, { look, lines }: Emission): Element | null {
  const { tagName } = node;
  if (tagName === 'table') tooWide(node, lines);
  if (lines.has(node)) return CELLS.has(tagName) ? element('span', {}, ' ') : element('div');
  if (BLOCKS.has(tagName)) return element('div');
  if (!KEPT.has(tagName)) return null;
  if (tagName === 'a') {
    const href = linkOf(attribute(node, 'href'), look.base);
    return href === null ? null : element('a', { href });
  }
  return element(tagName, propertiesOf(node));
}

const CELLS = new Set(['td', 'th']);
const TABLE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/** Markdown fills every row up to the widest: a table that would grow beyond this is written as lines of text. */
const MOST_CELLS = 200_000;

function tooWide(table: PageElement, lines: Set<PageElement>): void {
  const parts = [...nodesIn(table)].filter(isElement).filter(({ tagName }) => TABLE.has(tagName));
  const rows = parts.filter(({ tagName }) => tagName === 'tr');
  const widest = rows.reduce((most, { childNodes }) => Math.max(most, childNodes.reduce(columnsOf, 0)), 0);
  if (rows.length * widest > MOST_CELLS) for (const part of [table, ...parts]) lines.add(part);
}

const columnsOf = (sum: number, node: PageNode): number =>
  isElement(node) ? sum + (number(attribute(node, 'colspan'), 20) ?? 1) : sum;

/** What Markdown can say of an element, within bounds: a cell of a few characters must not claim a million columns. */
function propertiesOf(node: PageElement): Element['properties'] {
  const properties: Element['properties'] = {};
  const align = attribute(node, 'align');
  const start = number(attribute(node, 'start'), 999_999);
  const columns = number(attribute(node, 'colspan'), 20);
  if (align !== null) properties.align = align;
  if (start !== null) properties.start = start;
  if (columns !== null) properties.colSpan = columns;
  return properties;
}

const number = (text: string | null, most: number): number | null =>
  text !== null && /^\d{1,6}$/.test(text) ? Math.min(Number(text), most) : null;

/** Where a link leads, or null: nowhere outside this page, or to a program. */
function linkOf(href: string | null, base: string): string | null {
  if (href === null || href.startsWith('#')) return null;
  if (/^(?:https?:|mailto:|tel:|sandbox:)/i.test(href)) return href;
  return href.startsWith('/') ? `${base}${href}` : null;
}

function place(put: Put, into: Parent, puts: Put[]): void {
  if (put.kind === 'code') placeCode(put, into, puts);
  else if (put.kind === 'math') placeMath(put, into);
  else if (put.kind === 'picture')
    into.children.push(element('img', { src: put.url, alt: put.alt.replace(OURS, '\ufffd') }));
  else if (put.kind === 'inline-code') into.children.push(element('code', {}, put.text.replace(OURS, '\ufffd')));
  else addText(into, ` ${OPEN}${puts.push(put) - 1}${CLOSE}`);
}

function placeCode({ text, language, cut }: Put & { kind: 'code' }, into: Parent, puts: Put[]): void {
  into.children.push(element('pre', language === null ? {} : { language }, text.replace(OURS, '\ufffd')));
  if (cut) puts.push({ kind: 'absent', what: { code: language } });
}

function placeMath({ tex, display }: Put & { kind: 'math' }, into: Parent): void {
  if (tex === '') return;
  const written = tex.replace(OURS, '\ufffd');
  into.children.push(element(display ? DISPLAY_MATH : INLINE_MATH, { tex: written }, written));
  if (display && into.type === 'element' && into.tagName === 'p') into.tagName = 'div';
}

function addCheckbox(node: PageElement, into: Parent): void {
  if (attribute(node, 'type') !== 'checkbox') return;
  into.children.push(element('input', { type: 'checkbox', checked: attribute(node, 'checked') !== null }));
}

function addText(into: Parent, value: string): void {
  const last = into.children.at(-1);
  if (last?.type === 'text') last.value += value;
  else if (value !== '') into.children.push({ type: 'text', value });
}

function element(tagName: string, properties: Element['properties'] = {}, text?: string): Element {
  const children: ElementContent[] = text === undefined ? [] : [{ type: 'text', value: text }];
  return { type: 'element', tagName, properties, children };
}
