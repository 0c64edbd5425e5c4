import { isObject } from '../../lib/json';
import { asList, asObject, asText, asWords, isBlank, remaining } from '../kit/value';
import type { SentMessage } from './nodes';

type Fields = Readonly<Record<string, unknown>>;

/** A design chat's messages as a conversation has them. */
export interface DesignMessages {
  readonly sent: readonly SentMessage[];
  /** Ids that the site did not give. */
  readonly made: ReadonlySet<string>;
}

interface Block {
  /** As a conversation has it. */
  readonly value: Fields;
  /** Where it stands in its message. */
  readonly path: readonly (string | number)[];
}

/** Part of a message said by one of the two. */
interface Stretch {
  readonly by: 'human' | 'assistant';
  readonly blocks: Block[];
}

type PlaceOf = (path: readonly (string | number)[]) => string;

/** Reads the list of a design chat: messages in a row, in which the person may have broken in while the model worked. */
export function designMessages(messages: readonly unknown[], placeOf: PlaceOf): DesignMessages {
  const made = new Set<string>();
  let parent: string | null = null;
  const sent = messages.flatMap(inStretches).map(({ message, n, nth, stretch }): SentMessage => {
    const id = nth === 0 ? idOf(message) : null;
    const uuid = id ?? `${idOf(message) ?? `message.${n}`}/part.${nth}`;
    if (id === null) made.add(uuid);
    const value = { ...(nth === 0 ? headOf(asObject(message)) : {}), ...saidIn(stretch, uuid, parent) };
    parent = uuid;
    return { value, place: placeIn(stretch, (path) => placeOf(['messages', n, ...path])) };
  });
  return { sent, made };
}

const inStretches = (sent: unknown, n: number) => {
  const message = isObject(sent) ? sent : { content: sent };
  return isBlank(sent) ? [] : stretchesOf(message).map((stretch, nth) => ({ message, n, nth, stretch }));
};

const idOf = (message: unknown): string | null => {
  const { uuid, content } = asObject(message);
  return asWords(uuid) ?? asWords(asObject(content).id);
};

const saidIn = ({ by, blocks }: Stretch, uuid: string, parent: string | null): Fields => ({
  uuid,
  sender: by,
  text: '',
  content: blocks.map(({ value }) => value),
  ...(parent === null ? {} : { parent_message_uuid: parent }),
});

const placeIn =
  ({ blocks }: Stretch, place: PlaceOf): SentMessage['place'] =>
  ([list, number]) => {
    if (typeof number !== 'number') return [place([])];
    if (list === 'content') return [place(blocks[number]?.path ?? [])];
    return [place(list === 'attachments' ? ['content', 'attachments', number] : [])];
  };

const USED: ReadonlySet<string> = new Set([
  ...['id', 'role', 'content', 'timestamp', 'authorName', 'authorAccountUuid', 'attachments', 'contentBlocks'],
]);

const OF_MESSAGE: ReadonlySet<string> = new Set(['uuid', 'role', 'created_at', 'content']);

/** What a message says beside its words. Whose account wrote it is no part of the conversation. */
function headOf({ created_at, content, ...beside }: Fields): Fields {
  const inner = asObject(content);
  return {
    ...remaining(beside, OF_MESSAGE),
    ...remaining(inner, USED),
    created_at: created_at ?? inner.timestamp,
    attachments: asList(inner.attachments).map(asAttachment),
  };
}

function asAttachment(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const { name, content, type, ...rest } = sent;
  return { ...rest, file_name: name, file_type: type, extracted_content: content };
}

function stretchesOf(fields: Fields): Stretch[] {
  const inner = asObject(fields.content);
  const by = (asText(fields.role) ?? asText(inner.role)) === 'user' ? 'human' : 'assistant';
  const stretches: Stretch[] = [{ by, blocks: [] }];
  for (const block of blocksOf(fields.content)) {
    const speaker = block.value.type === 'user_interjection' ? 'human' : by;
    const last = stretches.at(-1);
    const value = speaker === by ? block.value : { ...block.value, type: 'text' };
    if (last?.by === speaker) last.blocks.push({ ...block, value });
    else stretches.push({ by: speaker, blocks: [{ ...block, value }] });
  }
  return stretches;
}

/** The blocks of a message; words that stand beside them and in none of them come first. */
function blocksOf(content: unknown): Block[] {
  const inner = isObject(content) ? content : Array.isArray(content) ? { contentBlocks: content } : { content };
  const blocks = asList(inner.contentBlocks).flatMap((block, n) =>
    readBlock(block).map(
      (value): Block => ({ value, path: isObject(content) ? ['content', 'contentBlocks', n] : ['content', n] }),
    ),
  );
  const words = asWords(inner.content);
  const isSaid = blocks.some(
    ({ value }) => value.type === 'text' && asText(value.text)?.includes(words ?? '') === true,
  );
  const path = isObject(content) ? ['content', 'content'] : ['content'];
  return words === null || isSaid ? blocks : [{ value: { type: 'text', text: words }, path }, ...blocks];
}

/** A block as a conversation has it: a call that was answered is two of them. */
function readBlock(block: unknown): Fields[] {
  const { type, text, toolCall, ...rest } = asObject(block);
  if (type === 'thinking') return [{ ...rest, type, thinking: asText(text) ?? '' }];
  if (type !== 'tool_call' || !isObject(toolCall)) return [isObject(block) ? block : { type: null, text: block }];
  const { id, name, input, output, type: kind, ...more } = toolCall;
  const call = { ...rest, ...more, type: 'tool_use', id, name, input, tool_type: kind };
  if (output === undefined || output === null) return [call];
  const content = Array.isArray(output) ? output : [isObject(output) ? output : { type: 'text', text: String(output) }];
  return [call, { type: 'tool_result', tool_use_id: id, name, content }];
}
