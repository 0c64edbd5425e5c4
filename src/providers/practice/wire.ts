import { isObject } from '../../lib/json';
import { asNumber, asObject, asObjects, asText, asWords } from '../kit/value';

/** A source of an answer: the page and the passage that the chat says it used. */
export interface WireSource {
  readonly id: string;
  readonly url: string | null;
  readonly title: string | null;
  readonly quote: string | null;
}

/** A place in the text (UTF-16) that rests on a source. */
export interface WireCitation {
  readonly start: number;
  readonly end: number;
  readonly source: string;
}

/** A file, with its bytes or without: then it is asked for by its id. */
export interface WireFile {
  readonly id: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly base64: string | null;
}

export interface WireMessage {
  readonly id: string;
  readonly parent: string | null;
  readonly author: string | null;
  readonly model: string | null;
  readonly sent: string | null;
  readonly text: string;
  readonly sources: readonly WireSource[];
  readonly citations: readonly WireCitation[];
  readonly files: readonly WireFile[];
}

/** What a read gives: the head, and messages of which each is looked at alone, so that a strange one hides no other. */
export interface WireChat {
  readonly id: string;
  readonly title: string | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly leaf: string | null;
  readonly messages: readonly unknown[];
}

/** The chat, or null where the value has another shape. */
export function asChat(value: unknown): WireChat | null {
  const { chat, messages } = asObject(value);
  const { id, title, created, updated, leaf } = asObject(chat);
  if (asWords(id) === null || !Array.isArray(messages)) return null;
  return {
    id: asText(id) ?? '',
    title: asText(title),
    created: asText(created),
    updated: asText(updated),
    leaf: asWords(leaf),
    messages,
  };
}

/** A message, or null where it names no id. */
export function asMessage(value: unknown): WireMessage | null {
  if (!isObject(value) || asWords(value.id) === null) return null;
  return {
    id: asText(value.id) ?? '',
    parent: asWords(value.parent),
    author: asText(value.author),
    model: asText(value.model),
    sent: asText(value.sent),
    text: asText(value.text) ?? '',
    sources: asObjects(value.sources).map(({ id, url, title, quote }) => ({
      id: asText(id) ?? '',
      url: asText(url),
      title: asText(title),
      quote: asWords(quote),
    })),
    citations: asObjects(value.citations).map(({ start, end, source }) => ({
      start: asNumber(start) ?? 0,
      end: asNumber(end) ?? 0,
      source: asText(source) ?? '',
    })),
    files: asObjects(value.files).map(({ id, name, type, base64 }) => ({
      id: asWords(id),
      name: asText(name),
      type: asText(type),
      base64: asText(base64),
    })),
  };
}
