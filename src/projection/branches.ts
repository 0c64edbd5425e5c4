import { oncePer } from '../lib/once-per';
import type { Event } from '../model/event';
import { type Blocks, blocksIn } from './blocks';
import { eventsOf, type SessionView } from './view';

/**
 * The chain of a thread from its root to an event, first event first: the first parent of each, and after every message
 * its blocks. To a message is to the last of its blocks.
 */
export function pathTo(view: SessionView, id: string): Event[] {
  const path: Event[] = [];
  for (let at: string | undefined = lastOf(view, id); at !== undefined; at = readBefore(view, at)) {
    const event = view.current.get(at);
    if (!event) break;
    path.push(event);
  }
  return path.reverse();
}

const blocksOf = oncePer((view: SessionView): Blocks => blocksIn(view, (event) => inChain(view, event)));

/** The last block of a message; of anything else, and of a message without blocks, itself. */
export const lastOf = (view: SessionView, id: string): string => blocksOf(view).last.get(id) ?? id;

/** The message that an event is a block of; of anything else, itself. */
export const messageOf = (view: SessionView, id: string): string => blocksOf(view).messageOf.get(id) ?? id;

/** What is read before an event on its branch: its parent, or the last block of the message that is its parent. */
export function readBefore(view: SessionView, id: string): string | undefined {
  const block = blocksOf(view).before.get(id);
  if (block !== undefined) return block;
  const parent = view.parents.get(id)?.[0];
  return parent === undefined ? undefined : lastOf(view, parent);
}

/** A message with its blocks, or an event of the chain that belongs to no message. */
export interface Turn {
  readonly event: Event;
  /** In the order in which they are read. */
  readonly blocks: readonly Event[];
}

/** Events of a chain, first event first, each message with those of its blocks that follow it. */
export function turnsIn(view: SessionView, path: readonly Event[]): Turn[] {
  const turns: { readonly event: Event; readonly blocks: Event[] }[] = [];
  for (const event of path) {
    const last = turns.at(-1);
    const message = messageOf(view, event.id);
    if (last && message !== event.id && message === last.event.id) last.blocks.push(event);
    else turns.push({ event, blocks: [] });
  }
  return turns;
}

/** The words with which a message begins, where it came in blocks: they are read before what was sent along with it. */
export function firstWords({ event, blocks }: Turn): readonly Event<'message'>[] {
  if (event.kind !== 'message') return [];
  const words: Event<'message'>[] = [];
  for (const block of blocks) {
    if (block.kind !== 'message') break;
    words.push(block);
  }
  return words;
}

/** Every message, those of them left out that are a block of another: what a person would count. */
export const messagesIn = (view: SessionView): Event<'message'>[] =>
  eventsOf(view, 'message').filter(({ id }) => messageOf(view, id) === id);

/** Kinds that a chain runs through; the others hang beside it. */
const IN_CHAIN: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'tool.call',
  'tool.result',
  'approval',
  'agent.message',
  'compaction',
  'gap',
  'unknown',
  'config',
]);

/** True for an event that is part of the chain of its parents, not beside it. */
export function inChain(view: SessionView, event: Event): boolean {
  if (!IN_CHAIN.has(event.kind)) return false;
  if (event.kind !== 'config' && event.kind !== 'gap') return true;
  // a gap or a config that stands for a native message is a link of the chain, one that hangs beside a message is not
  return event.native.node !== null || event.native.id !== null || (view.children.get(event.id)?.length ?? 0) > 0;
}

/** One way through the tree: its last event, and whether it is the one the person was on. */
export interface Branch {
  readonly leaf: string;
  readonly active: boolean;
  /** Events of the chain from the root to the leaf. */
  readonly length: number;
}

/** The leaf that the person was on, as last said; else null. */
export function leafOf(view: SessionView): string | null {
  const said = eventsOf(view, 'session.updated').at(-1)?.body.leaf ?? null;
  return said !== null && view.current.has(said) ? said : null;
}

/** The leaf of the branch the person was on: as last said, else that of the last branch; null where there is none. */
export const activeLeaf = (view: SessionView): string | null =>
  leafOf(view) ?? branchesOf(view).find(({ active }) => active)?.leaf ?? null;

/** Every branch, that of the person first, then in order of first lines. Side events are no branches. */
export function branchesOf(view: SessionView): Branch[] {
  const chained = [...view.current.values()].filter((event) => inChain(view, event));
  const links = chained.filter(({ id }) => messageOf(view, id) === id);
  const followed = new Set(links.flatMap(({ id }) => view.parents.get(id) ?? []).map((id) => messageOf(view, id)));
  const depth = depths(view, chained);
  const leaves = links.filter(({ id }) => !followed.has(id));
  const said = leafOf(view);
  const active = said ?? leaves.at(-1)?.id ?? null;
  const others = leaves
    .filter(({ id }) => id !== active)
    .map(({ id }) => ({ leaf: id, active: false, length: depth.get(lastOf(view, id)) ?? 0 }));
  return active === null
    ? others
    : [
        { leaf: active, active: true, length: depth.get(lastOf(view, active)) ?? pathTo(view, active).length },
        ...others,
      ];
}

function depths(view: SessionView, chained: readonly Event[]): Map<string, number> {
  const depth = new Map<string, number>();
  for (const { id } of chained) {
    const open: string[] = [];
    let at: string | undefined = id;
    while (at !== undefined && !depth.has(at)) {
      open.push(at);
      at = readBefore(view, at);
    }
    let length = at === undefined ? 0 : (depth.get(at) ?? 0);
    for (const each of open.reverse()) depth.set(each, ++length);
  }
  return depth;
}

/** The branch the person was on (or, where the site did not say, the last one), first event first. */
export function activePath(view: SessionView): Event[] {
  const leaf = activeLeaf(view);
  return leaf === null ? [] : pathTo(view, leaf);
}

/** What hangs beside an event: artifacts, gaps, usage, notices, settings, server copies. */
export const besides = (view: SessionView, id: string): Event[] =>
  (view.children.get(id) ?? [])
    .flatMap((child) => view.current.get(child) ?? [])
    .filter((event) => !inChain(view, event));

/**
 * Whether an event belongs to a branch: it is on it, hangs beside it or beside what hangs there, or belongs to the session
 * as a whole. What is part of another branch, or hangs there, does not.
 * @param path the branch, first event first
 */
export function ofBranch(view: SessionView, path: readonly Event[]): (id: string) => boolean {
  const onPath = new Set(path.map(({ id }) => id));
  return (id) => {
    const ends = endsAbove(view, id);
    return ends.some((end) => onPath.has(end) || !isChained(view, end));
  };
}

const isChained = (view: SessionView, id: string): boolean => {
  const event = view.current.get(id);
  return event !== undefined && inChain(view, event);
};

/** Where the way up from an event ends: at events of a chain (itself, if it is one), or where nothing is above. */
function endsAbove(view: SessionView, id: string): string[] {
  const ends: string[] = [];
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const above = isChained(view, at) ? [] : (view.parents.get(at) ?? []);
    if (above.length === 0) ends.push(at);
    for (const parent of above) open.push(parent);
  }
  return ends;
}
