import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { listSessions } from '../../src/store/sessions';
import { adds, begins, complete, DONE, ends, sse, V1, WORDS } from '../providers/chatgpt/streams';
import { holds, type Offer } from './offer';
import { A1, ask, eventsOf, firstTurn, hear, newSink, SEND, turn, U1 } from './turns';

describe('an answer that goes on over a socket', () => {
  const item = (encoded_item: string) => ({
    topic_id: 'conversation-turn-t-1',
    payload: { type: 'conversation-turn-stream', payload: { conversation_id: 'c-1', encoded_item } },
  });
  const opened = begins(
    { ...A1, content: { content_type: 'text', parts: [''] }, status: 'in_progress', end_turn: null },
    1,
  );
  const named = opened.replace('"model_slug":"m"', '"model_slug":"m","parent_id":"u1"');
  const [address, route] = ['wss://ws.chatgpt.com/p18/ws/user/user-PLANTED?verify=PLANTED', 'socket'];
  const socket: Partial<Offer> = {
    ...{ route, method: 'GET', address, page: '/c/another-one' },
    body: [V1, named, adds(WORDS, 'From ten to four.'), ends, complete()]
      .map((each) => `${JSON.stringify([item(each)])}\n`)
      .join(''),
  };

  test('joins what the page sent, and a read confirms both', async () => {
    const sink = await newSink();
    const handoff = sse({ type: 'stream_handoff', options: [], conversation_id: 'c-1' });
    const { request } = turn(U1, A1, 'client-created-root', { conversation_id: undefined });
    await hear(sink, { ...SEND, body: `${V1}${handoff}${DONE}`, ...(request === undefined ? {} : { request }) });
    const row = await hear(sink, socket);
    expect(await listSessions(sink.db)).toHaveLength(1);
    expect(row).toMatchObject({ native: 'c-1', counts: { messages: 2, gaps: 0 }, leaf: 'chatgpt:a1' });
    const after = await eventsOf(sink, await ask(sink, firstTurn()));
    expect(after.filter(({ id }) => id === 'chatgpt:a1')).toHaveLength(1);
    expect(await holds(sink.db, 'PLANTED')).toEqual([]);
  });

  test('is heard of the site alone', async () => {
    const sink = await newSink();
    for (const other of [
      'wss://ws.evil.example/ws/user/u',
      'wss://chatgpt.com/ws/user/u',
      'wss://ws.chatgpt.com/other',
    ])
      expect(await hear(sink, { ...socket, address: other })).toBeNull();
    expect(await hear(sink, { ...SEND, address: 'https://ws.chatgpt.com/backend-api/f/conversation' })).toBeNull();
    expect(await listSessions(sink.db)).toEqual([]);
  });
});
