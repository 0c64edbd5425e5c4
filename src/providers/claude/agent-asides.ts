import type { Body, Kind } from '../../model/bodies';
import { asNumber, asObject, asText, asWords, remaining, said, textsIn } from '../kit/value';
import { type AgentEvent, standsIn, unsaid } from './agent-events';

type Fields = Readonly<Record<string, unknown>>;
type Said = { [K in Kind]: { readonly kind: K; readonly body: Body<K> } }[Kind];

/**
 * What an event of an agent session says that is nobody's words; null for the beat of limits and of the machine's state.
 * @param known the texts of the session's messages: the end of a run repeats the last of them
 */
export function asideOf({ type, payload, fields }: AgentEvent, known: ReadonlySet<string>): Said | null {
  const read = READ.get(type);
  const { payload: _, ...around } = fields;
  const said = read ? read(payload) : unknown(type, payload);
  const shown = standsIn(said?.body);
  const more = unsaid({ ...payload, ...around }, (text) => shown(text) || (type === 'result' && known.has(text)));
  if (Object.keys(more).length === 0) return said;
  return said ? ({ ...said, body: { ...said.body, more: { ...beside(said), ...more } } } as Said) : unknown(type, more);
}

const beside = ({ body }: Said): Fields => ('more' in body ? asObject(body.more) : {});

const READ: ReadonlyMap<string | null, (payload: Fields) => Said | null> = new Map<
  string | null,
  (payload: Fields) => Said | null
>([
  ['system', system],
  ['result', result],
  ['control_request', asked],
  ['control_response', decided],
  // how much of a limit is left is the account's, and changes by itself
  ['rate_limit_event', () => null],
]);

/** Ids of the run and of the account, which say nothing of the session. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  'type',
  'subtype',
  'uuid',
  'session_id',
  'parent_tool_use_id',
  'apiKeySource',
]);

/** How a run began: its model, tools and place. What else the system says is a notice. */
function system(payload: Fields): Said {
  const rest = remaining(payload, OF_THE_RUN) ?? {};
  if (payload.subtype === 'init') return { kind: 'config', body: { of: 'run', ...rest } };
  return {
    kind: 'notice',
    body: { type: asWords(payload.subtype) ?? 'system', text: textOf(rest), ...said({ more: bare(rest) }) },
  };
}

/** How a run ended: what it took; and why, where it failed. Its words are the last message's. */
function result(payload: Fields): Said {
  const { subtype, is_error: failed, result: words, errors } = payload;
  if (failed === true || (typeof subtype === 'string' && subtype !== 'success'))
    return {
      kind: 'notice',
      body: { type: 'error', text: asText(words) ?? textOf({ errors }), error: asText(subtype) },
    };
  return { kind: 'usage', body: { of: 'run', ...bare(payload), ...said({ usage: bare(asObject(payload.usage)) }) } };
}

/** That the person was asked whether a tool may run. */
function asked({ request_id, request }: Fields): Said {
  const { subtype, tool_name: tool, input } = asObject(request);
  return {
    kind: 'approval',
    body: { decision: null, ...said({ request: asText(request_id), type: subtype, tool, input }) },
  };
}

function decided({ response }: Fields): Said {
  const { request_id, subtype, response: answer, error } = asObject(response);
  const { behavior, message } = asObject(answer);
  const body = {
    decision: asWords(behavior) ?? asWords(subtype),
    ...said({ request: asText(request_id), message, error }),
  };
  return { kind: 'approval', body };
}

const unknown = (type: string | null, payload: Fields): Said => ({
  kind: 'unknown',
  body: { type, text: textOf(remaining(payload, OF_THE_RUN)) },
});

const textOf = (value: unknown): string | null =>
  textsIn(value)
    .filter((text) => /\S/.test(text))
    .join('\n') || null;

/** The numbers of an object: counters, durations, costs. */
const bare = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => asNumber(value) !== null));
