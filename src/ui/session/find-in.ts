import { folded } from '../../lib/fold-text';
import type { Event } from '../../model/event';
import type { SessionView } from '../../projection/view';
import { textOf } from '../search/event-text';
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

/** Finds what is looked for in a folded text, whatever spaces stand between the words. */
export const patternOf = (sought: string): RegExp =>
  new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+'), 'g');

/** True if a folded text holds what a pattern finds, with the signs in it or without. */
function holdsSought(plain: string, pattern: RegExp): boolean {
  return plain.search(pattern) >= 0 || plain.replace(SIGNS, '').search(pattern) >= 0;
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
  { signal, rest, clock }: FindDoors,
): Promise<readonly string[] | null> {
  const here = stops.flatMap(({ event, blocks, beside }) => [event, ...blocks, ...beside]);
  const isHere = new Set(here.map(({ id }) => id));
  const elsewhere = [...view.current.values()].filter(({ id }) => !isHere.has(id) && chainedAt(view, id) !== null);
  const pattern = patternOf(sought);
  const found: string[] = [];
  let began = clock();
  for (const event of [...here, ...elsewhere]) {
    if (holdsSought(plainOf(event), pattern)) found.push(event.id);
    if (clock() - began < SLICE) continue;
    await rest();
    if (signal.aborted) return null;
    began = clock();
  }
  return signal.aborted ? null : found;
}
