import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../src/model/chain';
import { newExport } from '../../src/store/jobs';
import { readLog as keptLog, readSession } from '../../src/store/sessions';
import { bigConversation, jsonOf, startingConversations } from '../sites/chatgpt/conversations';
import { capture, chatgptRead, everything, newDatabase, practiceRead, sinkOver } from './offer';

const chat = (id: string, ...texts: string[]) => ({
  chat: {
    id,
    title: `On ${id}`,
    created: '2026-09-21T08:00:00Z',
    updated: '2026-09-21T08:10:00Z',
    leaf: `m${texts.length - 1}`,
  },
  messages: texts.map((text, n) => ({
    id: `m${n}`,
    parent: n === 0 ? null : `m${n - 1}`,
    author: n % 2 === 0 ? 'user' : 'assistant',
    model: null,
    sent: `2026-09-21T08:0${n}:00Z`,
    text,
  })),
});

describe('an exchange becomes lines of a log', () => {
  test('a first read makes a session, whose log holds', async () => {
    const sink = sinkOver(await newDatabase());
    const session = await capture(sink, practiceRead(chat('bread', 'How long?', 'An hour.')));
    expect(session).toMatchObject({ site: 'practice', native: 'bread', title: 'On bread', copy: null });
    expect(session?.counts).toMatchObject({ messages: 2, gaps: 0 });
    expect(session?.last).toMatchObject({ kind: 'new', capture: 'heard', cut: false });
    const { faults, events } = readLog((await keptLog(sink.db, session?.id ?? '')) ?? []);
    expect(faults).toEqual([]);
    expect(events[0]).toMatchObject({
      kind: 'session.started',
      body: { address: 'http://127.0.0.1:41973/chat/bread' },
    });
    const rows = await everything(sink.db);
    expect(rows.exchanges).toEqual([]);
    expect(rows.chunks).toEqual([]);
  });
});
