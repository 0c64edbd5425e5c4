import type { Event } from '../../model/event';
import { besides, inChain, messageOf, pathTo } from '../../projection/branches';
import type { SessionView } from '../../projection/view';

/** One place of the branch that is shown. */
export interface Stop {
  readonly event: Event;
  /** Events of the same native message, in order: the blocks of a site that sends them. */
  readonly blocks: readonly Event[];
  /** What hangs beside the event or one of its blocks. */
  readonly beside: readonly Event[];
  /** The ids among which a person can switch here, this one included; one alone where there is no fork. */
  readonly forks: readonly string[];
}

const isBlockOf = (event: Event, parent: Event): boolean =>
  parent.native.id !== null && event.native.id === parent.native.id;

const childrenOf = (view: SessionView, id: string): Event[] =>
  (view.children.get(id) ?? []).flatMap((child) => view.current.get(child) ?? []);

/** The branch that ends at a leaf, first event first, each with what belongs to it. */
export function stopsTo(view: SessionView, leaf: string): Stop[] {
  const path = pathTo(view, leaf);
  const heads = path.filter((event, at) => {
    const before = path[at - 1];
    return inChain(view, event) && !(before && isBlockOf(event, before));
  });
  const roots = rootsOf(view);
  return heads.map((event) => {
    const blocks = blocksOf(view, event);
    return {
      event,
      blocks,
      beside: [event, ...blocks].flatMap(({ id }) => besides(view, id)),
      forks: forksAt(view, event, roots),
    };
  });
}

/** Chained events above which nothing is chained: beginnings of the session. */
const rootsOf = (view: SessionView): Event[] =>
  [...view.current.values()].filter((event) => inChain(view, event) && !aboveOf(view, event));

/** The chained event that an event follows, if any. */
function aboveOf(view: SessionView, { id }: Event): Event | undefined {
  const above = view.current.get(view.parents.get(id)?.[0] ?? '');
  return above && inChain(view, above) ? above : undefined;
}

function forksAt(view: SessionView, event: Event, roots: readonly Event[]): string[] {
  const parent = aboveOf(view, event);
  const among = parent ? siblingsUnder(view, parent) : roots.filter(({ thread }) => thread === event.thread);
  const ids = among.map(({ id }) => id);
  return ids.includes(event.id) ? ids : [event.id];
}

const siblingsUnder = (view: SessionView, parent: Event): Event[] =>
  childrenOf(view, parent.id).filter((child) => inChain(view, child) && !isBlockOf(child, parent));

function blocksOf(view: SessionView, event: Event): Event[] {
  const blocks: Event[] = [];
  for (let at: Event | undefined = event; at; ) {
    const from: Event = at;
    at = childrenOf(view, from.id).find((child) => inChain(view, child) && isBlockOf(child, event));
    if (at) blocks.push(at);
  }
  return blocks;
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
