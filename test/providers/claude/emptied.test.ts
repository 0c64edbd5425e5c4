import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import { claude } from '../../../src/providers/claude/site';
import { readLog } from '../../../src/store/sessions';
import { capture, newDatabase, type Offer, sinkOver } from '../../capture/offer';
import { conversation, message, ROOT, readAny } from './compose';

/** What a call that the site has given up answers with success. */
const EMPTIED: readonly (readonly [string, string])[] = [
  ['no messages', JSON.stringify(conversation([], null))],
  ['messages that are null', JSON.stringify(conversation([null, null], null))],
  ['null in the place of messages', JSON.stringify({ ...conversation([], null), chat_messages: null })],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['null', 'null'],
  ['no body', ''],
];

const row = conversation([message('q', 'human', 'High?', ROOT), message('a', 'assistant', 'At six.', 'q')], 'a');

const offer = (body: string): Offer => ({
  from: { site: 'claude', origin: 'https://claude.ai', tab: 8, granted: true },
  route: 'conversation',
  method: 'GET',
  path: '/api/organizations/o-1/chat_conversations/c-1',
  page: '/chat/c-1',
  body,
});

describe('B36: a call of Claude that answers with success and says nothing', () => {
  test.each(EMPTIED)('%s: drift, never a session without messages', (_, body) => {
    const value: unknown = body === '' ? undefined : JSON.parse(body);
    expect(readAny(value)).toMatchObject({ kind: 'drift' });
  });

  test.each(EMPTIED)('%s, of a chat that is kept: nothing is overwritten, and it is said', async (_, body) => {
    const sink = sinkOver(await newDatabase(), { sites: [claude], readerOf: () => claudeReader });
    const kept = await capture(sink, offer(JSON.stringify(row)));
    expect(kept?.counts).toMatchObject({ messages: 2, gaps: 0 });
    const before = (await readLog(sink.db, kept?.id ?? '')) ?? [];
    const after = await capture(sink, offer(body));
    expect(after?.last).toMatchObject({ kind: 'drift' });
    expect(after?.counts).toMatchObject({ messages: 2, gaps: 1 });
    expect(after?.title).toBe('Composed');
    expect(((await readLog(sink.db, kept?.id ?? '')) ?? []).slice(0, before.length)).toEqual(before);
  });
});
