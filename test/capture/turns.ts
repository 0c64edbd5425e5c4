import { expect } from 'vitest';
import type { Sink } from '../../src/capture/sink/sink';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { addJob, newExport } from '../../src/store/jobs';
import type { SessionRow } from '../../src/store/rows';
import { readLog as keptLog } from '../../src/store/sessions';
import { conversation, message, node } from '../providers/chatgpt/compose';
import { adds, begins, ends, more, sse, stream, WORDS } from '../providers/chatgpt/streams';
import { CHATGPT, capture, chatgptRead, newDatabase, type Offer, sinkOver } from './offer';

/* Streams of ChatGPT as they are heard, and the reads that come after them. */

export const newSink = async (): Promise<Sink> => sinkOver(await newDatabase());
export const SEND = { route: 'stream', method: 'POST', path: '/backend-api/f/conversation' } as const;

export const asked = (id: string, words: string, at = 1_780_000_000) =>
  message(id, 'user', words, { create_time: at, status: 'finished_successfully' });
export const answered = (id: string, words: string, at = 1_780_000_001) =>
  message(id, 'assistant', words, { create_time: at, end_turn: true, channel: 'final', metadata: { model_slug: 'm' } });

export type Sent = ReturnType<typeof message>;

/** The stream of an answer to what the page sends, the question echoed, the answer in pieces. */
export function turn(
  question: Sent | null,
  answer: Sent,
  parent: string,
  more_: Record<string, unknown> = {},
): Partial<Offer> {
  const words = String((answer.content as { parts: string[] }).parts[0]);
  const opening = { ...answer, content: { content_type: 'text', parts: [''] }, status: 'in_progress', end_turn: null };
  const echo = question && { ...question, metadata: { parent_id: parent } };
  const body = stream(
    ...(echo ? [sse({ type: 'input_message', input_message: echo, conversation_id: 'c-1' })] : []),
    begins({ ...opening, metadata: { model_slug: 'm', parent_id: question?.id ?? parent } }, 1),
    adds(WORDS, words.slice(0, 3)),
    more(words.slice(3)),
    ends,
  );
  const request = { messages: question ? [question] : [], conversation_id: 'c-1', parent_message_id: parent, ...more_ };
  return { ...SEND, body, request: JSON.stringify(request) };
}

export const hear = (sink: Sink, offer: Partial<Offer>): Promise<SessionRow | null> =>
  capture(sink, chatgptRead('c-1', '', offer));

let reads = 0;

/** The read of the whole conversation, that the person asked for. */
export async function ask(sink: Sink, tree: Record<string, unknown>): Promise<SessionRow | null> {
  const { tab, site, origin } = CHATGPT;
  const job = newExport(`read-${++reads}`, { sessions: [] }, '2026-11-01T00:00:00.000Z');
  const wants = { tab, site, origin, conversation: 'c-1', pack: false };
  await addJob(sink.db, { ...job, kind: 'read', ask: wants, result: null });
  return capture(sink, chatgptRead('c-1', JSON.stringify(tree), { job: job.id }));
}

export const eventsOf = async (sink: Sink, row: SessionRow | null): Promise<Event[]> => {
  const { events, faults } = readLog((await keptLog(sink.db, row?.id ?? '')) ?? []);
  expect(faults).toEqual([]);
  return [...events];
};

export const tree = (
  nodes: readonly (readonly [Sent, parent: string | null, children: readonly string[]])[],
  leaf: string,
) =>
  conversation(
    Object.fromEntries([
      ['root', node('root', null, [], null)],
      ...nodes.map(([sent, parent, children]) => [sent.id, node(String(sent.id), parent ?? 'root', children, sent)]),
    ]),
    leaf,
  );

export const [U1, A1] = [asked('u1', 'When is the ebb?'), answered('a1', 'From ten to four.')];
export const [U2, A2] = [asked('u2', 'And the flood?', 1_780_001_000), answered('a2', 'After that.', 1_780_001_001)];
/** The tree of the first question and its answer alone. */
export const firstTurn = () =>
  tree(
    [
      [U1, null, ['a1']],
      [A1, 'u1', []],
    ],
    'a1',
  );
