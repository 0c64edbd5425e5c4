import type { Passage } from './passages';

/** What a method is given: the passages before the last exchange, that exchange, and how many tokens there are. */
export interface Choice {
  readonly passages: readonly Passage[];
  readonly exchange: readonly string[];
  readonly room: number;
}

/** Chooses passages that fit. */
export type Method = (choice: Choice) => readonly Passage[];

/** Takes passages in an order, each that still has room. */
export function taken(order: Iterable<Passage>, room: number): Passage[] {
  const kept: Passage[] = [];
  let left = room;
  for (const passage of order) {
    if (left < SMALLEST) break;
    if (passage.size > left) continue;
    kept.push(passage);
    left -= passage.size;
  }
  return kept;
}

/** No passage takes less. */
const SMALLEST = 17;

/** By a number of each, largest first. */
export const byScore =
  (scoresOf: (choice: Choice) => readonly number[]): Method =>
  (choice) => {
    const scores = scoresOf(choice);
    const order = choice.passages.map((passage, at) => ({ passage, score: scores[at] ?? 0 }));
    order.sort((a, b) => b.score - a.score);
    return taken(
      order.map(({ passage }) => passage),
      choice.room,
    );
  };

/** What a passage adds to those that were taken. */
interface Gain {
  readonly gain: (passage: Passage) => number;
  readonly take: (passage: Passage) => unknown;
}

/**
 * Takes, again and again, whichever gives most for its room. What one gives only becomes less as others are taken, so that
 * one whose newest number is still the largest is the next (Minoux).
 */
export function greedy({ passages, room }: Choice, { gain, take }: Gain): Passage[] {
  const heap = passages.map((passage) => ({ passage, density: gain(passage) / passage.size }));
  heap.sort((a, b) => a.density - b.density);
  const kept: Passage[] = [];
  let left = room;
  while (heap.length > 0 && left >= SMALLEST) {
    const top = heap.pop();
    if (!top || top.passage.size > left) continue;
    const density = gain(top.passage) / top.passage.size;
    const next = heap.at(-1);
    if (next && density < next.density) {
      heap.splice(placeOf(heap, density), 0, { ...top, density });
      continue;
    }
    if (density <= 0) break;
    kept.push(top.passage);
    left -= top.passage.size;
    take(top.passage);
  }
  return kept;
}

function placeOf(heap: readonly { readonly density: number }[], density: number): number {
  let [low, high] = [0, heap.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heap[middle]?.density ?? 0) < density) low = middle + 1;
    else high = middle;
  }
  return low;
}
