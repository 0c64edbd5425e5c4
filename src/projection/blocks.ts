import type { Event } from '../model/event';
import { idAbove } from '../model/ids';

/** What the reading of a tree needs to know of it. */
interface Tree {
  readonly current: ReadonlyMap<string, Event>;
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** The blocks of messages, on sites that send a message as a list of blocks. */
export interface Blocks {
  /** The message of a block, by the block's id. */
  readonly messageOf: ReadonlyMap<string, string>;
  /** What is read before a block: the block before it, or its message. */
  readonly before: ReadonlyMap<string, string>;
  /** The last block of a message that has any. */
  readonly last: ReadonlyMap<string, string>;
}

/**
 * Finds the blocks of each message: events of the chain that are of the same native message as the event above them, or,
 * where the site gives messages no ids, whose ids say that they belong to the message above them. They are read after their message and before what follows it, though what follows has the message as its parent too.
 * @param inChain true for an event that is a link of its chain and hangs not beside it
 */
export function blocksIn(tree: Tree, inChain: (event: Event) => boolean): Blocks {
  const chained = [...tree.current.values()].filter(inChain);
  const blocks = new Set(chained.filter((event) => isBlock(tree, event)).map(({ id }) => id));
  const found = {
    messageOf: new Map<string, string>(),
    before: new Map<string, string>(),
    last: new Map<string, string>(),
  };
  if (blocks.size === 0) return found;
  for (const { id: message } of chained) {
    if (blocks.has(message)) continue;
    let last = message;
    const open = below(tree, blocks, message);
    for (let block = open.pop(); block !== undefined; block = open.pop()) {
      found.messageOf.set(block, message);
      found.before.set(block, last);
      last = block;
      for (const each of below(tree, blocks, block)) open.push(each);
    }
    if (last !== message) found.last.set(message, last);
  }
  return found;
}

function isBlock({ current, parents }: Tree, { id, native }: Event): boolean {
  const above = current.get(parents.get(id)?.[0] ?? '');
  if (!above || above.native.id !== native.id) return false;
  if (native.id !== null) return true;
  const message = idAbove(id);
  return current.has(message) && `${above.id}/`.startsWith(`${message}/`);
}

/** The blocks right below an event, the first of them last. */
const below = ({ parents, children }: Tree, blocks: ReadonlySet<string>, id: string): string[] =>
  (children.get(id) ?? []).filter((child) => blocks.has(child) && parents.get(child)?.[0] === id).toReversed();
