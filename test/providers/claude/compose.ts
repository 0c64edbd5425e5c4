import { claudeReader } from '../../../src/providers/claude/read';
import type { Draft, ExchangeHead, Reading, SessionReading } from '../../../src/providers/contract';

type Fields = Record<string, unknown>;

export const ROOT = '00000000-0000-4000-8000-000000000000';
export const TIME = '2026-06-01T08:00:00.123456Z';

export const text = (words: string, more: Fields = {}): Fields => ({
  type: 'text',
  text: words,
  citations: [],
  ...more,
});

export const thinking = (words: string, more: Fields = {}): Fields => ({
  type: 'thinking',
  thinking: words,
  summaries: [],
  cut_off: false,
  ...more,
});

export const call = (id: string | null, name: string, input: unknown, more: Fields = {}): Fields => ({
  type: 'tool_use',
  id,
  name,
  input,
  message: null,
  ...more,
});

export const result = (id: string | null, name: string, content: unknown, more: Fields = {}): Fields => ({
  type: 'tool_result',
  tool_use_id: id,
  name,
  content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  is_error: false,
  ...more,
});

/** A message as the site sends it; `content` a text or blocks. */
export const message = (
  uuid: string,
  sender: string,
  content: string | readonly Fields[],
  parent: string | null,
  more: Fields = {},
): Fields => ({
  uuid,
  text: '',
  content: typeof content === 'string' ? [text(content)] : content,
  sender,
  index: 0,
  created_at: TIME,
  updated_at: TIME,
  truncated: false,
  attachments: [],
  files: [],
  files_v2: [],
  sync_sources: [],
  parent_message_uuid: parent,
  ...more,
});

export const conversation = (messages: readonly unknown[], leaf: string | null, more: Fields = {}): Fields => ({
  uuid: 'c-1',
  name: 'Composed',
  summary: '',
  model: 'claude-opus-4-8',
  created_at: TIME,
  updated_at: TIME,
  settings: {},
  current_leaf_message_uuid: leaf,
  chat_messages: messages,
  ...more,
});

export const head: ExchangeHead = {
  site: 'claude',
  origin: 'https://claude.ai',
  route: 'conversation',
  method: 'GET',
  address: null,
  status: 200,
  type: 'application/json',
  at: '2026-06-01T09:00:00.000Z',
  capture: 'asked',
  form: 'read',
};

export const readAny = (value: unknown): Reading => claudeReader.read({ head, value, text: '', request: null });

/** Reads a value that must be a session. */
export function read(value: unknown): SessionReading {
  const reading = readAny(value);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading;
}

/** The drafts of messages in a row, by id. */
export function readRow(...messages: readonly Fields[]): Map<string, Draft> {
  const row = messages.map((each, i) => ({ ...each, parent_message_uuid: messages[i - 1]?.uuid ?? ROOT }));
  const last = messages.at(-1)?.uuid;
  return byId(read(conversation(row, typeof last === 'string' ? last : null)).drafts);
}

/** The drafts of one answer's blocks, by id. */
export const readAnswer = (...blocks: readonly Fields[]): Map<string, Draft> =>
  readRow(message('q', 'human', 'Please.', null), message('a', 'assistant', blocks, null));

export const byId = (drafts: readonly Draft[]): Map<string, Draft> => new Map(drafts.map((draft) => [draft.id, draft]));

export function draftOf(drafts: ReadonlyMap<string, Draft>, id: string): Draft {
  const draft = drafts.get(`claude:${id}`);
  if (!draft) throw new Error(`no event ${id}; there are ${[...drafts.keys()].join(' ')}`);
  return draft;
}

export const partsOf = (draft: Draft, type?: string): Fields[] =>
  ((draft.body as { parts?: Fields[] }).parts ?? []).filter((part) => type === undefined || part.type === type);

export const textOf = (draft: Draft): string =>
  partsOf(draft, 'text')
    .map((part) => part.text)
    .join('');

/** The ids of all events of a kind, in order, without the site's name. */
export const idsOf = (drafts: ReadonlyMap<string, Draft>, kind: string): string[] =>
  [...drafts.values()].flatMap((draft) =>
    draft.kind === kind && !isAlways(draft) ? [draft.id.slice('claude:'.length)] : [],
  );

/** What the site sends with no conversation at all is told of each. */
export const isAlways = ({ body }: Pick<Draft, 'body'>): boolean => 'always' in body && body.always === true;
