import type { Event } from '../../model/event';
import { branchesOf, inChain, lastOf, readBefore, type Turn, turnsIn } from '../../projection/branches';
import { forksIn } from '../../projection/forks';
import { threadsOf } from '../../projection/threads';
import { eventsOf, type SessionView } from '../../projection/view';

/** A piece of the tree that is read in one go: a branch as far as no other piece before it has it. */
export interface Stretch {
  /** The agent whose thread it is, or null in the main one. */
  readonly agent: string | null;
  /** True for the branch the person was on. */
  readonly active: boolean;
  /** True where the session has no other. */
  readonly isOnly: boolean;
  /** The message it ends with. */
  readonly leaf: string;
  /** The event it goes on from, or null where it begins. */
  readonly from: string | null;
  /** First event first, each message with its blocks. */
  readonly turns: readonly Turn[];
}

/** Every current event exactly once, in the order in which a person reads. */
export interface Outline {
  /** The branch the person was on, then the others. */
  readonly stretches: readonly Stretch[];
  /** Where a person could go one way or another: the ids of all of them, by each of them. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** What hangs beside an event: artifacts, gaps, usage, notices, settings. */
  readonly beside: ReadonlyMap<string, readonly Event[]>;
  /** Copies on servers, wherever they hang: they make one list. */
  readonly servers: readonly Event<'server.state'>[];
  /** What belongs to no event of the tree. */
  readonly rest: readonly Event[];
}

/** @param told what is told at the sources, and nowhere else */
export function outlineOf(view: SessionView, told: ReadonlyMap<string, number>): Outline {
  const servers = eventsOf(view, 'server.state');
  const placed = new Set([...servers.map(({ id }) => id), ...told.keys()]);
  const stretches = stretchesOf(view, placed);
  const beside = new Map<string, Event[]>();
  for (const { turns } of stretches)
    for (const { id } of turns.flatMap(({ event, blocks }) => [event, ...blocks])) {
      const list = besideOf(view, id, placed);
      if (list.length > 0) beside.set(id, list);
    }
  return {
    stretches,
    versions: versionsIn(view, stretches),
    beside,
    servers,
    rest: [...view.current.values()].filter(({ id }) => !placed.has(id)),
  };
}

/** An agent's thread that leaves a conversation is no other version of what follows there. */
function versionsIn(view: SessionView, stretches: readonly Stretch[]): Map<string, readonly string[]> {
  const versions = new Map<string, readonly string[]>();
  const forksAt = forksIn(view);
  for (const { event } of stretches.flatMap(({ turns }) => turns)) {
    const ids = forksAt(event).filter((id) => view.current.get(id)?.thread === event.thread);
    if (ids.length > 1) versions.set(event.id, ids);
  }
  return versions;
}

function stretchesOf(view: SessionView, placed: Set<string>): Stretch[] {
  const stretches: Omit<Stretch, 'isOnly'>[] = [];
  const names = new Map(threadsOf(view).map(({ id, name }) => [id, name ?? id]));
  const agentOf = (thread: string): string | null => (thread === 'root' ? null : (names.get(thread) ?? thread));
  const add = (end: string, active: boolean): void => {
    const { events, from } = unplaced(view, end, placed);
    const [first] = events;
    if (!first) return;
    stretches.push({ agent: agentOf(first.thread), active, leaf: end, from, turns: turnsIn(view, events) });
  };
  for (const { leaf, active } of branchesOf(view)) add(leaf, active);
  // an event whose only children name it second is no leaf, and on no branch either
  for (const event of view.current.values()) if (!placed.has(event.id) && inChain(view, event)) add(event.id, false);
  return stretches.map((stretch) => ({ ...stretch, isOnly: stretches.length === 1 }));
}

/** The way to an event as far as none of it is placed yet, first event first, and the event it goes on from. */
function unplaced(view: SessionView, end: string, placed: Set<string>): { events: Event[]; from: string | null } {
  const events: Event[] = [];
  for (let at: string | undefined = lastOf(view, end); at !== undefined; at = readBefore(view, at)) {
    const event = view.current.get(at);
    if (!event || placed.has(at)) break;
    placed.add(at);
    events.push(event);
  }
  events.reverse();
  return { events, from: view.parents.get(events[0]?.id ?? '')?.[0] ?? null };
}

/** What hangs beside an event, and beside that, depth first, each once. */
function besideOf(view: SessionView, id: string, placed: Set<string>): Event[] {
  const found: Event[] = [];
  const open: string[] = [];
  const openBelow = (parent: string): void => {
    for (const child of (view.children.get(parent) ?? []).toReversed()) open.push(child);
  };
  openBelow(id);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const event = view.current.get(next);
    if (!event || placed.has(next) || inChain(view, event)) continue;
    placed.add(next);
    found.push(event);
    openBelow(next);
  }
  return found;
}
