import type { Element, ElementContent } from 'hast';
import type { Nodes, Root } from 'mdast';
import type { Cite } from '../handoff/cited';
import { append } from '../lib/append';
import { codeFigure } from './blocks';
import { element, words } from './elements';
import { linkTree } from './links';
import { readFences } from './read';
import type { Ways } from './ways';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]]/g;
const BLANK_LINES = /(?:\r\n|\n|\r(?!\n))(?:[ \t]*(?:\r\n|\n|\r(?!\n)))+/g;

interface Plain {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly ways: Ways;
  /** The first of what is cited that stands nowhere yet. */
  next: number;
}

/** Words as somebody typed them: line breaks and blanks as they are, addresses as links, what stands in fences as code. */
export function plainTree(text: string, cites: readonly Cite[], ways: Ways): Element[] {
  const root = text.startsWith('\ufeff') ? null : readFences(text);
  return root === null ? wordsTree(text, cites, ways) : fencedTree(plainOf(text, cites, ways), root);
}

/** All of a text as words, in paragraphs. */
export const wordsTree = (text: string, cites: readonly Cite[], ways: Ways): Element[] =>
  paragraphs(plainOf(text, cites, ways), 0, text.length);

const plainOf = (text: string, cites: readonly Cite[], ways: Ways): Plain => ({
  text,
  cites: cites.map(({ at, numbers }) => ({ at: Math.min(at, text.length), numbers })),
  ways,
  next: 0,
});

function fencedTree(plain: Plain, root: Root): Element[] {
  const made: Element[] = [];
  let from = 0;
  for (const { start, end, figure } of fencesIn(root)) {
    append(made, paragraphs(plain, from, start));
    made.push(figure);
    const inside = citedTo(plain, end - 1);
    if (inside.length > 0)
      made.push(
        element(
          'p',
          {},
          inside.flatMap(({ numbers }) => numbers.map(plain.ways.cite)),
        ),
      );
    from = end;
  }
  append(made, paragraphs(plain, from, plain.text.length));
  return made;
}

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly figure: Element;
}

function fencesIn(node: Nodes): Fence[] {
  if (node.type !== 'code') return 'children' in node ? node.children.flatMap(fencesIn) : [];
  const { start, end } = node.position ?? {};
  const figure = codeFigure(node.value, [node.lang, node.meta].filter(Boolean).join(' '), node.lang ?? '');
  return [{ start: start?.offset ?? 0, end: end?.offset ?? 0, figure }];
}

function citedTo(plain: Plain, to: number): Cite[] {
  const found: Cite[] = [];
  for (let cite = plain.cites[plain.next]; cite && cite.at <= to; cite = plain.cites[++plain.next]) found.push(cite);
  return found;
}

/** A stretch of the text in paragraphs: blank lines stand between them, and none at its beginning or end. */
function paragraphs(plain: Plain, start: number, end: number): Element[] {
  const made: Element[] = [];
  const add = (from: number, to: number, until: number): void => {
    const cites = citedTo(plain, until);
    const isBlank = plain.text.slice(from, to).trim() === '';
    if (cites.length > 0 || !isBlank) made.push(element('p', { dir: 'auto' }, pieces(plain, from, to, cites)));
  };
  let from = start;
  while (from < end && isLineEnd(plain.text[from])) from++;
  let last = end;
  while (last > from && isLineEnd(plain.text[last - 1])) last--;
  const offset = from;
  for (const { 0: gap, index } of plain.text.slice(from, last).matchAll(BLANK_LINES)) {
    const to = offset + index;
    add(from, to, to + gap.length - 1);
    from = to + gap.length;
  }
  add(from, last, end);
  return made;
}

const isLineEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r';

/** A stretch of words with what is cited in it; what is cited inside of an address stands right behind it. */
function pieces({ text, ways }: Plain, start: number, end: number, cites: readonly Cite[]): ElementContent[] {
  const made: ElementContent[] = [];
  let next = 0;
  let from = start;
  const add = (to: number): void => {
    if (to > from) made.push(words(text.slice(from, to).replace(/\r\n?/g, '\n')));
    from = Math.max(from, to);
  };
  const cited = (to: number, isInside: boolean): void => {
    for (let cite = cites[next]; cite && cite.at <= to; cite = cites[++next]) {
      if (!isInside) add(Math.min(cite.at, end));
      append(made, cite.numbers.map(ways.cite));
    }
  };
  for (const { 0: address, index } of text.slice(start, end).matchAll(ADDRESS)) {
    const at = start + index;
    cited(at, false);
    add(at);
    append(made, linkTree([address], address, null, ways));
    from = at + address.length;
    cited(from - 1, true);
  }
  cited(Number.POSITIVE_INFINITY, false);
  add(end);
  return made;
}

/** Words in which addresses are links. */
export const linked = (text: string, ways: Ways): ElementContent[] =>
  pieces({ text, cites: [], ways, next: 0 }, 0, text.length, []);
