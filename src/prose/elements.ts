import type { Element, ElementContent, Properties, Text } from 'hast';

/** An element; a text among the children stands for itself. */
export const element = (
  tagName: string,
  properties: Properties,
  children: readonly (ElementContent | string)[] = [],
): Element => ({
  type: 'element',
  tagName,
  properties,
  children: children.map((child) => (typeof child === 'string' ? words(child) : child)),
});

export const words = (value: string): Text => ({ type: 'text', value });

/** All text in a tree, as it stands there. */
export function textIn(nodes: readonly (ElementContent | Text)[]): string {
  let text = '';
  for (const node of nodes) {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element') text += textIn(node.children);
  }
  return text;
}

/** True if elements stand in one another more than so many times. */
export function isDeeper(nodes: readonly ElementContent[], most: number): boolean {
  let level = nodes;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((node): readonly ElementContent[] => (node.type === 'element' ? node.children : []));
  }
  return false;
}
