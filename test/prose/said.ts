import type { Element, ElementContent } from 'hast';
import { element } from '../../src/prose/elements';
import type { Ways } from '../../src/prose/ways';

/** Ways of a page in which one picture and one table lie beside the text. */
export const ways: Ways = {
  cite: (number) => element('cite', {}, [`[${number}]`]),
  local: (address) => {
    if (address === 'sandbox:/map.png') return { href: 'data/map.png', isPicture: true };
    return address === 'sandbox:/depths.csv' ? { href: 'data/depths.txt', isPicture: false } : null;
  },
  scope: 'V-0001.0.',
};

const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** A tree as a short text: names of elements, classes and where links lead. */
export const told = (nodes: readonly ElementContent[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.value : node.type === 'element' ? toldElement(node) : '')).join('');

function toldElement({ tagName, properties, children }: Element): string {
  const { className, href, src } = properties;
  const names = Array.isArray(className) ? className.map((name) => `.${name}`).join('') : '';
  const to = href ?? src;
  const open = `<${tagName}${names}${to === undefined ? '' : ` ${to}`}>`;
  return EMPTY.has(tagName) ? open : `${open}${told(children)}</${tagName}>`;
}

/** All elements of a tree. */
export const elementsIn = (nodes: readonly ElementContent[]): Element[] =>
  nodes.flatMap((node) => (node.type === 'element' ? [node, ...elementsIn(node.children)] : []));

/** All that a tree says, in words and in attributes, without the numbers of sources. */
export const allIn = (nodes: readonly ElementContent[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element' || node.tagName === 'cite') return '';
      const said = Object.values(node.properties).filter((value) => typeof value === 'string');
      return said.length === 0 ? allIn(node.children) : `${allIn(node.children)} ${said.join(' ')} `;
    })
    .join('');
