import { type Chat, ORG, ROOT, type Said } from './model';

type Fields = Record<string, unknown>;

const TIME = '2026-07-20T10:';
const at = (index: number): string => `${TIME}${String(index).padStart(2, '0')}:30.123456Z`;

const base = (said: Said, index: number): Fields => ({
  uuid: said.uuid,
  text: '',
  content: [...said.content],
  sender: said.sender,
  created_at: at(index),
  updated_at: at(index),
  attachments: [...(said.attachments ?? [])],
  files: [...(said.files ?? [])],
  parent_message_uuid: said.parent ?? ROOT,
});

/** The conversation as the page reads it, all branches. */
export const asRead = ({ uuid, name, leaf, messages, project }: Chat): Fields => ({
  uuid,
  name,
  summary: '',
  model: 'claude-sonnet-4-6',
  created_at: at(0),
  updated_at: at(messages.length),
  settings: { enabled_web_search: true },
  is_starred: false,
  is_temporary: false,
  platform: 'CLAUDE_AI',
  current_leaf_message_uuid: leaf,
  project_uuid: project?.uuid ?? null,
  project: project ?? null,
  chat_messages: messages.map((said, index) => ({
    ...base(said, index),
    index,
    truncated: said.stop === 'user_canceled',
    files_v2: [...(said.files ?? [])],
    sync_sources: [],
    ...(said.stop === undefined ? {} : { stop_reason: said.stop }),
    ...(said.retry ? { input_mode: 'retry' } : {}),
    ...(said.compaction ? { compaction_summary: said.compaction } : {}),
  })),
});

/** The same in the official export: no leaf, no model, no ids of tools; the text once more, as an old page shows it. */
export const asExport = ({ uuid, name, messages }: Chat): Fields => ({
  uuid,
  name,
  summary: '',
  created_at: at(0),
  updated_at: at(messages.length),
  account: { uuid: '5e5e5e5e-0000-4000-8000-0000000000ac' },
  chat_messages: messages.map((said, index) => ({
    ...base(said, index),
    text: said.content.map(exportedText).join(''),
    content: said.content.map(exportedBlock),
    attachments: (said.attachments ?? []).map(({ id: _, ...rest }) => rest),
    files: (said.files ?? []).map(({ file_name, file_uuid }) => ({ file_name, file_uuid })),
  })),
});

const exportedText = ({ type, text }: Fields): string =>
  type === 'text' ? String(text) : '\n```\nThis block is not supported on your current device yet.\n```\n';

function exportedBlock(block: Fields): Fields {
  if (block.type === 'tool_use') return { ...block, id: null };
  if (block.type === 'tool_result') return { ...block, tool_use_id: null };
  if (block.type !== 'text') return block;
  const citations = (block.citations as Fields[]).map(({ uuid, start_index, end_index, url }) => ({
    uuid,
    start_index,
    end_index,
    details: { type: 'web_search_citation', url },
  }));
  return { ...block, citations };
}

/** A public snapshot: the branch that was shown when it was made. */
export function asShare(chat: Chat): Fields {
  const byId = new Map(chat.messages.map((said) => [said.uuid, said]));
  const branch: Said[] = [];
  for (let said = byId.get(chat.leaf); said; said = byId.get(said.parent ?? '')) branch.unshift(said);
  return {
    uuid: '5e5e5e5e-0000-4000-8000-0000000000dd',
    conversation_uuid: chat.uuid,
    snapshot_name: chat.name,
    created_at: at(50),
    updated_at: at(50),
    is_public: true,
    chat_messages: branch.map((said) => ({
      ...base(said, chat.messages.indexOf(said)),
      index: chat.messages.indexOf(said),
    })),
  };
}

export interface Streamed {
  readonly address: string;
  readonly route: 'completion' | 'retry';
  readonly request: string;
  readonly text: string;
}

/** How the page asked for one answer, and how that was streamed. */
export function asStream(chat: Chat, answer: Said): Streamed {
  const asked = chat.messages.find(({ uuid }) => uuid === answer.parent);
  const path = `https://claude.ai/api/organizations/${ORG}/chat_conversations/${chat.uuid}`;
  return {
    address: `${path}/${answer.retry ? 'retry_completion' : 'completion'}`,
    route: answer.retry ? 'retry' : 'completion',
    request: JSON.stringify(requestOf(answer, asked)),
    text: streamOf(answer),
  };
}

function requestOf(answer: Said, asked: Said | undefined): Fields {
  const common = { timezone: 'Europe/Paris', model: 'claude-sonnet-4-6', rendering_mode: 'messages', tools: [] };
  if (answer.retry || !asked)
    return { ...common, prompt: '', parent_message_uuid: answer.parent, attachments: [], files: [] };
  return {
    ...common,
    prompt: asked.content.map(({ text }) => text).join(''),
    parent_message_uuid: asked.parent ?? ROOT,
    attachments: asked.attachments ?? [],
    files: (asked.files ?? []).map(({ file_uuid }) => file_uuid),
    turn_message_uuids: { human_message_uuid: asked.uuid, assistant_message_uuid: answer.uuid },
  };
}

export const event = (type: string, data: Fields): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** The answer as events. One that was stopped just ends. */
export function streamOf({ uuid, parent, content, stop }: Said): string {
  const message = {
    id: 'chatcompl_1',
    type: 'message',
    role: 'assistant',
    model: '',
    parent_uuid: parent,
    uuid,
    content: [],
  };
  const end =
    stop === 'user_canceled'
      ? ''
      : event('message_delta', { delta: { stop_reason: stop, stop_sequence: null } }) +
        event('message_limit', { message_limit: { type: 'within_limit', windows: {} } }) +
        event('message_stop', {});
  return event('message_start', { message }) + content.map(blockEvents).join('') + end;
}

function blockEvents(block: Fields, index: number): string {
  const { stop_timestamp, ...fields } = block;
  const deltas = deltasOf(block).map((delta) => event('content_block_delta', { index, delta }));
  const start = event('content_block_start', {
    index,
    content_block: { ...fields, stop_timestamp: null, ...emptied(block) },
  });
  return start + deltas.join('') + event('content_block_stop', { index, stop_timestamp });
}

function emptied({ type }: Fields): Fields {
  if (type === 'text') return { text: '', citations: [] };
  if (type === 'thinking') return { thinking: '', summaries: [], cut_off: false };
  return type === 'tool_use' ? { input: {} } : { content: [] };
}

/** Pieces of so many UTF-16 units, never half a character. */
export function inPieces(text: string, length = 5): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length >= length) pieces.push(piece);
    if (piece.length >= length) piece = '';
  }
  return piece === '' ? pieces : [...pieces, piece];
}

const jsonPieces = (value: unknown): Fields[] =>
  inPieces(JSON.stringify(value)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));

function deltasOf(block: Fields): Fields[] {
  if (block.type === 'tool_use') return jsonPieces(block.input);
  if (block.type === 'tool_result') return jsonPieces(block.content);
  if (block.type === 'text') return textDeltas(String(block.text), block.citations as Fields[]);
  return [
    ...inPieces(String(block.thinking)).map((thinking) => ({ type: 'thinking_delta', thinking })),
    ...(block.summaries as Fields[]).map((summary) => ({ type: 'thinking_summary_delta', summary })),
    ...(block.cut_off === true ? [{ type: 'thinking_cut_off_delta', cut_off: true }] : []),
  ];
}

/** Text between the places where citations begin and end. */
function textDeltas(text: string, citations: readonly Fields[]): Fields[] {
  const marks = citations
    .flatMap(({ start_index, end_index, ...citation }) => [
      { at: Number(start_index), delta: { type: 'citation_start_delta', citation } as Fields },
      { at: Number(end_index), delta: { type: 'citation_end_delta', citation_uuid: citation.uuid } as Fields },
    ])
    .sort((a, b) => a.at - b.at);
  const deltas: Fields[] = [];
  let from = 0;
  for (const mark of [...marks, { at: text.length, delta: null }]) {
    for (const piece of inPieces(text.slice(from, mark.at))) deltas.push({ type: 'text_delta', text: piece });
    if (mark.delta) deltas.push(mark.delta);
    from = mark.at;
  }
  return deltas;
}
