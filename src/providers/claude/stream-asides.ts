import type { Body, Kind } from '../../model/bodies';
import { bodyOwnId, sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace } from '../contract';
import { asNumber, asObject, asText, asWords, said, textsIn } from '../kit/value';
import { wordsIn } from '../kit/written';
import type { Aside } from './stream-answer';
import { settingsIn } from './stream-request';

type Fields = Readonly<Record<string, unknown>>;

/** A message with its blocks so far. */
export interface End {
  readonly message: string;
  /** The site's id of it. */
  readonly native: string | null;
  /** The last of its blocks; the message itself, where it has none. */
  readonly last: string;
}

/** Where something stands that is no message: with one, or in the session itself. */
export interface Beside {
  readonly end: End | null;
  readonly session: string;
}

type Said = { [K in Kind]: { readonly kind: K; readonly body: Body<K> } }[Kind];

/** What was in force for an answer, as the request for it says. */
export function settingsDraft(body: Fields, beside: Beside): Draft[] {
  const settings = settingsIn(body);
  if (!settings) return [];
  const raw = ['model', 'personalized_styles', 'tools', 'create_conversation_params', 'timezone']
    .filter((key) => Object.hasOwn(body, key))
    .map((key) => ({ request: `/${key}` }));
  return [
    draft(
      { kind: 'config', body: { of: 'request', ...settings } },
      'request',
      beside,
      raw.length > 0 ? raw : [{ request: '' }],
    ),
  ];
}

/** What a stream says beside the answer: errors, limits, approvals, usage, and what nobody knows yet. */
export function asideDraft({ type, data, stretch }: Aside, beside: Beside): Draft | null {
  const found =
    type !== null && KNOWN.has(type) ? withRest(KNOWN.get(type)?.(asObject(data)), data) : unknown(type, data);
  return found ? draft(found, bodyOwnId(found.body), beside, [stretch]) : null;
}

/** With the words of members that are not known. */
function withRest(known: Said | null | undefined, data: unknown): Said | null {
  if (!known) return null;
  const shown = textsIn(known.body).join('\n');
  const more = wordsIn(data).flatMap((text) => (shown.includes(text.toWellFormed()) ? [] : [text.toWellFormed()]));
  return more.length === 0 ? known : ({ ...known, body: { ...known.body, more: more.join('\n') } } as Said);
}

/** Null: it says nothing of the session. */
const KNOWN: ReadonlyMap<string, (data: Fields) => Said | null> = new Map<string, (data: Fields) => Said | null>([
  ['error', ({ error }) => notice('error', asObject(error).message, { error: asWords(asObject(error).type) })],
  ['message_limit', limitNotice],
  ['usage', usage],
  ['compaction_status', (data) => notice('compaction_status', textOf(data))],
  ['mcp_auth_required', (data) => notice('mcp_auth_required', textOf(data))],
  ['tool_approval', approval],
]);

const well = (text: unknown): string | null => asText(text)?.toWellFormed() ?? null;

const notice = (type: string, text: unknown, more: Fields = {}): Said => ({
  kind: 'notice',
  body: { type, text: well(text), ...said(more) },
});

/** How much of a limit is left changes by itself, and is the account's; that there was one is the session's. */
function limitNotice(data: Fields): Said | null {
  const { type } = asObject(data.message_limit);
  return type === 'within_limit' && wordsIn(data).length === 0 ? null : notice('message_limit', type);
}

function usage(data: Fields): Said | null {
  const counts = Object.entries(data).filter(([key, count]) => /^\w+$/.test(key) && asNumber(count) !== null);
  return counts.length > 0 || wordsIn(data).length > 0 ? { kind: 'usage', body: Object.fromEntries(counts) } : null;
}

/** That a tool waits for the person. Which fields say what they chose is not known: all of its words are kept. */
function approval(data: Fields): Said {
  return {
    kind: 'approval',
    body: { decision: well(data.decision) ?? well(data.approval_option), text: textOf(data) },
  };
}

const unknown = (type: string | null, data: unknown): Said => ({
  kind: 'unknown',
  body: { type: well(type), text: textOf(data) },
});

/** The readable text of something whose members nobody knows. */
function textOf(data: unknown): string | null {
  const type = asObject(data).type;
  const texts = textsIn(data).filter((text) => text !== type && /\S/.test(text));
  return texts.length > 0 ? texts.join('\n').toWellFormed() : null;
}

/** What the chain runs through is read after the blocks before it; everything else hangs beside the message. */
function draft({ kind, body }: Said, own: string, { end, session }: Beside, raw: readonly DraftPlace[]): Draft {
  const chained = end !== null && (kind === 'unknown' || kind === 'approval');
  return {
    id: end === null ? sessionEventId('claude', session, kind, own) : `${end.message}/${kind}.${own}`,
    thread: 'root',
    parents: end === null ? [] : [chained ? end.last : end.message],
    at: { occurred: null, updated: null },
    actor: { kind: 'provider', name: null, model: null },
    kind,
    body,
    native: { id: chained ? end.native : null, node: null, type: null, parent: null },
    sealed: [],
    raw,
  } as Draft; // kind and body belong together, as the type of what is said says
}
