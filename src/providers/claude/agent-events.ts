import { isObject } from '../../lib/json';
import { asObject, asObjects, asText, asWords } from '../kit/value';

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

/** The events of a page in the order of their numbers; the site may send the newest first. */
export function agentEvents(value: Fields): AgentEvent[] {
  const events = asObjects(value.data).map((fields, at): AgentEvent => {
    const payload = asObject(fields.payload);
    return {
      fields,
      payload,
      id: asWords(fields.event_id) ?? asWords(payload.uuid),
      type: asText(payload.type) ?? asText(fields.event_type),
      agent: asWords(payload.parent_tool_use_id),
      at,
    };
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
  const { content, model, stop_reason } = asObject(payload.message);
  return {
    uuid: id,
    sender: type === 'user' ? 'human' : 'assistant',
    text: '',
    content:
      typeof content === 'string'
        ? [{ type: 'text', text: content }]
        : Array.isArray(content)
          ? content.map(asChatBlock)
          : [],
    created_at: fields.created_at ?? payload.timestamp,
    model,
    ...(stop_reason === undefined || stop_reason === null ? {} : { stop_reason }),
    ...(parent === null ? {} : { parent_message_uuid: parent }),
  };
}

/** The chat gives every result as a list. */
function asChatBlock(block: unknown): unknown {
  if (!isObject(block) || block.type !== 'tool_result' || typeof block.content !== 'string') return block;
  return { ...block, content: [{ type: 'text', text: block.content }] };
}
