import type { Element, ElementContent } from 'hast';
import { type ComponentChild, h } from 'preact';
import { textIn } from '../../prose/elements';
import { Marks } from './cited-text';
import { CopyCode } from './copy-button';

/** A tree of a text as elements of the page. */
export const Tree = ({ nodes }: { nodes: readonly ElementContent[] }) => <>{drawn(nodes)}</>;

const drawn = (nodes: readonly ElementContent[]): ComponentChild[] =>
  nodes.map((node, at) => {
    if (node.type === 'text') return node.value;
    return node.type === 'element' ? drawnElement(node, at) : null;
  });

/** Pieces of a text have no names and never change places: their number is their key. */
function drawnElement({ tagName, properties, children }: Element, key: number): ComponentChild {
  if (tagName === CITE) return <Marks key={key} numbers={[Number(properties.value)]} />;
  const attributes = Object.entries(properties).map(([name, value]) => [
    name === 'className' ? 'class' : name,
    Array.isArray(value) ? value.join(' ') : value,
  ]);
  const inside = drawn(children);
  const code = tagName === 'figure' ? children.find(isPre) : undefined;
  if (code) inside.push(<CopyCode key="copy" text={textIn([code])} />);
  return h(tagName, { key, ...Object.fromEntries(attributes) }, inside);
}

const isPre = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'pre';

/** What stands in a tree for the number of a source. */
export const CITE = 'cite';
