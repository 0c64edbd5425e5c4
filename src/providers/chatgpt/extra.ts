import { isBlank, mapTexts, remaining, someText } from '../kit/value';
import { hasMarks, withoutMarks } from './marks';
import type { WireMessage } from './wire';

/** Metadata that the event shows elsewhere. */
const SHOWN = [
  ...['content_references', 'citations', 'search_result_groups', '_cite_metadata', 'attachments', 'aggregate_result'],
  ...[
    'model_slug',
    'thinking_effort',
    'finish_details',
    'finished_duration_sec',
    'is_visually_hidden_from_conversation',
  ],
  ...[
    'user_context_message_data',
    'is_user_system_message',
    'chatgpt_sdk',
    'search_queries',
    'search_model_queries',
    'ada_visualizations',
  ],
];
/** Metadata that says nothing of the session: padding, the browser used, keys that renew links, lists for the page. */
const SILENT = [
  ...['pad', 'useragent', 'refresh_key_info', 'safe_urls', 'timestamp_', 'parent_id', 'snorkle_status', 'message_type'],
  'has_versions', // a gap or the versions themselves stand beside
];
const USED: ReadonlySet<string> = new Set([...SHOWN, ...SILENT]);

const FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'author', 'create_time', 'update_time', 'content', 'status', 'end_turn', 'weight', 'metadata'],
  ...['recipient', 'channel'],
]);
const AUTHOR: ReadonlySet<string> = new Set(['role', 'name']);

/** What a message says beyond what its event shows, as the site names it, or null. Nothing is dropped for being new. */
export function extraOf(message: WireMessage, usedContent: ReadonlySet<string>): Record<string, unknown> | null {
  const extra: Record<string, unknown> = {};
  const add = (name: string, more: Record<string, unknown> | null): void => {
    if (more) extra[name] = more;
  };
  add('metadata', remaining(message.metadata, USED));
  add('content', remaining(message.content, usedContent));
  add('author', remaining(message.author, AUTHOR));
  add('message', remaining(message.fields, FIELDS));
  return isBlank(extra) ? null : extra;
}

/** The same of a message that is not known: its content's texts stand in its body, nothing of its metadata does. */
export function unknownExtra(message: WireMessage): Record<string, unknown> | null {
  const extra = extraOf({ ...message, metadata: {}, content: {} }, USED) ?? {};
  const metadata = remaining(message.metadata, QUIET);
  if (metadata) extra.metadata = metadata;
  return isBlank(extra) ? null : extra;
}

const QUIET: ReadonlySet<string> = new Set(SILENT);

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
