import type { Element, ElementContent } from 'hast';
import { type ComponentChild, h } from 'preact';
import { Marks } from './cited-text';
import { CopyCode } from './copy-button';
import { attributesOf, fill, isFigure, isLive, stillOf, textOfStill } from './still';
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
  if (!isLive(node)) return h(tagName, { key: `still ${at}`, ...attributes, ref: filled(node) });
  const inside = children.map(drawn);
  const code = isFigure(node) ? children.find(isPre) : undefined;
  if (code) inside.push(<CopyCode key="copy" text={textOfStill(stillOf(code))} />);
  return h(tagName, { key: at, ...attributes }, inside);
}

const isPre = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'pre';

/** Fills an element, once: what it is filled with is let go of then. */
function filled(node: Element): (place: globalThis.Element | null) => void {
  let left: Element | null = node;
  return (place) => {
    if (place === null || left === null) return;
    fill(place, stillOf(left));
    left = null;
  };
}
