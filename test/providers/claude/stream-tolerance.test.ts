import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/lib/json';
import { claudeReader } from '../../../src/providers/claude/read';
import type { ExchangeHead, Reading } from '../../../src/providers/contract';
import { places, put, without } from '../spoil';
import { chats } from './chats';
import { answersOf } from './merge';
import { asStream } from './render';

type Fields = Record<string, unknown>;

const nested = (depth: number): unknown => {
  let value: unknown = 'the innermost text';
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { inside: value };
  return value;
};
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('\ud800', '', 1e308, -1, [], {}, [[]], nested(300), nested(3_000)),
  fc.constantFrom<unknown>(
    parseJson('{"__proto__": {"text": "x"}, "constructor": 1}'),
    '__proto__',
    'text',
    'tool_use',
  ),
);

const head = (route: string, address: string | null): ExchangeHead => ({
  site: 'claude',
  origin: 'https://claude.ai',
  route,
  method: 'POST',
  address,
  status: 200,
  type: null,
  at: '2026-07-30T00:00:00.000Z',
  capture: 'heard',
  form: 'stream',
});

const streams = chats.flatMap((chat) =>
  answersOf(chat).map((answer) => {
    const { address, request, text } = asStream(chat, answer);
    const events = text.split('\n\n').slice(0, -1);
    return {
      address,
      request,
      values: events.map((each) => parseJson(each.slice(each.indexOf('data: ') + 6)) as Fields),
    };
  }),
);

const write = (values: readonly unknown[]): string =>
  values.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
const readStream = (text: string, address: string, request: string): Reading =>
  claudeReader.read({ head: head('completion', address), value: undefined, text, request });

/** All words that a reading shows, in a row. */
const shownIn = (reading: Reading): string =>
  reading.kind === 'session' ? reading.drafts.map(({ body }) => JSON.stringify(body)).join('') : '';

const wordsIn = (value: Fields): string[] => {
  const { text } = (value.delta ?? {}) as { text?: unknown };
  return typeof text === 'string' ? [JSON.stringify(text).slice(1, -1)] : [];
};

test('whatever one member of a stream is or is not, nothing is thrown and the other pieces are kept', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), fc.option(odd, { nil: undefined, freq: 3 }), (which, at, where, by) => {
      const stream = streams[which % streams.length];
      if (!stream) return;
      const { address, request, values } = stream;
      const spoilt = at % values.length;
      const all = places(values[spoilt], 200);
      const place = all[where % all.length] ?? [];
      const other = by === undefined ? without(values[spoilt], place) : put(values[spoilt], place, () => by);
      const reading = readStream(write(values.with(spoilt, other as Fields)), address, request);
      expect(reading.kind).toBe('session');
      const isStart = values[spoilt]?.type === 'content_block_start' || values[spoilt]?.type === 'message_start';
      // without its beginning a text cannot be told from a thought; every letter is there all the same
      const pieces = values.filter((_, n) => n !== spoilt && !isStart).flatMap(wordsIn);
      const shown = shownIn(reading);
      for (const piece of pieces) expect(shown).toContain(piece);
    }),
    { numRuns: 600 },
  );
});

test('events in any order, several times or not at all: nothing is thrown', { timeout: 60_000 }, () => {
  const stream = streams[4];
  if (!stream) throw new Error('no stream');
  fc.assert(
    fc.property(fc.array(fc.nat(stream.values.length - 1), { maxLength: 40 }), (numbers) => {
      const reading = readStream(write(numbers.map((n) => stream.values[n])), stream.address, stream.request);
      if (reading.kind !== 'session') throw new Error(reading.kind);
      const ids = reading.drafts.map(({ id }) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      for (const { id, parents } of reading.drafts) expect(parents).not.toContain(id);
    }),
    { numRuns: 300 },
  );
});

test('whatever the request is, the answer is read', { timeout: 30_000 }, () => {
  const stream = streams.find(({ request }) => request.includes('Pasted'));
  if (!stream) throw new Error('no stream');
  const request = parseJson(stream.request);
  const all = places(request, 100);
  fc.assert(
    fc.property(fc.nat(), odd, fc.boolean(), (where, by, gone) => {
      const place = all[where % all.length] ?? [];
      const other = gone ? without(request, place) : put(request, place, () => by);
      const reading = readStream(write(stream.values), stream.address, JSON.stringify(other));
      expect(shownIn(reading)).toContain('A shore');
    }),
    { numRuns: 300 },
  );
  for (const text of ['', 'x', '[]', 'null', '{"prompt":', '\ud800', '{"turn_message_uuids":5,"files":{}}'])
    expect(shownIn(readStream(write(stream.values), stream.address, text))).toContain('A shore');
});

const DESIGN = {
  uuid: 'd1',
  project: { uuid: 'p', name: 'n' },
  messages: [
    {
      uuid: 'm1',
      role: 'user',
      content: { role: 'user', content: 'Blue', attachments: [{ name: 'a', content: 'b' }] },
    },
    {
      uuid: 'm2',
      role: 'assistant',
      content: {
        role: 'assistant',
        content: 'Done',
        contentBlocks: [
          { type: 'thinking', text: 'Hm' },
          { type: 'tool_call', toolCall: { id: 't', name: 'w', input: { a: 1 }, output: 'ok' } },
          { type: 'user_interjection', text: 'Wait' },
        ],
      },
    },
  ],
};
const EVENTS = {
  data: [
    { event_id: 'e1', sequence_num: 1, payload: { type: 'system', subtype: 'init', model: 'm' } },
    { event_id: 'e2', sequence_num: 2, payload: { type: 'user', message: { content: 'Hello' } } },
    {
      event_id: 'e3',
      sequence_num: 3,
      payload: { type: 'assistant', parent_tool_use_id: 't', message: { content: [{ type: 'text', text: 'Yes' }] } },
    },
    { event_id: 'e4', sequence_num: 4, payload: { type: 'result', usage: { output_tokens: 1 } } },
    {
      event_id: 'e5',
      sequence_num: 5,
      payload: { type: 'control_response', response: { response: { behavior: 'allow' } } },
    },
  ],
};
const PROJECT = {
  uuid: 'p',
  name: 'n',
  prompt_template: 'Be brief',
  docs: [{ filename: 'f', content: 'c' }],
  updated_at: 'x',
};

test.each([
  ['a design chat', 'export', DESIGN],
  ['a page of events', 'agent-events', EVENTS],
  ['a project', 'project', PROJECT],
])('%s with any member odd or gone is read or told not to be', (_, route, value) => {
  const all = places(value, 300);
  fc.assert(
    fc.property(fc.nat(), odd, fc.boolean(), (where, by, gone) => {
      const place = all[where % all.length] ?? [];
      const other = gone ? without(value, place) : put(value, place, () => by);
      const given = { head: head(route, null), value: other, text: '', request: null };
      const reading = claudeReader.read(given);
      expect(['session', 'drift', 'nothing']).toContain(reading.kind);
      claudeReader.recognises(other);
      claudeReader.isExported?.(other);
      claudeReader.projectsIn?.([other]);
    }),
    { numRuns: 400 },
  );
});
