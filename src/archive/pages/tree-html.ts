import type { Element, ElementContent } from 'hast';
import type { CitedText } from '../../handoff/cited';
import { shownName } from '../../handoff/marks';
import { codeFigure } from '../../prose/blocks';
import { element } from '../../prose/elements';
import { linkTree } from '../../prose/links';
import { plainTree } from '../../prose/plain';
import type { Prose } from '../../prose/prose';
import { proseTree } from '../../prose/tree';
import type { Ways } from '../../prose/ways';
import { escapeHtml, type Markup } from './html';

/** Somebody's Markdown as HTML. */
export const markdownHtml = (prose: Prose, ways: Ways): Markup => proseHtml(proseTree(prose, ways));

/** Plain words as HTML: line breaks and blanks as they are, fences as code. */
export const plainHtml = ({ text, cites }: CitedText, ways: Ways): Markup => proseHtml(plainTree(text, cites, ways));

const proseHtml = (tree: readonly Element[]): Markup =>
  treeHtml(tree.length === 0 ? [] : [element('div', { className: ['prose'] }, tree)]);

/** A code block: always left to right, byte for byte. */
export const codeHtml = (text: string, label = '', language = ''): Markup =>
  treeHtml([codeFigure(text, label, language)]);

/** A link that leads outside, with the host it leads to; an address of another kind is only words. */
export const outsideHtml = (label: string, address: string): Markup =>
  treeHtml(linkTree([shownName(label)], address, null, { local: () => null }));

/** The number of a source as a link to it. `prefix` is that of the session's anchors. */
export const citeTree =
  (prefix: string) =>
  (number: number): Element =>
    element('a', { className: ['cite'], href: `#${prefix}source-${number}` }, [`[${number}]`]);

/** A tree as markup; everything in it that is not ours is escaped. */
export function treeHtml(nodes: readonly ElementContent[]): Markup {
  let markup = '';
  for (const node of nodes) {
    if (node.type === 'text') markup += escapeHtml(node.value);
    else if (node.type === 'element') markup += elementHtml(node);
  }
  return { markup };
}

const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

function elementHtml({ tagName, properties, children }: Element): string {
  const attributes = Object.entries(properties).map(([name, value]) => attributeHtml(name, value));
  const open = `<${tagName}${attributes.join('')}>`;
  if (EMPTY.has(tagName)) return open;
  // a line feed right after the tag is not there for the reader, so the text's own must not be the first
  return `${open}${tagName === 'pre' ? '\n' : ''}${treeHtml(children).markup}</${tagName}>`;
}

function attributeHtml(property: string, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  const name = property === 'className' ? 'class' : property.toLowerCase();
  return ` ${name}="${escapeHtml(Array.isArray(value) ? value.join(' ') : String(value))}"`;
}
