import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { conversation, message, node } from '../providers/chatgpt/compose';
import { file, pack, show, verify } from './run';

const tree = conversation(
  {
    q: node('q', null, ['a'], message('q', 'user', 'When is slack water?')),
    a: node('a', 'q', [], message('a', 'assistant', 'At ten.')),
  },
  'a',
  { conversation_id: undefined },
);
const ASKED = 'GET /backend-api/conversation/6a3f-1?x=1';

test('an answer that was written down with its request is read as that exchange, and its bytes alone are kept', async () => {
  const around = `{"_request": ${JSON.stringify(ASKED)}, "_status": 200, "_note": "around it", "_response":  `;
  const { zip, code } = await pack([file('answer.json', `${around}${JSON.stringify(tree)}\n}`)]);
  expect(code).toBe(0);
  expect((await verify(zip, true)).code).toBe(0);
  const log = (await show(zip, 'jsonl')).said;
  expect(log).toContain('"session":"6a3f-1"');
  expect(log).toContain('When is slack water?');
  const packed = Object.entries(unzipSync(readFileSync(zip))).find(([name]) => name.endsWith('raw.pack'))?.[1];
  const raw = Buffer.from(packed ?? []).toString();
  expect(raw).toContain('"address":"https://chatgpt.com/backend-api/conversation/6a3f-1?x=1"');
  expect(raw).not.toContain('around it');
});

test.each([
  ['of a site that has no such address', { _request: 'GET /nowhere/1', _response: tree }],
  ['of another host', { _request: 'GET //evil.example/backend-api/conversation/1', _response: tree }],
  ['of an address that is none', { _request: 'GET /\\evil:99999999/api', _response: tree }],
  ['of no request', { _request: 'DELETE /backend-api/conversation/1', _response: tree }],
  ['with an answer that is no conversation', { _request: ASKED, _response: { items: [] } }],
])('one %s is refused with a sentence', async (_, written) => {
  const { code, last } = await pack([file('answer.json', written)]);
  expect(code).toBe(1);
  expect(last).toMatch(/answer\.json: this (JSON is of no site|is not a conversation)/);
});

test('a stream that was cut off inside a character says what it said before', async () => {
  const answer = {
    id: 'a',
    author: { role: 'assistant' },
    content: { content_type: 'text', parts: ['Ebb at ten 🌊'] },
  };
  const stream = Buffer.from(`data: ${JSON.stringify({ message: answer, conversation_id: 'c' })}\n\ndata: {"v":"🌊`);
  const { zip, code } = await pack([file('cut.txt', new Uint8Array(stream.subarray(0, -1)))]);
  expect(code).toBe(0);
  expect((await show(zip, 'jsonl')).said).toContain('Ebb at ten 🌊');
});
