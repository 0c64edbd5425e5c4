import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Draft, ExchangeHead, Reading, SessionReading } from '../../../src/providers/contract';

type Fields = Record<string, unknown>;

/** A message as the site sends it; `more` replaces or adds members. */
export const message = (id: string, role: string, content: unknown, more: Fields = {}): Fields => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1_780_000_000,
  update_time: null,
  content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
  status: 'finished_successfully',
  end_turn: null,
  weight: 1,
  metadata: {},
  recipient: 'all',
  channel: null,
  ...more,
});

export const node = (key: string, parent: string | null, children: readonly string[], sent: unknown): Fields => ({
  id: key,
  message: sent,
  parent,
  children,
});

/** Messages one below the other, under an empty root. */
export function chain(messages: readonly Fields[]): Fields {
  const ids = messages.map(({ id }) => String(id));
  const nodes = messages.map((sent, i) => [
    ids[i],
    node(ids[i] ?? '', ids[i - 1] ?? 'root', ids.slice(i + 1, i + 2), sent),
  ]);
  return Object.fromEntries([['root', node('root', null, ids.slice(0, 1), null)], ...nodes]);
}

export const conversation = (mapping: unknown, current: unknown, more: Fields = {}): Fields => ({
  title: 'Composed',
  create_time: 1_780_000_000,
  update_time: 1_780_000_600,
  mapping,
  current_node: current,
  conversation_id: 'c-1',
  ...more,
});

export const head: ExchangeHead = {
  site: 'chatgpt',
  origin: 'https://chatgpt.com',
  route: 'conversation',
  method: 'GET',
  address: null,
  status: 200,
  type: 'application/json',
  at: '2026-06-01T08:00:00.000Z',
  capture: 'asked',
  form: 'read',
};

export const readAny = (value: unknown): Reading => chatgptReader.read({ head, value, text: '', request: null });

/** Reads a value that must be a session. */
export function read(value: unknown): SessionReading {
  const reading = readAny(value);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading;
}

/** Reads messages in a row, and gives the drafts by id. */
export function readChain(messages: readonly Fields[], more: Fields = {}): Map<string, Draft> {
  const last = messages.at(-1)?.id;
  return new Map(read(conversation(chain(messages), last, more)).drafts.map((draft) => [draft.id, draft]));
}

export const draftOf = (drafts: ReadonlyMap<string, Draft>, id: string): Draft => {
  const draft = drafts.get(`chatgpt:${id}`);
  if (!draft) throw new Error(`no event ${id}`);
  return draft;
};

export const partsOf = (draft: Draft, type?: string): Fields[] =>
  ((draft.body as { parts?: Fields[] }).parts ?? []).filter((part) => type === undefined || part.type === type);

export const textOf = (draft: Draft): string =>
  partsOf(draft, 'text')
    .map(({ text }) => text)
    .join('');

/** A mark as the site writes it, in the private use area. */
export const mark = (...args: readonly string[]): string => `\ue200${args.join('\ue202')}\ue201`;
