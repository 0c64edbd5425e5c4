import type { Event } from '../../model/event';
import { besides, inChain, messageOf, pathTo, type Turn, turnsIn } from '../../projection/branches';
import { forksIn, siblingsUnder } from '../../projection/forks';
import { isOfSource } from '../../projection/source-pages';
import type { SessionView } from '../../projection/view';

/** One place of the branch that is shown. */
export interface Stop {
  readonly event: Event;
  /** The blocks of a message, in order, on sites that send them. */
  readonly blocks: readonly Event[];
  /** What hangs beside the event or one of its blocks. */
  readonly beside: readonly Event[];
  /** The ids among which a person can switch here, this one included; one alone where there is no fork. */
  readonly forks: readonly string[];
}

/** True if an event stands at a place of a branch: as its message, as a block of it or beside it. */
export const holds = ({ event, blocks, beside }: Stop, id: string): boolean =>
  [event, ...blocks, ...beside].some((each) => each.id === id);

/** The event of a chain that an event is, or hangs beside; null where it belongs to no place. */
export function chainedAt(view: SessionView, id: string): string | null {
  for (let at: string | undefined = id; at !== undefined; at = view.parents.get(at)?.[0]) {
    const event = view.current.get(at);
    if (event && inChain(view, event)) return at;
  }
  return null;
}

/** The branch that ends at a leaf, first event first, each with what belongs to it. */
export function stopsTo(view: SessionView, leaf: string): Stop[] {
  const forksAt = forksIn(view);
  const chained = pathTo(view, leaf).filter((event) => inChain(view, event));
  return turnsIn(view, chained).map((turn) => stopOf(view, turn, forksAt));
}

const known = new WeakMap<SessionView, Map<string, Stop>>();

/** A place is the same object on every branch that has it: what shows it stays when another branch is shown. */
function stopOf(view: SessionView, { event, blocks }: Turn, forksAt: ReturnType<typeof forksIn>): Stop {
  const places = known.get(view) ?? new Map<string, Stop>();
  known.set(view, places);
  const key = blocks.at(-1)?.id ?? event.id;
  const before = places.get(key);
  if (before?.event === event && before.blocks.length === blocks.length) return before;
  const stop = {
    event,
    blocks,
    // copies of cited pages are shown at the sources
    beside: [event, ...blocks].flatMap(({ id }) => besides(view, id)).filter((each) => !isOfSource(each)),
    forks: forksAt(event),
  };
  places.set(key, stop);
  return stop;
}

/** Where a branch through an event leads: to the preferred leaf if that lies below, else always to the youngest. */
export function leafThrough(view: SessionView, id: string, preferred: string | null): string {
  if (preferred !== null && pathTo(view, preferred).some((event) => event.id === id)) return preferred;
  let leaf = id;
  for (let next: string | undefined = messageOf(view, id); next !== undefined; ) {
    leaf = next;
    const event = view.current.get(leaf);
    next = event && siblingsUnder(view, event).at(-1)?.id;
  }
  return leaf;
}
