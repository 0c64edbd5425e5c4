import type { Nodes, Root } from 'mdast';
import type { Cite } from '../handoff/cited';
import { append } from '../lib/append';
import { readFences } from './read';

/** Words as they are typed, an address among them, or numbers of sources where they are cited. */
export type PlainPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'address'; readonly text: string }
  | { readonly kind: 'cite'; readonly numbers: readonly number[] };

/** A paragraph of plain words, as it stands in the text, or what stands in a fence. */
export type PlainBlock =
  | { readonly kind: 'paragraph'; readonly text: string; readonly pieces: readonly PlainPiece[] }
  | { readonly kind: 'code'; readonly text: string; readonly label: string; readonly language: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]]/g;
const BLANK_LINES = /(?:\r\n|\n|\r(?!\n))(?:[ \t]*(?:\r\n|\n|\r(?!\n)))+/g;

interface Plain {
  readonly text: string;
  readonly cites: readonly Cite[];
  /** The first of what is cited that stands nowhere yet. */
  next: number;
}

/** A text of plain words in blocks. What is cited inside of a fence stands in a paragraph behind it. */
export function plainBlocks(text: string, cites: readonly Cite[]): PlainBlock[] {
  const root = text.startsWith('\ufeff') ? null : readFences(text);
  return root === null ? wordsBlocks(text, cites) : fencedBlocks(plainOf(text, cites), root);
}

/** All of a text as words, in paragraphs. */
export const wordsBlocks = (text: string, cites: readonly Cite[]): PlainBlock[] =>
  paragraphs(plainOf(text, cites), 0, text.length);

/** Words in which addresses stand by themselves. */
export const addressesIn = (text: string): PlainPiece[] => pieces(text, 0, text.length, []);

const plainOf = (text: string, cites: readonly Cite[]): Plain => ({
  text,
  cites: cites.map(({ at, numbers }) => ({ at: Math.min(at, text.length), numbers })),
  next: 0,
});

function fencedBlocks(plain: Plain, root: Root): PlainBlock[] {
  const made: PlainBlock[] = [];
  let from = 0;
  for (const { start, end, code } of fencesIn(root)) {
    append(made, paragraphs(plain, from, start));
    made.push(code);
    const inside = citedTo(plain, end - 1);
    if (inside.length > 0)
      made.push({
        kind: 'paragraph',
        text: '',
        pieces: inside.map(({ numbers }) => ({ kind: 'cite', numbers })),
      });
    from = end;
  }
  append(made, paragraphs(plain, from, plain.text.length));
  return made;
}

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly code: PlainBlock;
}

function fencesIn(node: Nodes): Fence[] {
  if (node.type !== 'code') return 'children' in node ? node.children.flatMap(fencesIn) : [];
  const { start, end } = node.position ?? {};
  const label = [node.lang, node.meta].filter(Boolean).join(' ');
  return [
    {
      start: start?.offset ?? 0,
      end: end?.offset ?? 0,
      code: { kind: 'code', text: node.value, label, language: node.lang ?? '' },
    },
  ];
}

function citedTo(plain: Plain, to: number): Cite[] {
  const found: Cite[] = [];
  for (let cite = plain.cites[plain.next]; cite && cite.at <= to; cite = plain.cites[++plain.next]) found.push(cite);
  return found;
}

/** A stretch of the text in paragraphs: blank lines stand between them, and none at its beginning or end. */
function paragraphs(plain: Plain, start: number, end: number): PlainBlock[] {
  const made: PlainBlock[] = [];
  const add = (from: number, to: number, until: number): void => {
    const cites = citedTo(plain, until);
    const text = plain.text.slice(from, to);
    if (cites.length > 0 || text.trim() !== '')
      made.push({ kind: 'paragraph', text, pieces: pieces(plain.text, from, to, cites) });
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
function pieces(text: string, start: number, end: number, cites: readonly Cite[]): PlainPiece[] {
  const made: PlainPiece[] = [];
  let next = 0;
  let from = start;
  const add = (to: number): void => {
    if (to > from) made.push({ kind: 'words', text: text.slice(from, to).replace(/\r\n?/g, '\n') });
    from = Math.max(from, to);
  };
  const cited = (to: number, isInside: boolean): void => {
    for (let cite = cites[next]; cite && cite.at <= to; cite = cites[++next]) {
      if (!isInside) add(Math.min(cite.at, end));
      made.push({ kind: 'cite', numbers: cite.numbers });
    }
  };
  for (const { 0: address, index } of text.slice(start, end).matchAll(ADDRESS)) {
    const at = start + index;
    cited(at, false);
    add(at);
    made.push({ kind: 'address', text: address });
    from = at + address.length;
    cited(from - 1, true);
  }
  cited(Number.POSITIVE_INFINITY, false);
  add(end);
  return made;
}
