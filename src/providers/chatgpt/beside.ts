import { isObject } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { Draft } from '../contract';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asText, asWords, isBlank, remaining, said, textsIn } from '../kit/value';
import { wordsOf } from './gone';
import type { Aside } from './heard';

type Fields = Readonly<Record<string, unknown>>;

/** What is said elsewhere, counts down by itself, or is for the page alone: only words in it are told. */
const SILENT: ReadonlySet<string> = new Set([
  ...['input_message', 'title_generation', 'resume_conversation_token', 'stream_handoff', 'message_marker'],
  ...['message_stream_complete', 'main_stream_complete', 'conversation_async_status', 'heartbeat', 'perf_stats'],
  ...['conversation_detail_metadata', 'num_variants_in_stream', 'toast', 'ads', 'survey_campaign_effect'],
  ...['beacon_ui_response', 'system_hint_suggestion', 'gizmo_inline_review', 'instant_answer_debug'],
]);

const IDS: ReadonlySet<string> = new Set(['type', 'conversation_id', 'message_id', 'request_id', 'id']);

/** Where an event beside the messages belongs. */
export interface Beside {
  /** The conversation's id, or what stands for it. */
  readonly session: string;
  /** The model that a message of this stream says it is from; undefined: there is no such message. */
  readonly modelOf: (id: string) => string | null | undefined;
}

/** What a stream says beside its messages: errors, moderation, another model than the message names; types not known. */
export function besideDrafts(asides: readonly Aside[], about: Beside): Draft[] {
  const unknown = new Map<string, Aside[]>();
  const drafts = asides.flatMap((aside, i): Draft[] => {
    const said = SAYS.get(aside.type)?.(aside.value, about) ?? null;
    if (said) return noticeOf(withOthers(said, aside), aside, i, about);
    if ((SILENT.has(aside.type) || SAYS.has(aside.type)) && wordsBeside(aside).length === 0) return [];
    const known = unknown.get(aside.type);
    if (known) known.push(aside);
    else unknown.set(aside.type, [aside]);
    return [];
  });
  return [...drafts, ...Array.from(unknown.values(), (same) => unknownDraft(same, about))];
}

type Notice = Fields & { readonly type: string; readonly text: string | null };

const READ: ReadonlySet<string> = new Set([...IDS, 'message', 'input_message']);

/** Words of an event that are read nowhere else. Of several titles the last one counts, and those before are left out. */
const wordsBeside = ({ type, value }: Aside): string[] =>
  wordsOf(remaining(value, READ)).filter((text) => type !== 'title_generation' || text !== value.title);

/** With the words that an event holds besides: what it is known for is not all that it may say. */
function withOthers(body: Notice, aside: Aside): Notice {
  const known = new Set(textsIn(body));
  const also = wordsBeside(aside).filter((text) => !known.has(text));
  return also.length > 0 ? { ...body, also } : body;
}

/** What a type of event says, or null where this one says nothing. */
const SAYS: ReadonlyMap<string, (value: Fields, about: Beside) => Notice | null> = new Map([
  ['error', errorOf],
  ['moderation', moderationOf],
  ['url_moderation', addressOf],
  ['server_ste_metadata', servedOf],
  ['display_crisis_helpline_message', helplineOf],
  ['display_crisis_helpline_modal', helplineOf],
]);

function errorOf({ error, detail, error_code, error_reason, can_retry }: Fields): Notice | null {
  const told = isBlank(error) ? detail : error;
  const text = asWords(told) ?? asWords(asObject(told).message);
  const rest = isObject(told) ? remaining(told, new Set(['message'])) : null;
  return {
    type: 'error',
    text,
    ...said({ code: error_code, reason: error_reason, retry: can_retry, more: text === null ? told : rest }),
  };
}

/** That nothing was found is no news. */
function moderationOf({ moderation_response: response, is_completion: completion }: Fields): Notice | null {
  const result = asObject(response);
  if (result.flagged !== true && result.blocked !== true) return null;
  return { type: 'moderation', text: null, result, ...said({ completion }) };
}

function addressOf({ url_moderation_result: result }: Fields): Notice | null {
  return asObject(result).is_safe === false ? { type: 'moderation', text: null, result } : null;
}

/** Which model answered, where that is not the one that the message names, and which tool was chosen. */
function servedOf({ metadata }: Fields, { modelOf }: Beside): Notice | null {
  const { model_slug, tool_name, message_id, did_auto_switch_to_reasoning: switched } = asObject(metadata);
  const named = modelOf(asText(message_id) ?? '');
  const model = asWords(model_slug);
  const more = said({
    model: model === named ? null : model,
    tool: asWords(tool_name),
    switchedToReasoning: switched === true ? true : null,
  });
  return Object.keys(more).length > 0 ? { type: 'served', text: null, ...more } : null;
}

function helplineOf({ text, links }: Fields): Notice | null {
  return { type: 'helpline', text: asWords(text), ...said({ links }) };
}

function noticeOf(body: Notice | null, { value, place }: Aside, i: number, { session, modelOf }: Beside): Draft[] {
  if (!body) return [];
  const id = asWords(value.message_id) ?? asWords(asObject(value.metadata).message_id);
  const parents = id !== null && modelOf(id) !== undefined ? [messageId('chatgpt', id.toWellFormed())] : [];
  const own = sessionEventId('chatgpt', session, 'notice', ownIdOf({ body, parents }, i));
  return [{ ...sessionDraft({ id: own, kind: 'notice', body, raw: [place] }), parents }];
}

/** Events of one type that nobody knows yet, as one, with their texts in order. */
function unknownDraft(same: readonly Aside[], { session }: Beside): Draft {
  const type = same[0]?.type ?? '';
  const texts = same.flatMap(({ value }) => textsIn(remaining(value, IDS))).filter((text) => /\S/.test(text));
  const body = { type, text: texts.length > 0 ? texts.join('\n') : null, count: same.length };
  const id = sessionEventId('chatgpt', session, 'unknown', ownIdOf(body, 0));
  return sessionDraft({ id, kind: 'unknown', body, raw: same.slice(0, MOST_PLACES).map(({ place }) => place) });
}

const MOST_PLACES = 50;
