import type { Element, ElementContent, Properties } from 'hast';
import { CITE } from './ways';

/**
 * The inside of an element that never changes, as numbers and the words they stand for. As a tree a coloured program is
 * hundreds of objects for each that is shown, and the page stood still while they were collected.
 */
export interface Still {
  /** Each once. */
  readonly words: readonly string[];
  /** `TEXT word`, or `ELEMENT tag n`, n times `name value`, what is in it, and `END`. */
  readonly codes: readonly number[];
}

declare module 'hast' {
  interface ElementData {
    /** What is in the element, in the place of its children. */
    still?: Still;
  }
}

const END = 0;
const TEXT = 1;
const ELEMENT = 2;

/** Whether anything in it is more than words and links. */
export const isLive = (node: ElementContent): boolean =>
  node.type === 'element' && (node.tagName === CITE || isFigure(node) || node.children.some(isLive));

export const isFigure = (node: Element): boolean => node.tagName === 'figure';

/** Attributes by the names that a page has for them. */
export const attributesOf = (properties: Properties): (readonly [name: string, value: string])[] =>
  Object.entries(properties).map(([name, value]) => [
    name === 'className' ? 'class' : name.toLowerCase(),
    Array.isArray(value) ? value.join(' ') : String(value),
  ]);

export function stillOf({ data, children }: Element): Still {
  if (data?.still) return data.still;
  const known = new Map<string, number>();
  const codes: number[] = [];
  const word = (text: string): number => {
    const at = known.get(text) ?? known.size;
    known.set(text, at);
    return at;
  };
  const add = (node: ElementContent): void => {
    if (node.type === 'text') codes.push(TEXT, word(node.value));
    if (node.type !== 'element') return;
    const attributes = attributesOf(node.properties);
    codes.push(ELEMENT, word(node.tagName), attributes.length);
    for (const [name, value] of attributes) codes.push(word(name), word(value));
    node.children.forEach(add);
    codes.push(END);
  };
  children.forEach(add);
  return { words: [...known.keys()], codes };
}

/** A tree whose parts that never change are still: the same to whoever draws it. */
export function withStill(node: Element): Element {
  if (!isLive(node)) return { ...node, children: [], data: { still: stillOf(node) } };
  return { ...node, children: node.children.map((child) => (child.type === 'element' ? withStill(child) : child)) };
}

/** All words in it, as they stand there. */
export function textOfStill({ words, codes }: Still): string {
  let text = '';
  for (let at = 0; at < codes.length; ) {
    const code = codes[at++];
    if (code === TEXT) text += words[codes[at++] ?? 0] ?? '';
    else if (code === ELEMENT) at += 2 + 2 * (codes[at + 1] ?? 0);
  }
  return text;
}

const MATH = 'http://www.w3.org/1998/Math/MathML';

/** Fills an element with what is in it. */
export function fill(place: globalThis.Element, still: Still): void {
  const all = document.createDocumentFragment();
  fillFrom({ ...still, at: 0 }, all, place.namespaceURI);
  place.replaceChildren(all);
}

/** A still, and how far it is read. */
interface Reading extends Still {
  at: number;
}

const nextCode = (reading: Reading): number | undefined => reading.codes[reading.at++];
const nextWord = (reading: Reading): string => reading.words[nextCode(reading) ?? 0] ?? '';

function fillFrom(reading: Reading, place: ParentNode, around: string | null): void {
  for (let code = nextCode(reading); code === TEXT || code === ELEMENT; code = nextCode(reading))
    place.append(code === TEXT ? nextWord(reading) : elementFrom(reading, around));
}

function elementFrom(reading: Reading, around: string | null): globalThis.Element {
  const tag = nextWord(reading);
  const namespace = tag === 'math' ? MATH : around;
  const made = document.createElementNS(namespace, tag);
  for (let left = nextCode(reading) ?? 0; left > 0; left--) made.setAttribute(nextWord(reading), nextWord(reading));
  fillFrom(reading, made, namespace);
  return made;
}
