import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

/** A page as the HTML standard reads it. Nodes know where they stand in the text. */
export type PageNode = DefaultTreeAdapterTypes.ChildNode;
export type PageElement = DefaultTreeAdapterTypes.Element;
export type PageParent = DefaultTreeAdapterTypes.ParentNode;

/** Elements that a text can hold at most: a tag has three characters, and some elements need none. */
const mostElements = (text: string): number => 1000 + text.length;

/** How much of a page is read at all. */
export interface PageBounds {
  readonly elements: number;
  /** Elements in one another: finding where a tag belongs takes as many looks. */
  readonly depth: number;
}

/**
 * Reads the text of a page; null where it would make more of it than it says. (Tags that were left open are opened again
 * in every paragraph after them: a few thousand characters could fill all memory.) Whatever else it is, it is a page,
 * unless it is beyond the bounds.
 */
export function readPage(text: string, bounds?: PageBounds): PageParent | null {
  let made = 0;
  let depth = 0;
  const most = bounds?.elements ?? mostElements(text);
  const deepest = bounds?.depth ?? Number.POSITIVE_INFINITY;
  const treeAdapter = {
    ...defaultTreeAdapter,
    createElement: (...given: Parameters<typeof defaultTreeAdapter.createElement>): PageElement => {
      if (++made > most) throw TOO_MUCH;
      return defaultTreeAdapter.createElement(...given);
    },
    onItemPush: (): void => {
      if (++depth > deepest) throw TOO_MUCH;
    },
    onItemPop: (): void => {
      depth--;
    },
  };
  try {
    return parse(text, { treeAdapter, sourceCodeLocationInfo: true });
  } catch (error) {
    if (error === TOO_MUCH) return null;
    throw error;
  }
}

const TOO_MUCH = new RangeError('a page that grows while it is read');

export const isElement = (node: PageNode): node is PageElement => 'tagName' in node;
export const isText = (node: PageNode): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';
export const isComment = (node: PageNode): node is DefaultTreeAdapterTypes.CommentNode => node.nodeName === '#comment';

/** An attribute's value, or null where the element has no such attribute. */
export function attribute({ attrs }: PageElement, name: string): string | null {
  for (const each of attrs) if (each.name === name) return each.value;
  return null;
}

/** True if an element has a class of this name. */
export function hasClass(element: PageElement, name: string): boolean {
  const classes = attribute(element, 'class');
  return classes?.includes(name) === true && classes.split(/\s+/).includes(name);
}

/** A question about an element. */
export type Test = (element: PageElement) => boolean;

/** True for elements that have an attribute, or have it with this value. */
export const having =
  (name: string, value?: string): Test =>
  (element) => {
    const found = attribute(element, name);
    return value === undefined ? found !== null : found === value;
  };

/** True for elements with a class of this name. */
export const classed =
  (name: string): Test =>
  (element) =>
    hasClass(element, name);

/** True where one of the tests is. */
export const anyOf =
  (...tests: readonly Test[]): Test =>
  (element) =>
    tests.some((test) => test(element));

/**
 * All nodes below another in the order of the text, itself left out: without recursion, for a page may be as deep as it
 * is long. What stands below an element that `closed` names is passed over.
 */
export function* nodesIn(root: PageParent, closed: Test = () => false): Generator<PageNode> {
  const stack: PageNode[] = root.childNodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (isElement(node) && !closed(node)) for (const child of node.childNodes.toReversed()) stack.push(child);
  }
}

/** The elements below another that pass, none inside one that has passed. */
export function outermost(root: PageParent, test: Test, closed: Test = () => false): PageElement[] {
  const found: PageElement[] = [];
  for (const node of nodesIn(root, (element) => closed(element) || test(element)))
    if (isElement(node) && !closed(node) && test(node)) found.push(node);
  return found;
}

/** The first element below another that passes, or null. */
export function first(root: PageParent, test: Test): PageElement | null {
  for (const node of nodesIn(root)) if (isElement(node) && test(node)) return node;
  return null;
}

/** The nearest element around another that passes, or null. */
export function around(element: PageElement, test: Test): PageElement | null {
  for (let at = element.parentNode; at && 'tagName' in at; at = at.parentNode) if (test(at)) return at;
  return null;
}

/** All text below a node, as it stands there. */
export function textIn(root: PageParent, closed?: Test): string {
  const pieces: string[] = [];
  for (const node of nodesIn(root, closed)) if (isText(node)) pieces.push(node.value);
  return pieces.join('');
}

/** The words of an element on one line, or null where there are none. */
export function wordsIn(root: PageParent, closed?: Test): string | null {
  const words = textIn(root, closed).replace(/\s+/g, ' ').trim();
  return words === '' ? null : words;
}
