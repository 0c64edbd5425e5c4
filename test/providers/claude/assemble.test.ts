import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble, isOurs } from '../../../src/providers/claude/stream-answer';
import { streamEvents } from '../../../src/providers/kit/stream';
import { chats } from './chats';
import type { Said } from './model';
import { event, streamOf } from './render';

const read = (text: string) => assemble(streamEvents(text));
const answers = chats.flatMap(({ name, messages }) =>
  messages.flatMap((said): [string, Said][] => (said.sender === 'assistant' ? [[name, said]] : [])),
);
const start = event('message_start', { message: { uuid: 'a1', parent_uuid: 'u1', content: [] } });
const begin = (index: number, block: object): string => event('content_block_start', { index, content_block: block });
const piece = (index: number, delta: object): string => event('content_block_delta', { index, delta });

test.each(answers)('%s: an answer out of its pieces is what a read of it gives', (_, said) => {
  const { answers: found, asides } = read(streamOf(said));
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toMatchObject({ uuid: said.uuid, parent_message_uuid: said.parent, sender: 'assistant' });
  expect(found[0]?.message.content).toEqual(said.content);
  expect(found[0]?.complete).toBe(said.stop !== 'user_canceled');
  expect(asides.map(({ type }) => type)).toEqual(['message_limit'].filter(() => said.stop !== 'user_canceled'));
});

test.each(answers)('%s: each block lies where its events do', (_, said) => {
  const text = streamOf(said);
  const bytes = new TextEncoder().encode(text);
  const stretch = ([from, to]: readonly [number, number]): string => new TextDecoder().decode(bytes.subarray(from, to));
  const [answer] = read(text).answers;
  expect(stretch(answer?.whole ?? [0, 0])).toMatch(/^{"type":"message_start".*}$/s);
  for (const [index, place] of (answer?.blocks ?? []).entries()) {
    expect(stretch(place)).toMatch(/^{"type":"content_block_start".*"type":"content_block_stop".*}$/s);
    expect(
      stretch(place)
        .match(/"index":\d+/g)
        ?.every((each) => each === `"index":${index}`),
    ).toBe(true);
  }
});

test('a stream that is cut at any byte gives what came before', { timeout: 60_000 }, () => {
  for (const [, said] of [4, 7, 8, 18].flatMap((n) => answers.slice(n, n + 1))) {
    const whole = streamOf(said);
    const words = said.content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
    let before = 0;
    for (let at = 0; at <= whole.length; at += 7) {
      const { answers: found } = read(whole.slice(0, at));
      const shown = found.flatMap(({ message }) =>
        (message.content as { type: string; text?: string }[]).flatMap(({ type, text = '' }) =>
          type === 'text' ? [text] : [],
        ),
      );
      for (const [i, each] of shown.entries()) expect(words[i]?.startsWith(each)).toBe(true);
      const length = shown.join('').length;
      expect(length).toBeGreaterThanOrEqual(before);
      before = length;
    }
  }
});

test('where the pieces are cut does not matter', () => {
  const whole = 'Wasser, 水, 💧 und «вода»';
  const texts = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }).map((sizes) => {
    const pieces: string[] = [];
    let at = 0;
    for (const size of sizes) {
      pieces.push(whole.slice(at, at + size));
      at += size;
    }
    return [...pieces, whole.slice(at)];
  });
  fc.assert(
    fc.property(texts, (pieces) => {
      const deltas = pieces.map((text) => piece(0, { type: 'text_delta', text })).join('');
      const shown = read(start + begin(0, { type: 'text', text: '' }) + deltas).answers[0]?.message.content;
      expect(shown).toEqual([{ type: 'text', text: whole }]);
    }),
  );
});

test('line ends and comments do not matter', () => {
  const text = streamOf(answers[4]?.[1] as Said);
  const comments = text.replaceAll('\n\nevent', '\n\n: ping - 2026-04-30 13:58:28\n\nevent');
  const plain = read(text).answers.map(({ message }) => message);
  for (const other of [comments, text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\ufeff${text}`])
    expect(read(other).answers.map(({ message }) => message)).toEqual(plain);
});

test('what nobody knows is told beside the answer, never passed over', () => {
  const text =
    start +
    begin(0, { type: 'text', text: '' }) +
    piece(0, { type: 'new_delta', note: 'of a kind to come' }) +
    piece(7, { type: 'signature_delta', signature: 's' }) +
    piece(0, { type: 'text_delta', text: 5 }) +
    event('new_event', { note: 'of another kind' }) +
    'event: message_start\ndata: "not an object"\n\ndata: words\n\n';
  const { asides } = read(text);
  expect(asides.map(({ type }) => type)).toEqual([
    'content_block_delta',
    'content_block_delta',
    'content_block_delta',
    'new_event',
    'message_start',
    null,
  ]);
  expect(asides.map(({ answer }) => answer)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(JSON.stringify(asides)).toMatch(/of a kind to come.*of another kind.*not an object.*words/);
});

test('what is known to say nothing of the session is passed over', () => {
  const quiet = event('ping', {}) + event('conversation_ready', {}) + event('cache_performance', { hit: 1 });
  expect(read(`: ping - now\n\n${quiet}data: [DONE]\n\n`)).toEqual({ answers: [], asides: [] });
});

test('pieces whose beginning was not heard are still an answer', () => {
  const text = piece(0, { type: 'thinking_delta', thinking: 'so' }) + piece(1, { type: 'text_delta', text: 'Yes.' });
  const [answer] = read(text).answers;
  expect(answer?.message).toMatchObject({
    uuid: null,
    content: [
      { type: 'thinking', thinking: 'so' },
      { type: 'text', text: 'Yes.' },
    ],
  });
});

test('a block that begins anew under a known number does not take the place of the first', () => {
  const block = (words: string): string => begin(0, { type: 'text' }) + piece(0, { type: 'text_delta', text: words });
  const [answer] = read(start + block('one') + block('two')).answers;
  expect(answer?.message.content).toEqual([
    { type: 'text', text: 'one' },
    { type: 'text', text: 'two' },
  ]);
});

test('a call whose input was cut off keeps what came of it as text', () => {
  const half = '{"query":"high wa';
  const call = begin(0, { type: 'tool_use', id: 't', name: 'web_search', input: {} });
  const result = begin(1, { type: 'tool_result', tool_use_id: 't', name: 'web_search', content: [] });
  const text =
    start +
    call +
    piece(0, { type: 'input_json_delta', partial_json: half }) +
    result +
    piece(1, { type: 'input_json_delta', partial_json: '[{"type":"text","text":"nine' });
  const content = read(text).answers[0]?.message.content;
  expect(content).toMatchObject([
    { input: half },
    { content: [{ type: 'text', text: '[{"type":"text","text":"nine' }] },
  ]);
});

test('an input that came in one piece at the end is read', () => {
  const stop = event('content_block_stop', { index: 0, buffered_input: '{"n":3}', stop_timestamp: null });
  const text = start + begin(0, { type: 'tool_use', id: 't', name: 'recent_chats', input: {} }) + stop;
  expect(read(text).answers[0]?.message.content).toMatchObject([{ input: { n: 3 } }]);
});

test('a stream as the site sent them until 2024 is one text', () => {
  const old = (completion: string, stop_reason: string | null = null): string =>
    event('completion', { id: 'chatcompl_9', completion, stop_reason, model: 'claude-2.1', log_id: 'l' });
  const text = old(' He') + old('llo') + old('.', 'stop_sequence');
  expect(isOurs(streamEvents(text))).toBe(true);
  expect(read(text).answers).toMatchObject([
    {
      complete: true,
      message: { uuid: 'chatcompl_9', model: 'claude-2.1', content: [{ type: 'text', text: ' Hello.' }] },
    },
  ]);
});

test('streams of the provider’s API and of other chats are not taken for ours', () => {
  const api = event('message_start', { message: { id: 'msg_01', type: 'message', role: 'assistant', content: [] } });
  for (const other of [
    api,
    'event: delta_encoding\ndata: "v1"\n\n',
    event('delta', { v: 1 }),
    'data: {"id":"x"}\n\n',
    '',
  ])
    expect(isOurs(streamEvents(other))).toBe(false);
  expect(isOurs(streamEvents(start))).toBe(true);
});
