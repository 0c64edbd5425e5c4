import type { Event } from '../model/event';
import { inChain, messageOf } from './branches';
import type { SessionView } from './view';

/** Gives the ids among which a person can switch at an event, itself included; itself alone where there is no fork. */
export function forksIn(view: SessionView): (event: Event) => readonly string[] {
  const roots = [...view.current.values()].filter((event) => inChain(view, event) && !aboveOf(view, event));
  return (event) => {
    const parent = aboveOf(view, event);
    const among = parent ? siblingsUnder(view, parent) : roots.filter(({ thread }) => thread === event.thread);
    const ids = among.map(({ id }) => id);
    return ids.includes(event.id) ? ids : [event.id];
  };
}

/** The chained event that an event follows, if any. */
function aboveOf(view: SessionView, { id }: Event): Event | undefined {
  const above = view.current.get(view.parents.get(id)?.[0] ?? '');
  return above && inChain(view, above) ? above : undefined;
}

/** What follows an event, blocks of it left out: of several, each begins a branch. */
export const siblingsUnder = (view: SessionView, parent: Event): Event[] =>
  (view.children.get(parent.id) ?? [])
    .flatMap((child) => view.current.get(child) ?? [])
    .filter((child) => inChain(view, child) && messageOf(view, child.id) === child.id);
