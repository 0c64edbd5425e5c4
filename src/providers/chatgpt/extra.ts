import { beyond, type Shown, shown } from '../kit/beyond';
import { asList, asObject, asObjects, isBlank, mapTexts, someText } from '../kit/value';
import { hasMarks, withoutMarks } from './marks';
import type { WireMessage } from './wire';

/** Metadata that says nothing of the session: padding, the browser used, keys that renew links, lists for the page. */
const SILENT = {
  any: ['pad', 'useragent', 'refresh_key_info', 'snorkle_status'],
  text: ['timestamp_', 'parent_id', 'message_type'],
  list: ['safe_urls'],
  flag: ['has_versions'], // a gap or the versions themselves stand beside
} as const;
const QUIET = shown(SILENT);

/** Metadata that the event shows elsewhere, and what says nothing. */
const METADATA = shown({
  any: [...SILENT.any, 'finish_details'],
  text: [...SILENT.text, 'model_slug', 'thinking_effort'],
  number: ['finished_duration_sec'],
  flag: [...SILENT.flag, 'is_visually_hidden_from_conversation', 'is_user_system_message'],
  list: [...SILENT.list, 'content_references', 'citations'],
  objects: ['search_result_groups', 'attachments', 'search_queries', 'ada_visualizations'],
  object: ['_cite_metadata', 'user_context_message_data', 'chatgpt_sdk', 'search_model_queries'],
});

const OF_RUN: Shown = new Map([...METADATA, ['aggregate_result', 'object']]);

/** What of those is shown in its turn. */
const INSIDE: readonly (readonly [member: string, shown: Shown])[] = [
  ['search_result_groups', shown({ any: ['type'], text: ['domain'], objects: ['entries'] })],
  ['search_queries', shown({ any: ['type'], text: ['q'] })],
  ['search_model_queries', shown({ any: ['type'], texts: ['queries'] })],
  ['_cite_metadata', shown({ any: ['citation_format'], objects: ['metadata_list'] })],
  ['user_context_message_data', shown({ text: ['about_user_message', 'about_model_message'] })],
];

const FIELDS = shown({
  any: ['content'],
  time: ['create_time', 'update_time'],
  text: ['id', 'status', 'recipient', 'channel'],
  object: ['author', 'metadata'],
  flag: ['end_turn'],
  number: ['weight'],
});
const AUTHOR = shown({ text: ['role', 'name'] });

/** What a message says beyond what its event shows, as the site names it, or null. Nothing is dropped for being new. */
export const extraOf = (message: WireMessage, usedContent: Shown): Record<string, unknown> | null =>
  extraFrom(message, metadataBeyond(message), beyond(message.content, usedContent));

/** The same of a message that is not known: its content's texts stand in its body, nothing of its metadata does. */
export const unknownExtra = (message: WireMessage): Record<string, unknown> | null =>
  extraFrom(message, beyond(message.metadata, QUIET), null);

function extraFrom(
  { author, fields }: WireMessage,
  metadata: Record<string, unknown> | null,
  content: Record<string, unknown> | null,
): Record<string, unknown> | null {
  const all = { metadata, content, author: beyond(author, AUTHOR), message: beyond(fields, FIELDS) };
  const extra = Object.fromEntries(Object.entries(all).filter(([, more]) => !isBlank(more)));
  return isBlank(extra) ? null : extra;
}

function metadataBeyond({ metadata, type }: WireMessage): Record<string, unknown> | null {
  let extra = beyond(metadata, type === 'execution_output' ? OF_RUN : METADATA);
  for (const [member, inside] of INSIDE) {
    const value = metadata[member];
    if (!value) continue; // most messages have none of them
    const all = Array.isArray(value) ? asObjects(value) : [asObject(value)];
    const more = all.flatMap((each) => beyond(each, inside) ?? []);
    if (more.length > 0) extra = { ...extra, [member]: [...asList(extra?.[member]), ...more] };
  }
  return extra;
}

/** True if a text somewhere in a value must be changed before it is shown: marks, or one of `opaque`. */
function needsTidying(value: unknown, opaque: ReadonlySet<string>): boolean {
  return someText(value, (text) => hasMarks(text) || (opaque.size > 0 && opaque.has(text)));
}

/** A value whose texts hold no marks and no sealed bytes. The same value where there is nothing to change. */
export function tidy<T>(value: T, opaque: ReadonlySet<string>): T {
  return needsTidying(value, opaque)
    ? (mapTexts(value, (text) => (opaque.has(text) ? '[sealed]' : withoutMarks(text))) as T)
    : value;
}

/** Texts and code are clean already, and what a tool was given stays to the letter. */
const CLEAN: ReadonlySet<unknown> = new Set(['text', 'code', 'command']);
const EXACT: ReadonlySet<string> = new Set(['input', 'inputText', 'parts']);

/** Tidies a body: its parts that are not plain text, and whatever else the site said. */
export function tidyBody<B extends object>(body: B, opaque: ReadonlySet<string>): B {
  const members = body as Record<string, unknown>; // bodies are plain objects
  for (const key in members) if (!EXACT.has(key)) members[key] = tidy(members[key], opaque);
  const { parts } = members;
  if (Array.isArray(parts))
    for (let i = 0; i < parts.length; i++) if (!CLEAN.has(parts[i].type)) parts[i] = tidy(parts[i], opaque);
  return body;
}
