import { isObject } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { DraftPlace } from '../contract';
import { ownIdOf } from '../kit/notes';
import { ROOT, readWire, type WireMessage } from './wire';

/** A message, and where it was sent. */
export interface SentMessage {
  /** As `chat_messages` holds it. */
  readonly value: unknown;
  /** Where a member of it stands in the exchange: `[]` the message itself, `['content', 3]` its fourth block. */
  readonly place: (path: readonly (string | number)[]) => readonly DraftPlace[];
  /** The JSON text of a member as it was sent, where parsing may have changed what it says; else null. */
  readonly written?: (path: readonly (string | number)[]) => string | null;
}

/** A message in its tree. */
export interface Node {
  /** Unique among the messages of a reading. */
  readonly key: string;
  readonly sent: SentMessage;
  readonly message: WireMessage;
  /** The id of the event that stands for it. */
  readonly event: string;
  /** The id of the message above, null at the top. */
  readonly parent: string | null;
}

export interface Nodes {
  readonly all: readonly Node[];
  /** By the site's id of a message. */
  readonly byId: ReadonlyMap<string, Node>;
  /** No message names its parent: what follows what was told by their order alone. */
  readonly byOrder: boolean;
}

/** The event that stands for a message of this site. */
export const eventOfMessage = (native: string): string => messageId('claude', native.toWellFormed());

/** Reads a list of messages: each once, whatever its id; what is null is none. */
export function readNodes(list: readonly SentMessage[], session: string): Nodes {
  const byId = new Map<string, Node>();
  const taken = new Map<string, Node>();
  for (const sent of list.filter(({ value }) => value !== null && value !== undefined)) {
    const node = nodeOf(sent, session, byId, taken);
    if (node === null) continue;
    taken.set(node.key, node);
    const { id } = node.message;
    if (id !== null && !byId.has(id)) byId.set(id, node);
  }
  const all = [...taken.values()];
  const byOrder = all.length > 1 && all.every(({ message }) => message.parent === null);
  return { all: byOrder ? inOrder(all) : all, byId, byOrder };
}

/** The node of a message, or null where it is there already: the site sometimes sends the same one twice. */
function nodeOf(
  sent: SentMessage,
  session: string,
  byId: ReadonlyMap<string, Node>,
  taken: ReadonlyMap<string, Node>,
): Node | null {
  const message = readWire(isObject(sent.value) ? sent.value : { text: sent.value });
  const same = byId.get(message.id ?? '');
  if (same && isSame(same.sent.value, sent.value)) return null;
  const event = freeName(message, session, taken, same !== undefined);
  return { key: event, sent, message, event, parent: message.parent === ROOT ? null : message.parent };
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    return false; // nested too deep to be written
  }
}

/** No two events have the same id. A message without an id of its own is named by what it says. */
function freeName(
  { id, fields }: WireMessage,
  session: string,
  taken: ReadonlyMap<string, Node>,
  again: boolean,
): string {
  const { sender, text, content, created_at, parent_message_uuid } = fields;
  const own = (): string => ownIdOf({ sender, text, content, created_at, parent_message_uuid }, taken.size);
  const name = id === null ? sessionEventId('claude', session, 'message', own()) : eventOfMessage(id);
  let free = again ? `${name}/again.${own()}` : name;
  while (taken.has(free)) free = `${free}+`;
  return free;
}

/**
 * Older exports name no parents: each message follows the one before. Two of the same sender in a row are siblings, for
 * on this site person and model always take turns.
 */
function inOrder(all: readonly Node[]): Node[] {
  const nodes: Node[] = [];
  for (const node of all) {
    const before = nodes.at(-1);
    const isSibling = before?.message.sender === node.message.sender;
    nodes.push({ ...node, parent: before ? (isSibling ? before.parent : before.key) : null });
  }
  return nodes;
}
