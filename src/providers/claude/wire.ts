import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { asList, asObject, asText } from '../kit/value';

type Fields = Readonly<Record<string, unknown>>;

/** The parent of a conversation's first messages: no message at all. */
export const ROOT = '00000000-0000-4000-8000-000000000000';

/** A message, its fields read leniently. `fields` is what was sent: every field may be missing, or of another type. */
export interface WireMessage {
  readonly fields: Fields;
  readonly id: string | null;
  readonly sender: string | null;
  /** As it was sent, the root's id included. */
  readonly parent: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly model: string | null;
  /** Older messages have a text alone: it is their one block. */
  readonly blocks: readonly WireBlock[];
  readonly text: string;
}

export function readWire(value: unknown): WireMessage {
  const fields = asObject(value);
  return {
    fields,
    id: asText(fields.uuid) || null,
    sender: asText(fields.sender),
    parent: asText(fields.parent_message_uuid) || null,
    created: siteTime(fields.created_at),
    updated: siteTime(fields.updated_at),
    model: asText(fields.model) || null,
    blocks: blocksOf(fields),
    text: asText(fields.text) ?? '',
  };
}

/** A block of a message. */
export interface WireBlock {
  /** Where in the message it stands. */
  readonly path: readonly (string | number)[];
  readonly fields: Fields;
  readonly type: string | null;
  readonly start: string | null;
  readonly stop: string | null;
}

/** A block; what is no object is one without a type. */
export function readBlock(value: unknown, path: WireBlock['path']): WireBlock {
  const fields = isObject(value) ? value : { text: value };
  return {
    path,
    fields,
    type: isObject(value) ? asText(value.type) : null,
    start: siteTime(fields.start_timestamp),
    stop: siteTime(fields.stop_timestamp),
  };
}

/** The blocks of a message. A text, or one block, in the place of the list is the one there is. */
function blocksOf({ content, text }: Fields): readonly WireBlock[] {
  if (Array.isArray(content) && content.length > 0) return content.map((each, at) => readBlock(each, ['content', at]));
  if (isObject(content)) return [readBlock(content, ['content'])];
  if (typeof content === 'string' && content !== '') return [readBlock({ type: 'text', text: content }, ['content'])];
  return typeof text === 'string' && text !== '' ? [readBlock({ type: 'text', text }, ['text'])] : [];
}

/** The messages of a conversation, of a share's snapshot or of an export's element; null for anything else. */
export function messagesOf(value: unknown): readonly unknown[] | null {
  const { chat_messages: messages } = asObject(value);
  return Array.isArray(messages) ? asList(messages) : null;
}

/** True for a message as this site writes them. */
export const isMessage = (value: unknown): boolean =>
  isObject(value) && typeof value.sender === 'string' && ('content' in value || 'text' in value || 'uuid' in value);
