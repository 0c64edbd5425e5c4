import { isObject } from '../../lib/json';
import { messageId } from '../../model/ids';
import { wordsOf } from './gone';
import { readMessage, readNode, type WireMessage, type WireNode } from './wire';

/** A node that holds a message, and the id of the event that stands for it. */
export interface Kept {
  readonly node: WireNode;
  readonly message: WireMessage;
  readonly event: string;
}

export interface Nodes {
  readonly all: readonly WireNode[];
  /** By key. Every node whose message is not null, however strange it is. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** What nodes without a message say, by their keys. */
  readonly odd: ReadonlyMap<string, unknown>;
  /** The key of the node that a reference names, or null: by key, or, as some payloads do, by the message's id. */
  readonly find: (reference: string) => string | null;
}

/** Reads all nodes of a mapping. */
export function readNodes(mapping: Readonly<Record<string, unknown>>): Nodes {
  const all = Object.keys(mapping).map((key) => readNode(key, mapping[key]));
  const messages = new Map<string, WireMessage>();
  for (const { key, message } of all)
    if (message !== null) messages.set(key, readMessage(isObject(message) ? message : { content: message }));
  const nameOf = namer(messages);
  const kept = new Map<string, Kept>();
  const odd = new Map<string, unknown>();
  for (const node of all) {
    const message = messages.get(node.key);
    if (!message && node.more && wordsOf(node.more).length > 0) odd.set(node.key, node.more);
    if (message) kept.set(node.key, { node, message, event: messageId('chatgpt', nameOf(node.key, message)) });
  }
  return { all, kept, odd, find: finder(mapping, kept) };
}

/** No two events have the same id: a node whose key is its message's id has the first right to it. */
function namer(messages: ReadonlyMap<string, WireMessage>): (key: string, message: WireMessage) => string {
  const taken = new Set<string>();
  const isFree = (id: string): boolean => messages.get(id)?.id !== id && !taken.has(id);
  return (key, { id }) => {
    if (id === key && id.isWellFormed()) return id;
    // half a surrogate pair becomes U+FFFD, so that different keys may come to be the same
    const names = [id ?? key, key, `${key}/${id}`].map((name) => name.toWellFormed());
    const name = names.find(isFree) ?? `${names[0]}/${taken.size}`;
    taken.add(name);
    return name;
  };
}

function finder(
  mapping: Readonly<Record<string, unknown>>,
  kept: ReadonlyMap<string, Kept>,
): (reference: string) => string | null {
  let byMessage: Map<string, string> | null = null;
  return (reference) => {
    if (Object.hasOwn(mapping, reference)) return reference;
    byMessage ??= keysByMessage(kept);
    return byMessage.get(reference) ?? null;
  };
}

function keysByMessage(kept: ReadonlyMap<string, Kept>): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [key, { message }] of kept) if (message.id !== null && !keys.has(message.id)) keys.set(message.id, key);
  return keys;
}
