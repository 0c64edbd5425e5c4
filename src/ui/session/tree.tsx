import type { Element, ElementContent, Properties } from 'hast';
import { type ComponentChild, h } from 'preact';
import { textIn } from '../../prose/elements';
import { Marks } from './cited-text';
import { CopyCode } from './copy-button';
import { CITE } from './ways';

/**
 * A tree of a text as elements of the page, to be drawn once. Only what can be pressed, and what stands around that, is
 * Preact's: the rest of a long session is hundreds of thousands of elements that never change, and each would have its
 * double there. For the same reason nothing keeps the tree.
 */
export const drawnTree = (nodes: readonly ElementContent[]): ComponentChild[] => nodes.map(drawn);

/** Pieces of a text have no names and never change places: their number is their key, one for each way to be made. */
function drawn(node: ElementContent, at: number): ComponentChild {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { tagName, properties, children } = node;
  if (tagName === CITE) return <Marks key={at} numbers={[Number(properties.value)]} />;
  const attributes = Object.fromEntries(attributesOf(properties));
  if (!isLive(node)) return h(tagName, { key: `still ${at}`, ...attributes, ref: filled(children) });
  const inside = children.map(drawn);
  const code = isFigure(node) ? children.find(isPre) : undefined;
  if (code) inside.push(<CopyCode key="copy" text={textIn([code])} />);
  return h(tagName, { key: at, ...attributes }, inside);
}

/** Whether anything in it is more than words and links. */
const isLive = (node: ElementContent): boolean =>
  node.type === 'element' && (node.tagName === CITE || isFigure(node) || node.children.some(isLive));

const isFigure = (node: Element): boolean => node.tagName === 'figure';
const isPre = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'pre';

/** Attributes by the names that a page has for them. */
const attributesOf = (properties: Properties): (readonly [name: string, value: string])[] =>
  Object.entries(properties).map(([name, value]) => [
    name === 'className' ? 'class' : name.toLowerCase(),
    Array.isArray(value) ? value.join(' ') : String(value),
  ]);

/** Fills an element, once: what it is filled with is let go of then. */
function filled(children: readonly ElementContent[]): (place: globalThis.Element | null) => void {
  let left: readonly ElementContent[] | null = children;
  return (place) => {
    if (place === null || left === null) return;
    place.replaceChildren(...made(left, place.namespaceURI));
    left = null;
  };
}

const MATH = 'http://www.w3.org/1998/Math/MathML';

const made = (nodes: readonly ElementContent[], around: string | null): Node[] =>
  nodes.flatMap((node): Node | readonly Node[] => {
    if (node.type === 'text') return document.createTextNode(node.value);
    if (node.type !== 'element') return [];
    const namespace = node.tagName === 'math' ? MATH : around;
    const element = document.createElementNS(namespace, node.tagName);
    for (const [name, value] of attributesOf(node.properties)) element.setAttribute(name, value);
    element.append(...made(node.children, namespace));
    return element;
  });
