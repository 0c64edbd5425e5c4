import { append } from '../lib/append';
import type { Part, PartOf } from '../model/parts';
import { markSpans, withoutMarks } from './marks';
import type { Shown } from './shown';

/** A place in a text where sources are cited. */
export interface Cite {
  /** UTF-16 offset into the text given with it. */
  readonly at: number;
  /** Numbers of sources, each once. */
  readonly numbers: readonly number[];
}

/** A text part without marks, and what is cited in it, in order. */
export interface CitedText {
  readonly part: PartOf<'text'>;
  readonly text: string;
  readonly cites: readonly Cite[];
}

/** The numbers a citation stands for. */
export const citedNumbers = (shown: Shown, part: PartOf<'citation'>): number[] => [
  ...new Set(part.evidence.flatMap((name) => shown.sourceNumber.get(name) ?? [])),
];

/** What is said of citations that have no place in a text: numbers of sources, or a source without evidence. */
export type LooseCite = { readonly numbers: readonly number[] } | { readonly unproven: PartOf<'citation'> };

/**
 * Citations without a place, by the index at which they are said: all numbers at once, and nothing that a text or an
 * earlier one says already.
 */
export function looseCites(
  shown: Shown,
  parts: readonly Part[],
  texts: ReadonlyMap<number, CitedText>,
): ReadonlyMap<number, LooseCite> {
  const inTexts = [...texts.values()].flatMap(({ cites }) => cites.flatMap(({ numbers }) => numbers));
  const said = new Set<number | string>(inTexts);
  const isNew = (what: number | string): boolean => !said.has(what) && said.add(what).size > 0;
  const loose = new Map<number, LooseCite>();
  const all: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'citation') continue;
    const numbers = citedNumbers(shown, part);
    const fresh = part.range ? [] : numbers.filter(isNew);
    if (fresh.length > 0 && all.length === 0) loose.set(index, { numbers: all });
    append(all, fresh);
    const isUnproven = numbers.length === 0 && isNamed(part);
    if (isUnproven && isNew(`${part.url} ${part.title}`)) loose.set(index, { unproven: part });
  }
  return loose;
}

const isNamed = ({ url, title }: PartOf<'citation'>): boolean => Boolean(url) || Boolean(title);

interface Slot {
  readonly part: PartOf<'text'>;
  /** Where it begins among all texts in a row. */
  readonly from: number;
  readonly cites: Cite[];
}

/** The text parts of a list with the places where sources are cited, by index. A citation without a place is not in it. */
export function citedTexts(shown: Shown, parts: readonly Part[]): ReadonlyMap<number, CitedText> {
  const slots = slotsOf(parts);
  const inOrder = [...slots.values()];
  for (const part of parts) {
    if (part.type !== 'citation' || !part.range) continue;
    const numbers = citedNumbers(shown, part);
    if (numbers.length > 0) put(slots, inOrder, part, { at: part.range.end, numbers });
  }
  return new Map([...slots].map(([index, { part, cites }]) => [index, settle(part, cites)]));
}

function slotsOf(parts: readonly Part[]): Map<number, Slot> {
  const slots = new Map<number, Slot>();
  let from = 0;
  for (const [index, part] of parts.entries())
    if (part.type === 'text') {
      slots.set(index, { part, from, cites: [] });
      from += part.text.length;
    }
  return slots;
}

/** A range counts inside the text it names with `in`, else over all texts in a row. */
function put(slots: ReadonlyMap<number, Slot>, inOrder: readonly Slot[], part: PartOf<'citation'>, cite: Cite): void {
  const own = typeof part.in === 'number' ? slots.get(part.in) : undefined;
  if (own) own.cites.push(cite);
  else {
    const slot = slotAt(inOrder, cite.at);
    slot?.cites.push({ ...cite, at: cite.at - slot.from });
  }
}

/** Ranges count over all texts in a row: the text in which a place lies. */
function slotAt<S extends { readonly from: number; readonly part: { readonly text: string } }>(
  slots: readonly S[],
  at: number,
): S | undefined {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const slot = slots[middle];
    if (slot && slot.from + slot.part.text.length < at) low = middle + 1;
    else high = middle;
  }
  return slots[low] ?? slots.at(-1);
}

/** Takes a text's marks out and moves the places with it. */
function settle(part: PartOf<'text'>, cites: readonly Cite[]): CitedText {
  const sorted = cites.map(({ at, numbers }) => ({ at: within(part.text, at), numbers })).sort((a, b) => a.at - b.at);
  const spans = markSpans(part.text);
  let next = 0;
  let gone = 0;
  const moved = sorted.map(({ at, numbers }) => {
    for (let span = spans[next]; span && span.end <= at; span = spans[++next]) gone += span.end - span.start;
    // a place inside a mark is where the mark begins
    return { at: Math.min(at, spans[next]?.start ?? at) - gone, numbers };
  });
  return { part, text: withoutMarks(part.text), cites: moved };
}

/** A place inside the text and not inside a character. */
function within(text: string, at: number): number {
  const inside = Math.min(Math.max(at, 0), text.length);
  const isInside =
    /^[\udc00-\udfff]/.test(text.slice(inside, inside + 1)) && /[\ud800-\udbff]$/.test(text.slice(0, inside).slice(-1));
  return isInside ? inside + 1 : inside;
}

/** A text with what is cited put in, as `put` writes it. */
export function withCites({ text, cites }: CitedText, put: (numbers: readonly number[]) => string): string {
  let whole = '';
  let last = 0;
  for (const { at, numbers } of cites) {
    whole += text.slice(last, at) + put(numbers);
    last = at;
  }
  return whole + text.slice(last);
}
