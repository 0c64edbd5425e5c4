import { isObject } from '../../lib/json';
import { asList, asObject, asObjects, asText, asWords, isBlank, textsIn } from '../kit/value';
import { wordsIn } from '../kit/written';

type Fields = Readonly<Record<string, unknown>>;

/** One event of an agent session's page of events. */
export interface AgentEvent {
  readonly fields: Fields;
  readonly payload: Fields;
  /** The site's id of it, or null. */
  readonly id: string | null;
  readonly type: string | null;
  /** The call that started the agent whose event it is; null: the main one. */
  readonly agent: string | null;
  /** Its number in the list as it was sent. */
  readonly at: number;
}

/** True for a page of events of an agent session (code and cowork): numbered events with payloads. */
export function isEventPage(value: unknown): value is Fields {
  const [first] = asObjects(asObject(value).data);
  return first !== undefined && isObject(first.payload) && ('event_id' in first || 'sequence_num' in first);
}

/** True for what the site's call for such a page gives, though there is nothing in it. */
export const isEventList = (value: unknown): value is Fields => isObject(value) && Array.isArray(value.data);

/** The events of a page in the order of their numbers; the site may send the newest first. */
export function agentEvents(value: Fields): AgentEvent[] {
  const events = asList(value.data).flatMap((sent, at): AgentEvent[] => {
    if (sent === null) return [];
    const fields = isObject(sent) ? sent : { payload: sent };
    const payload = isObject(fields.payload) ? fields.payload : { payload: fields.payload };
    return [
      {
        fields,
        payload,
        id: asWords(fields.event_id) ?? asWords(payload.uuid),
        type: asText(payload.type) ?? asText(fields.event_type),
        agent: asWords(payload.parent_tool_use_id),
        at,
      },
    ];
  });
  return events.every(({ fields }) => typeof fields.sequence_num === 'number')
    ? events.sort((a, b) => Number(a.fields.sequence_num) - Number(b.fields.sequence_num))
    : events;
}

/** True for what the model, the person or a tool said: a message in the form of the provider's API. */
export const isSaid = ({ type, payload }: AgentEvent): boolean =>
  (type === 'user' || type === 'assistant') && isObject(payload.message);

/** Such a message as a conversation of the chat has it. */
export function asChatMessage({ fields, payload, id, type }: AgentEvent, parent: string | null): Fields {
  const { content, model, stop_reason, ...more } = asObject(payload.message);
  const { message: _, ...beside } = payload;
  const { payload: _payload, ...around } = fields;
  return {
    ...unsaid({ ...around, ...beside, ...more }, standsIn(content)),
    uuid: id,
    sender: type === 'user' ? 'human' : 'assistant',
    text: '',
    content: Array.isArray(content) ? content.map(asChatBlock) : isBlank(content) ? [] : [asChatBlock(content)],
    created_at: fields.created_at ?? payload.timestamp,
    model,
    ...(stop_reason === undefined || stop_reason === null ? {} : { stop_reason }),
    ...(parent === null ? {} : { parent_message_uuid: parent }),
  };
}

/** Members that say something in words which stands nowhere else: what a tool gave back is often there twice. */
export function unsaid(fields: Fields, isKnown: (text: string) => boolean): Fields {
  const isNew = (text: string): boolean => !isKnown(text);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => wordsIn(value).some(isNew)));
}

/** Whether a text stands somewhere in a value. */
export function standsIn(value: unknown): (text: string) => boolean {
  let all: string | null = null;
  return (text) => {
    all ??= textsIn(value).join('\n');
    return all.includes(text);
  };
}

/** The chat gives every result as a list. */
function asChatBlock(block: unknown): unknown {
  if (typeof block === 'string') return { type: 'text', text: block };
  if (!isObject(block) || block.type !== 'tool_result' || typeof block.content !== 'string') return block;
  return { ...block, content: [{ type: 'text', text: block.content }] };
}
