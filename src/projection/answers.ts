import type { Event } from '../model/event';
import type { Part, PartOf } from '../model/parts';
import { messageOf } from './branches';
import { type Quotation, quotationsIn } from './quotes';
import { partsOf } from './sources';
import { eventsOf, type SessionView } from './view';

/** A quotation in an answer that cites sources. */
export interface Quoted {
  /** The event that says it, and which of its parts. */
  readonly event: string;
  readonly part: number;
  readonly quotation: Quotation;
  /** Numbers of the sources that are cited beside it; none: nothing is. */
  readonly beside: readonly number[];
  /** Numbers of all sources of the answer, those beside it first. */
  readonly sources: readonly number[];
}

/** What is cited where in one text. */
interface Place {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
}

/** Further away, a citation is of other words. */
const BESIDE = 300;

/**
 * Quotations in the words of answers, each with the sources that the answer cites: an answer is a message of the model
 * with all of its blocks.
 * @param numberOf the number of a source by `<event id>#<evidence id>`
 * @param rest awaited now and then, for where other work must not wait
 */
export async function quotedIn(
  view: SessionView,
  numberOf: ReadonlyMap<string, number>,
  rest = async (): Promise<void> => undefined,
): Promise<Quoted[]> {
  const answers = new Map<string, Event<'message'>[]>();
  for (const event of eventsOf(view, 'message')) {
    if (event.body.role !== 'assistant' || event.body.hidden === true) continue;
    const answer = messageOf(view, event.id);
    const known = answers.get(answer);
    if (known) known.push(event);
    else answers.set(answer, [event]);
  }
  const quoted: Quoted[] = [];
  for (const [at, events] of [...answers.values()].entries()) {
    for (const each of quotedInAnswer(events, numberOf)) quoted.push(each);
    if (at % MANY === MANY - 1) await rest();
  }
  return quoted;
}

/** Answers between two rests. */
const MANY = 64;

function quotedInAnswer(events: readonly Event<'message'>[], numberOf: ReadonlyMap<string, number>): Quoted[] {
  const parts = events.flatMap(partsOf);
  const all = [...new Set(parts.flatMap((part) => (part.type === 'citation' ? numbersOf(part, numberOf) : [])))];
  if (all.length === 0) return [];
  return events.flatMap((event) => {
    const places = placesIn(partsOf(event), numberOf);
    return partsOf(event).flatMap((part, index) =>
      part.type === 'text' ? quotationsIn(part.text).map((each) => quoted(event.id, index, part.text, each)) : [],
    );

    function quoted(id: string, part: number, text: string, quotation: Quotation): Quoted {
      const beside = besideOf(
        text,
        quotation,
        places.filter((place) => place.part === part),
      );
      const sources = [...new Set([...beside, ...all])];
      return { event: id, part, quotation, beside, sources };
    }
  });
}

const numbersOf = (part: PartOf<'citation'>, numberOf: ReadonlyMap<string, number>): number[] => [
  ...new Set(part.evidence.flatMap((name) => numberOf.get(name) ?? [])),
];

/** Where sources are cited. A place counts inside the text it names with `in`, else over all texts in a row. */
function placesIn(parts: readonly Part[], numberOf: ReadonlyMap<string, number>): Place[] {
  const texts: { index: number; from: number; to: number }[] = [];
  for (const [index, part] of parts.entries())
    if (part.type === 'text') {
      const from = texts.at(-1)?.to ?? 0;
      texts.push({ index, from, to: from + part.text.length });
    }
  return parts.flatMap((part) => {
    if (part.type !== 'citation' || !part.range) return [];
    const { start, end } = part.range;
    const numbers = numbersOf(part, numberOf);
    if (typeof part.in === 'number') return [{ part: part.in, start, end, numbers }];
    const text = texts.find(({ to }) => end <= to);
    return text ? [{ part: text.index, start: start - text.from, end: end - text.from, numbers }] : [];
  });
}

/** The sources cited nearest to a quotation: within it, else right after it, else right before it, in its paragraph. */
function besideOf(text: string, quotation: Quotation, places: readonly Place[]): number[] {
  const near = places.map((place) => ({ numbers: place.numbers, far: farFrom(text, quotation, place) }));
  const least = near.reduce((most, { far }) => Math.min(most, far), 2 * BESIDE);
  return [...new Set(near.flatMap(({ numbers, far }) => (far === least ? numbers : [])))];
}

/** How far away a citation is; what stands before a quotation comes after all that follows it. */
function farFrom(text: string, { start, end }: Quotation, place: Place): number {
  if (place.start < end && place.end > start) return 0;
  const isAfter = place.end >= end;
  const between = isAfter ? text.slice(end, place.start) : text.slice(place.end, start);
  if (between.length >= BESIDE || between.split(BREAK).length > 2) return Number.POSITIVE_INFINITY;
  return between.length + (isAfter ? 0 : BESIDE);
}

/** One of these may part a quoted block from what says whose it is. */
const BREAK = /\n[ \t]*\n/;
