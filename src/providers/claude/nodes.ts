import { isObject, pointerStep } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { DraftPlace } from '../contract';
import { ownIdOf } from '../kit/notes';
import { writtenAs } from '../kit/written';
import { ROOT, readWire, type WireMessage } from './wire';

/** A message, and where it was sent. */
export interface SentMessage {
  /** As `chat_messages` holds it. */
  readonly value: unknown;
  /** Where a member of it stands in the exchange: `[]` the message itself, `['content', 3]` its fourth block. */
  readonly place: (path: readonly (string | number)[]) => readonly DraftPlace[];
  /** The JSON text of a member as it was sent, where parsing may have changed what it says, or where it is wanted `always`. */
  readonly written?: (path: readonly (string | number)[], always: boolean) => string | null;
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

/** Ids that we make where the site gives none; no block's is like them. */
const MADE = /^[^/~]+\/(?:prompt|part\.\d+)$/;

/** False for an id that holds a slash, as the site's own never do: it might be that of another message's block. */
export const isPlainId = (native: string): boolean => !/[/~]/.test(native) || MADE.test(native);

/** The event that stands for a message of this site. */
export const eventOfMessage = (native: string): string =>
  messageId('claude', (isPlainId(native) ? native : pointerStep(native)).toWellFormed());

/** What was read so far of a list. */
interface Taken {
  readonly byId: Map<string, Node>;
  readonly byKey: Map<string, Node>;
  /** What was said under an id that came more than once. */
  readonly written: Map<string, Set<string>>;
  /** How many events there are that would have a name. */
  readonly counts: Map<string, number>;
}

/** Reads a list of messages: each once, whatever its id; what is null is none. */
export function readNodes(list: readonly SentMessage[], session: string): Nodes {
  const taken: Taken = { byId: new Map(), byKey: new Map(), written: new Map(), counts: new Map() };
  for (const sent of list.filter(({ value }) => value !== null && value !== undefined)) {
    const node = nodeOf(sent, session, taken);
    if (node === null) continue;
    taken.byKey.set(node.key, node);
    const { id } = node.message;
    if (id !== null && !taken.byId.has(id)) taken.byId.set(id, node);
  }
  const all = [...taken.byKey.values()];
  const byOrder = all.length > 1 && all.every(({ message }) => message.parent === null);
  return { all: byOrder ? inOrder(all) : all, byId: taken.byId, byOrder };
}

/** The node of a message, or null where it is there already: the site sometimes sends the same one twice. */
function nodeOf(sent: SentMessage, session: string, taken: Taken): Node | null {
  const message = readWire(isObject(sent.value) ? sent.value : { text: sent.value });
  const same = taken.byId.get(message.id ?? '');
  if (same && isTold(message.id ?? '', same.sent.value, sent.value, taken)) return null;
  const event = freeName(message, session, taken, same !== undefined);
  return { key: event, sent, message, event, parent: message.parent === ROOT ? null : message.parent };
}

/** True if the same was said under that id. Each value is written once: there may be thousands of one id. */
function isTold(id: string, first: unknown, value: unknown, { written }: Taken): boolean {
  let told = written.get(id);
  if (!told) {
    told = new Set([writtenAs(first) ?? '']);
    written.set(id, told);
  }
  const text = writtenAs(value);
  if (text === null) return false;
  const isKnown = told.has(text);
  told.add(text);
  return isKnown;
}

/** No two events have the same id. A message without an id of its own is named by what it says. */
function freeName({ id, fields }: WireMessage, session: string, taken: Taken, again: boolean): string {
  const { sender, text, content, created_at, parent_message_uuid } = fields;
  const own = (): string => ownIdOf({ sender, text, content, created_at, parent_message_uuid }, taken.byKey.size);
  const whole = id === null ? sessionEventId('claude', session, 'message', own()) : eventOfMessage(id);
  const name = again ? `${whole}/again.${own()}` : whole;
  let count = taken.counts.get(name) ?? 0;
  while (taken.byKey.has(numbered(name, count))) count++;
  taken.counts.set(name, count + 1);
  return numbered(name, count);
}

const numbered = (name: string, count: number): string => `${name}${count < 3 ? '+'.repeat(count) : `+${count}`}`;

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
