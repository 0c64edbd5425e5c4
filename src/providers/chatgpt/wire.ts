import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { beyond, shown } from '../kit/beyond';
import { asNumber, asObject, asText, asTexts, isBlank } from '../kit/value';

type Fields = Readonly<Record<string, unknown>>;

/** A node of `mapping`. Every field may be missing or of another type: the site changes from month to month. */
export interface WireNode {
  readonly key: string;
  readonly message: unknown;
  readonly parent: string | null;
  readonly children: readonly string[];
  /** What it says beyond its message and its place, or null. */
  readonly more: Record<string, unknown> | null;
}

/** A message, its fields read leniently. `fields` is what was sent. */
export interface WireMessage {
  readonly fields: Fields;
  readonly id: string | null;
  readonly role: string | null;
  readonly name: string | null;
  readonly author: Fields;
  readonly created: string | null;
  readonly updated: string | null;
  readonly content: Fields;
  /** Null where the site gives none. */
  readonly type: string | null;
  readonly status: string | null;
  readonly recipient: string | null;
  readonly channel: string | null;
  readonly weight: number | null;
  readonly metadata: Fields;
}

const NODE = shown({ any: ['message'], text: ['id', 'parent'], texts: ['children'] });

export function readNode(key: string, value: unknown): WireNode {
  const node = asObject(value);
  const more = isObject(value) || isBlank(value) ? beyond(node, NODE) : { node: value };
  return { key, message: node.message ?? null, parent: asText(node.parent), children: asTexts(node.children), more };
}

export function readMessage(value: unknown): WireMessage {
  const fields = asObject(value);
  const author = asObject(fields.author);
  const content = asObject(fields.content);
  return {
    fields,
    id: nonEmpty(fields.id),
    role: asText(author.role),
    name: asText(author.name),
    author,
    created: siteTime(fields.create_time),
    updated: siteTime(fields.update_time),
    content,
    type: typeOf(content),
    status: asText(fields.status),
    recipient: nonEmpty(fields.recipient),
    channel: asText(fields.channel),
    weight: asNumber(fields.weight),
    metadata: asObject(fields.metadata),
  };
}

const nonEmpty = (value: unknown): string | null => asText(value) || null;

/** Some exports leave the content type out; what has `parts` or a text is text then. */
function typeOf(content: Fields): string | null {
  const type = nonEmpty(content.content_type);
  if (type !== null) return type;
  return Array.isArray(content.parts) || typeof content.text === 'string' ? 'text' : null;
}

/** The tree of a conversation, or null where the value is none. */
export function mappingOf(value: unknown): Fields | null {
  const { mapping } = asObject(value);
  return isObject(mapping) ? mapping : null;
}

/** The messages of a flat page, or null where the value is none. */
export function messagesOf(value: unknown): readonly unknown[] | null {
  const { messages } = asObject(value);
  return Array.isArray(messages) ? messages : null;
}

/** The branch that a public snapshot shows, node by node, or null where the value is none. */
export function sharedOf(value: unknown): readonly unknown[] | null {
  const { linear_conversation: shown } = asObject(value);
  return Array.isArray(shown) ? shown : null;
}
