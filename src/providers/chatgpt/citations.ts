import { append } from '../../lib/append';
import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { countBelow, replaceSpans, type Span } from '../kit/offsets';
import { asList, asNumber, asObjects, asText, isBlank } from '../kit/value';
import { bareItem, type CiteContext, citationItems, type Item, referenceItem } from './items';
import { hasOldMarks, isMark, locator, marksIn, statementsIn, straysIn } from './marks';

type Fields = Readonly<Record<string, unknown>>;

/** A text of a message as a person reads it, and what stands at its places. Ranges are in UTF-16 of that text. */
export interface ReadText {
  readonly text: string;
  /** Each with a `range` into the text. */
  readonly parts: readonly Part[];
}

/** What a message's texts cite. */
export interface Cited {
  readonly texts: readonly ReadText[];
  /** What has no place in them. */
  readonly loose: readonly Part[];
  /** Some text is not what was sent to the letter: marks became parts. */
  readonly changed: boolean;
}

/**
 * Takes the site's marks out of a message's texts by their places, and turns each into a part. The site counts its
 * offsets over all texts of the message in a row.
 */
export function cite(texts: readonly string[], context: CiteContext): Cited {
  const joined = texts.length === 1 ? (texts[0] ?? '') : texts.join('');
  const references = asObjects(context.metadata.content_references);
  const citations = asObjects(context.metadata.citations);
  const items = itemsOf(joined, references, citations, context);
  const spans = items.flatMap(({ place, mark, put }): Span[] => (place && mark ? [{ ...place, put }] : []));
  const strays = straysIn(joined);
  return split(texts, items, replaceSpans(joined, [...spans, ...strays]), statementsIn(joined));
}

function itemsOf(text: string, references: readonly Fields[], citations: readonly Fields[], context: CiteContext) {
  const named = references.map((reference) => ({
    text: asText(reference.matched_text) ?? '',
    at: asNumber(reference.start_idx),
  }));
  const locate = locator(text, named);
  const pairs = pairing(citations);
  const items = references.map((reference, i): Item => {
    const one = named[i] ?? { text: '', at: null };
    return referenceItem(reference, pairs.take(reference), { place: locate(one), mark: isMark(one.text) }, context);
  });
  const taken = new Set<number>();
  const take = (more: readonly Item[]): void => {
    for (const { place, mark } of more) if (place && mark) taken.add(place.start);
  };
  take(items);
  const isCited = citations.length > 0 || (context.spoken && hasOldMarks(text));
  const alone = isCited ? citationItems(text, pairs.rest(), taken, context) : [];
  take(alone);
  const bare = marksIn(text).filter(({ start }) => !taken.has(start));
  return [...items, ...alone, ...bare.map((mark) => bareItem(mark, context)), ...strangeItems(context)];
}

/** References that are no objects, as they are: they have no place. */
const strangeItems = ({ metadata }: CiteContext): Item[] =>
  (['content_references', 'citations'] as const).flatMap((of) =>
    asList(metadata[of])
      .filter((each) => !isBlank(each) && !isObject(each))
      .map((value): Item => ({ place: null, mark: false, put: '', parts: [{ type: 'json', value, of }] })),
  );

const placeKey = (start: unknown, end: unknown): string => `${start}:${end}`;

/** `citations` often repeats a reference, at the same offsets, with more of its text. */
function pairing(citations: readonly Fields[]) {
  const byPlace = new Map<string, Fields[]>();
  for (const citation of citations) {
    const key = placeKey(citation.start_ix, citation.end_ix);
    const same = byPlace.get(key);
    if (same) same.push(citation);
    else byPlace.set(key, [citation]);
  }
  return {
    take: (reference: Fields): Fields | null =>
      asNumber(reference.start_idx) === null
        ? null
        : (byPlace.get(placeKey(reference.start_idx, reference.end_idx))?.shift() ?? null),
    rest: (): Fields[] => [...byPlace.values()].flat(),
  };
}

interface Slot {
  readonly sent: string;
  /** Where it begins in the new text. */
  readonly from: number;
  readonly text: string;
  readonly parts: Part[];
}

/** Gives each text its own again, with what stands in it. */
function split(
  texts: readonly string[],
  items: readonly Item[],
  replaced: { readonly text: string; readonly moved: (offset: number) => number },
  statement: (place: number) => number | null,
): Cited {
  const starts = texts.map(() => 0);
  for (let i = 1; i < texts.length; i++) starts[i] = (starts[i - 1] ?? 0) + (texts[i - 1]?.length ?? 0);
  const slots = texts.map((sent, i): Slot => {
    const from = replaced.moved(starts[i] ?? 0);
    const to = replaced.moved((starts[i] ?? 0) + sent.length);
    return { sent, from, text: replaced.text.slice(from, to), parts: [] };
  });
  const loose: Part[] = [];
  const inOrder = [...items].sort((a, b) => (a.place?.start ?? -1) - (b.place?.start ?? -1));
  for (const { place, parts } of inOrder) {
    const slot = place ? slots[countBelow(starts, place.start + 1) - 1] : undefined;
    if (!place || !slot) {
      append(loose, parts);
      continue;
    }
    const start = Math.max(0, replaced.moved(statement(place.start) ?? place.start) - slot.from);
    const end = Math.min(slot.text.length, replaced.moved(place.end) - slot.from);
    const range = { start: Math.min(start, end), end, unit: place.unit };
    for (const part of parts) slot.parts.push(Object.assign(part, { range })); // made for this place alone
  }
  return {
    texts: slots.map(({ text, parts }) => ({ text, parts })),
    loose,
    changed: slots.some(({ sent, text }) => sent !== text),
  };
}
