import { folded } from '../../lib/fold-text';
import type { Event } from '../../model/event';
import type { SessionView } from '../../projection/view';
import { textOf } from '../../search/event-text';
import { wordsIn } from '../../search/words';
import { chainedAt, type Stop } from './path';

const known = new WeakMap<Event, string>();

/** The text of an event as it is looked through; folded once. */
function plainOf(event: Event): string {
  const before = known.get(event);
  if (before !== undefined) return before;
  const plain = folded(textOf(event));
  known.set(event, plain);
  return plain;
}

/** Signs that a text has where a page shows letters in bold or as code. */
const SIGNS = /[*`~]+/g;

/** What is looked for: the words as they were typed, folded; empty for nothing. */
export const soughtIn = (query: string): string => folded(query).replace(/\s+/g, ' ').trim();

/** Stands between words that are looked for each by itself. */
const APART = '\n';

/** Finds what is looked for in a folded text, whatever spaces stand between the words; each of several where they are apart. */
export const patternOf = (sought: string): RegExp =>
  new RegExp(
    sought
      .split(APART)
      .toSorted((a, b) => b.length - a.length) // of two that begin alike the longer one
      .map((each) => each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+'))
      .join('|'),
    'g',
  );

/** Whether a folded text holds all that is looked for, some of it, or nothing; with signs in it or without. */
function heldIn(plain: string, patterns: readonly RegExp[]): 'all' | 'some' | 'none' {
  const bare = plain.replace(SIGNS, '');
  const held = patterns.filter((pattern) => plain.search(pattern) >= 0 || bare.search(pattern) >= 0).length;
  if (held === patterns.length) return 'all';
  return held > 0 ? 'some' : 'none';
}

/** What was found, and as what it is to be looked for in the page. */
export interface FoundIn {
  readonly sought: string;
  readonly ids: readonly string[];
}

/**
 * Ids of the events that hold words as they were typed; where none does, or not the one that was come for, of those that
 * hold all of the words anywhere (those between quotes together), with the one that was come for if it holds any.
 */
export async function findWords(
  view: SessionView,
  stops: readonly Stop[],
  query: string,
  doors: FindDoors & { readonly cameFor: string | null },
): Promise<FoundIn | null> {
  const typed = soughtIn(query);
  const ids = await findIn(view, stops, typed, doors);
  const { cameFor } = doors;
  const isFound = ids !== null && ids.length > 0 && (cameFor === null || ids.includes(cameFor));
  const apart = wordsIn(query).join(APART);
  if (ids === null || isFound || apart === '' || apart === typed) return ids && { sought: typed, ids };
  const some = await findIn(view, stops, apart, doors);
  return some && { sought: apart, ids: some };
}

/** How long the page may be kept from other work, in milliseconds. */
const SLICE = 12;

interface FindDoors {
  readonly signal: AbortSignal;
  /** Lets the page do other work. */
  readonly rest: () => Promise<void>;
  readonly clock: () => number;
}

/**
 * Ids of the events of a session that hold what is looked for: those of the branch that is shown as they stand there,
 * then those of others. Null once it is no longer wanted.
 */
export async function findIn(
  view: SessionView,
  stops: readonly Stop[],
  sought: string,
  { signal, rest, clock, cameFor = null }: FindDoors & { readonly cameFor?: string | null },
): Promise<readonly string[] | null> {
  const here = stops.flatMap(({ event, blocks, beside }) => [event, ...blocks, ...beside]);
  const isHere = new Set(here.map(({ id }) => id));
  const elsewhere = [...view.current.values()].filter(({ id }) => !isHere.has(id) && chainedAt(view, id) !== null);
  const patterns = sought.split(APART).map(patternOf);
  const found: string[] = [];
  let began = clock();
  for (const event of [...here, ...elsewhere]) {
    const held = heldIn(plainOf(event), patterns);
    if (held === 'all' || (held === 'some' && event.id === cameFor)) found.push(event.id);
    if (clock() - began < SLICE) continue;
    await rest();
    if (signal.aborted) return null;
    began = clock();
  }
  return signal.aborted ? null : found;
}
