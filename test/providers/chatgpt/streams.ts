import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Draft, Reading, SessionReading } from '../../../src/providers/contract';
import { head, message } from './compose';

type Fields = Record<string, unknown>;

/** One event of a stream as the site writes it. */
export const sse = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

export const delta = (change: Fields): string => sse(change, 'delta');
export const V1 = sse('"v1"', 'delta_encoding');
export const DONE = sse('[DONE]');
export const complete = (conversation = 'c-1'): string =>
  sse({ type: 'message_stream_complete', conversation_id: conversation }) + DONE;

/** The event that begins a message. */
export const begins = (message: Fields, c = 0, conversation = 'c-1'): string =>
  delta({ v: { message, conversation_id: conversation, error: null }, c });

export const adds = (path: string, value: unknown): string => delta({ p: path, o: 'append', v: value });
export const more = (value: unknown): string => delta({ v: value });
export const WORDS = '/message/content/parts/0';
export const ends = delta({
  p: '',
  o: 'patch',
  v: [
    { p: '/message/status', o: 'replace', v: 'finished_successfully' },
    { p: '/message/end_turn', o: 'replace', v: true },
  ],
});

/** A whole stream in encoding v1. */
export const stream = (...events: readonly string[]): string => `${V1}${events.join('')}${complete()}`;

const STREAM = {
  ...head,
  route: 'stream',
  method: 'POST',
  type: 'text/event-stream',
  capture: 'heard',
  form: 'stream',
};

export const readText = (text: string, request: unknown = null, route = 'stream'): Reading =>
  chatgptReader.read({
    head: { ...STREAM, route, capture: 'heard', form: 'stream' },
    value: undefined,
    text,
    request: request === null ? null : JSON.stringify(request),
  });

/** Reads a stream that must be a session; its drafts by id. */
export function heard(
  text: string,
  request: unknown = null,
  route = 'stream',
): SessionReading & { readonly byId: ReadonlyMap<string, Draft> } {
  const reading = readText(text, request, route);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return { ...reading, byId: new Map(reading.drafts.map((draft) => [draft.id, draft])) };
}

/** An answer of which nothing was said yet. */
export const opening = (id: string, members: Fields = {}): Fields =>
  message(id, 'assistant', '', { status: 'in_progress', channel: 'final', ...members });

/** The events of a whole answer, in these pieces. */
export const answer = (id: string, ...words: readonly string[]): string =>
  [begins(opening(id), 1), adds(WORDS, words[0] ?? ''), ...words.slice(1).map(more), ends].join('');
