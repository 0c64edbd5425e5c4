import { visible } from '../handoff/marks';
import { folded, foldedWithPlaces } from '../lib/fold-text';

/** A place in a text as it is shown among results: on one line. */
export interface Snippet {
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

/** What a text holds of the words that are looked for. */
export interface Match {
  readonly found: ReadonlySet<string>;
  /** All words follow each other as they were typed. */
  readonly isPhrase: boolean;
  /** A word begins where one begins in the text. */
  readonly isWhole: boolean;
}

/** A text is looked at in pieces of so many characters: folding a long one would keep the page from answering. */
const PIECE = 32_768;
/** How far pieces overlap: no phrase is longer, folded or not. */
const OVERLAP = 512;

/** Pieces of a text that overlap. */
export function piecesOf(text: string): string[] {
  if (text.length <= PIECE) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < text.length - OVERLAP; from += PIECE - OVERLAP) pieces.push(text.slice(from, from + PIECE));
  return pieces;
}

const LETTER = /[\p{L}\p{N}]$/u;

/** What a piece of a text holds of the words; null where it holds none. */
export function matchIn(piece: string, words: readonly string[]): Match | null {
  const plain = folded(piece);
  const found = new Set(words.filter((word) => plain.includes(word)));
  if (found.size === 0) return null;
  const isPhrase = plain.includes(words.join(' '));
  const isWhole = [...found].some((word) => !LETTER.test(plain.slice(0, plain.indexOf(word))));
  return { found, isPhrase, isWhole };
}

const BEFORE = 40;
const AFTER = 100;

/** The place at which a piece of a text first holds the words as they were typed, else the first that it holds of them. */
export function snippetOf(piece: string, words: readonly string[]): Snippet {
  const { folded: plain, placeOf } = foldedWithPlaces(piece);
  const word = [words.join(' '), ...words].find((each) => plain.includes(each)) ?? '';
  const at = plain.indexOf(word);
  const from = placeOf(at);
  const to = placeOf(at + word.length);
  const start = placeOf(startNear(plain, at - BEFORE));
  const end = placeOf(endNear(plain, at + word.length, at + word.length + AFTER));
  return {
    before: (start > 0 ? '… ' : '') + aroundIt(piece.slice(start, from)),
    hit: onOneLine(piece.slice(from, to)),
    after: aroundIt(piece.slice(to, end)).trimEnd() + (end < piece.length ? ' …' : ''),
  };
}

/** The beginning of a word near a place, so that none is cut; the place itself where none begins. */
function startNear(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at, at + BEFORE / 2).indexOf(' ');
  return space < 0 ? at : at + space + 1;
}

/** The end of a word before a limit, so that none is cut; the limit itself where none ends soon before it. */
function endNear(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const space = text.slice(from, limit + 1).lastIndexOf(' ');
  return space < AFTER - BEFORE / 2 ? limit : from + space;
}

/** Signs of Markdown that nobody reads among words: those around strong ones, and the line below a table's heads. */
const SIGNS = /(?<![\p{L}\p{N}*])\*\*(?=[^\s*]|$)|(?<=[^\s*]|^)\*\*(?![\p{L}\p{N}*])|\|(?:\s*:?-{3,}:?\s*\|)+/gu;

const onOneLine = (text: string): string => visible(text.toWellFormed().replace(/\s+/g, ' '));
const aroundIt = (text: string): string => onOneLine(text.replace(SIGNS, ''));
