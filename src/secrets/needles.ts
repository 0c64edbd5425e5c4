import { digitsOf } from './numbers';
import { type Plain, plainOf } from './plain';

/** What is to be found again, in whatever way it is written: a value, or the digits of a number. */
export interface Needle {
  readonly value: string;
  /** What it belongs to. */
  readonly of: number;
  /** A number is its digits, whatever stands between them. */
  readonly isNumber: boolean;
}

/** A place in a text, in UTF-16, and what stands there. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly of: number;
}

/** Finds many values at once, in any text. */
export type Seek = (text: string) => readonly Span[];

/** By so many units a value is looked up. */
const PREFIX = 6;

/** Values in order: the longest of those that begin alike first. */
export function seekerOf(needles: readonly Needle[]): Seek {
  const words = new Map<string, { readonly text: string; readonly of: number }[]>();
  const numbers: { readonly digits: string; readonly of: number }[] = [];
  for (const { value, of, isNumber } of needles) {
    const { text } = plainOf(value);
    if (text.length >= PREFIX) put(words, text.slice(0, PREFIX), { text, of });
    if (isNumber) numbers.push({ digits: digitsOf(value).replace(/^0+/, ''), of });
  }
  for (const list of words.values()) list.sort((a, b) => b.text.length - a.text.length);
  const begins = new Set([...words.keys()].map((each) => each.charCodeAt(0)));
  return (text) => {
    const plain = plainOf(text);
    return apart([...wordSpans(plain, words, begins), ...(numbers.length > 0 ? numberSpans(plain, numbers) : [])]);
  };
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function wordSpans(
  plain: Plain,
  words: ReadonlyMap<string, readonly { readonly text: string; readonly of: number }[]>,
  begins: ReadonlySet<number>,
): Span[] {
  const spans: Span[] = [];
  const { text } = plain;
  for (let at = 0; at <= text.length - PREFIX; at++) {
    if (!begins.has(text.charCodeAt(at))) continue;
    const found = words.get(text.slice(at, at + PREFIX))?.find((each) => text.startsWith(each.text, at));
    if (!found) continue;
    spans.push(spanOf(plain, at, at + found.text.length, found.of));
    at += found.text.length - 1;
  }
  return spans;
}

const spanOf = (plain: Plain, from: number, to: number, of: number): Span => ({
  start: plain.from(from),
  end: plain.to(to - 1),
  of,
});

const RUN = /\+?\d(?:[\s()./\u00a0\u2010-\u2013-]{0,4}\d){6,}/g;

/** Numbers by their digits, with whatever people put between them. */
function numberSpans(plain: Plain, numbers: readonly { readonly digits: string; readonly of: number }[]): Span[] {
  return Array.from(plain.text.matchAll(RUN)).flatMap(({ 0: run, index }) => {
    const places = [...run].flatMap((each, at) => (/\d/.test(each) ? at : []));
    const digits = digitsOf(run);
    return numbers.flatMap((number) => {
      const at = digits.indexOf(number.digits);
      if (at < 0) return [];
      const from = at === 0 ? 0 : (places[at] ?? 0); // a plus before it is a part of it
      return [spanOf(plain, index + from, index + (places[at + number.digits.length - 1] ?? 0) + 1, number.of)];
    });
  });
}

/** Spans in order; of those that overlap the longest stays, made as long as all that touch it. */
function apart(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: Span[] = [];
  for (const span of sorted) {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
    else if (span.end > last.end) kept[kept.length - 1] = { ...last, end: span.end };
  }
  return kept;
}
