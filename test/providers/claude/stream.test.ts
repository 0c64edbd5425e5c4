import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import { readCompletion } from '../../../src/providers/claude/stream';
import type { Draft, Reading, SessionReading } from '../../../src/providers/contract';
import { overSamples } from '../../samples';
import { ORIGIN } from './merge';
import { ORG, ROOT, type Said, text, tool, words } from './model';
import { event, streamOf } from './render';

const ADDRESS = `${ORIGIN}/api/organizations/${ORG}/chat_conversations/c-1/completion`;

function readAny(text: string, request: unknown = null, address: string | null = ADDRESS): Reading {
  const head = { site: 'claude', origin: ORIGIN, route: 'completion', method: 'POST', address, status: 200 } as const;
  return readCompletion({
    head: { ...head, type: 'text/event-stream', at: '2026-07-30T00:00:00.000Z', capture: 'heard', form: 'stream' },
    value: undefined,
    text,
    request: request === null ? null : JSON.stringify(request),
  });
}

function read(...given: Parameters<typeof readAny>): SessionReading {
  const reading = readAny(...given);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading;
}

const start = event('message_start', { message: { uuid: 'a1', parent_uuid: 'u1', model: 'claude-x', content: [] } });
const say = (words: string): string =>
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: words } }) +
  event('content_block_stop', { index: 0 });
const stop = event('message_delta', { delta: { stop_reason: 'end_turn' } }) + event('message_stop', {});
const turn = { human_message_uuid: 'u1', assistant_message_uuid: 'a1' };
const prompt = { prompt: 'Why?', parent_message_uuid: ROOT, turn_message_uuids: turn, attachments: [], files: [] };

const shown = ({ drafts }: SessionReading): string[] =>
  drafts.flatMap(({ kind, body }) =>
    kind === 'message' && 'parts' in body
      ? (body.parts as { text?: string }[]).flatMap(({ text }) => (text === undefined ? [] : [text]))
      : [],
  );
const find = ({ drafts }: SessionReading, id: string): Draft => {
  const draft = drafts.find((each) => each.id === id);
  if (!draft) throw new Error(`no ${id} among ${drafts.map((each) => each.id).join(' ')}`);
  return draft;
};

describe('the person’s words', () => {
  test('come from the request, before the answer, and point into it', () => {
    const reading = read(start + say('Because.') + stop, prompt);
    expect(reading.native).toBe('c-1');
    expect(reading.cut).toBeUndefined();
    expect(shown(reading)).toEqual(['Why?', 'Because.']);
    expect(find(reading, 'claude:u1')).toMatchObject({ parents: [], raw: [{ request: '/prompt' }] });
    expect(find(reading, 'claude:u1/message.0').raw).toEqual([{ request: '/prompt' }]);
    expect(find(reading, 'claude:a1')).toMatchObject({
      parents: ['claude:u1'],
      actor: { kind: 'assistant', model: 'claude-x' },
      body: { status: 'end_turn' },
    });
  });

  test('with nothing but an attachment or a file are a message all the same (B52)', () => {
    const attachments = [{ file_name: '', file_size: 9, file_type: 'txt', extracted_content: 'Long paste' }];
    const reading = read(start + say('Read.') + stop, { ...prompt, prompt: '', attachments, files: ['f-1'] });
    expect(shown(reading)).toEqual(['Long paste', 'Read.']);
    expect(JSON.stringify(find(reading, 'claude:u1').body)).toContain('f-1');
  });

  test('are not there when another answer to the same words is asked for', () => {
    const request = { prompt: '', parent_message_uuid: 'u1', attachments: [], files: [] };
    const reading = read(start + say('Otherwise.') + stop, request, ADDRESS.replace('completion', 'retry_completion'));
    expect(shown(reading)).toEqual(['Otherwise.']);
    expect(find(reading, 'claude:a1').parents).toEqual(['claude:u1']);
  });

  test('have the id that the answer names where the page chose none', () => {
    const reading = read(start + say('Because.') + stop, { prompt: 'Why?', parent_message_uuid: 'a0' });
    expect(find(reading, 'claude:u1').parents).toEqual(['claude:a0']);
  });

  test('are kept though not a word of an answer came', () => {
    const reading = read('', prompt);
    expect(reading.cut).toBe(true);
    expect(shown(reading)).toEqual(['Why?']);
  });

  test('of a stream as they were until 2024 are above the answer, under no id that the site did not give', () => {
    const old = (completion: string, stop_reason: string | null): string =>
      event('completion', { id: 'chatcompl_9', completion, stop_reason, model: 'claude-2.1' });
    const reading = read(old(' Bec', null) + old('ause.', 'stop_sequence'), { prompt: 'Why?' });
    expect(reading.cut).toBeUndefined();
    expect(shown(reading)).toEqual(['Why?', ' Because.']);
    const answer = find(reading, 'claude:chatcompl_9');
    expect(answer.native).toMatchObject({ id: 'chatcompl_9', parent: null });
    expect(find(reading, answer.parents[0] ?? '').native.id).toBeNull();
  });
});

describe('what was in force', () => {
  test('is told beside the answer: model, style, tools by name, a chat that begins', () => {
    const reading = read(start + say('Because.') + stop, {
      ...prompt,
      model: 'claude-opus-4-8',
      timezone: 'Europe/Paris',
      personalized_styles: [{ type: 'default', key: 'Default', name: 'Plain', prompt: 'Say it plainly.' }],
      tools: [
        { type: 'web_search_v0', name: 'web_search' },
        { name: 'mail', description: 'long', input_schema: {} },
      ],
      create_conversation_params: { is_temporary: true },
    });
    expect(find(reading, 'claude:a1/config.request')).toMatchObject({
      parents: ['claude:a1'],
      body: {
        model: 'claude-opus-4-8',
        timezone: 'Europe/Paris',
        styles: [{ name: 'Plain', prompt: 'Say it plainly.' }],
        tools: ['web_search', 'mail'],
        conversation: { is_temporary: true },
      },
    });
  });
});

describe('a stream that did not end', () => {
  test('is cut, and says what it said', () => {
    const reading = read(start + say('Half an ans'), prompt);
    expect(reading.cut).toBe(true);
    expect(shown(reading)).toEqual(['Why?', 'Half an ans']);
    expect(find(reading, 'claude:a1').body).toMatchObject({ truncated: true });
  });

  test('with an error keeps both what was said and why it ended', () => {
    const error = { type: 'overloaded_error', message: 'The model is overloaded.', details: null };
    const reading = read(start + say('Half') + event('error', { error, request_id: 'req_1' }), prompt);
    expect(reading.cut).toBe(true);
    expect(shown(reading)).toContain('Half');
    const notice = reading.drafts.find(({ kind }) => kind === 'notice');
    expect(notice).toMatchObject({
      parents: ['claude:a1'],
      body: { type: 'error', text: 'The model is overloaded.', error: 'overloaded_error' },
    });
  });

  test('before it began, with an error: the person’s words, and why', () => {
    const reading = read(event('error', { error: { type: 'api_error', message: 'Internal' } }), prompt);
    expect(shown(reading)).toEqual(['Why?']);
    expect(reading.drafts.find(({ kind }) => kind === 'notice')?.parents).toEqual(['claude:u1']);
  });

  test('at whatever byte: nothing thrown, and every whole piece is kept', { timeout: 60_000 }, () => {
    const answer: Said = {
      uuid: 'a1',
      sender: 'assistant',
      parent: 'u1',
      content: [
        text('Ebb, 潮, 🌊.'),
        ...tool('toolu_1', 'view', { path: '/a' }, [words('some words')]),
        text('Flood.'),
      ],
      stop: 'end_turn',
    };
    const bytes = new TextEncoder().encode(streamOf(answer));
    let longest = 0;
    for (let at = 0; at <= bytes.length; at += 3) {
      const whole = new TextDecoder().decode(bytes.subarray(0, at));
      const reading = readAny(whole, prompt);
      if (reading.kind !== 'session') throw new Error(`nothing at ${at}`);
      const said = shown(reading).join('').replaceAll('\ufffd', '');
      expect('Why?Ebb, 潮, 🌊.Flood.'.startsWith(said), said).toBe(true);
      expect(said.length).toBeGreaterThanOrEqual(longest);
      longest = said.length;
      expect(reading.cut === true).toBe(!whole.includes('{"type":"message_stop"}'));
    }
    expect(longest).toBe('Why?Ebb, 潮, 🌊.Flood.'.length);
  });
});

describe('what a stream says beside the answer', () => {
  test('a limit that is near is told without its numbers, one that is not is nobody’s news', () => {
    const limit = (type: string): string =>
      event('message_limit', { message_limit: { type, remaining: 7, windows: {} } });
    const near = read(start + say('x') + limit('approaching_limit') + stop, prompt);
    const notice = near.drafts.find(({ kind }) => kind === 'notice');
    expect(notice?.body).toEqual({ type: 'message_limit', text: 'approaching_limit' });
    const far = read(start + say('x') + limit('within_limit') + stop, prompt);
    expect(far.drafts.filter(({ kind }) => kind === 'notice' || kind === 'unknown')).toEqual([]);
  });

  test('a refusal is the answer’s status', () => {
    const refusal = event('message_delta', { delta: { stop_reason: 'refusal', stop_sequence: null } });
    const reading = read(start + say('I cannot') + refusal + event('message_stop', {}), prompt);
    expect(find(reading, 'claude:a1').body).toMatchObject({ status: 'refusal' });
    expect(reading.cut).toBeUndefined();
  });

  test('usage, waiting for the person, and events of kinds to come', () => {
    const more =
      event('message_delta', { delta: {}, usage: { output_tokens: 12, service: 'standard' } }) +
      event('tool_approval', { tool_use_id: 't1', approval_options: ['once', 'always'] }) +
      event('mcp_auth_required', { server: 'mail' }) +
      event('sparkle', { note: 'a kind to come' });
    const { drafts } = read(start + say('x') + more + stop, prompt);
    const of = (kind: string) => drafts.filter((draft) => draft.kind === kind).map(({ body }) => body);
    expect(of('usage')).toEqual([{ output_tokens: 12 }]);
    expect(JSON.stringify(of('approval'))).toContain('always');
    expect(JSON.stringify(of('notice'))).toContain('mail');
    expect(of('unknown')).toEqual([{ type: 'sparkle', text: 'a kind to come' }]);
  });

  test('what it says twice is one event, and what is said after it is below it', () => {
    const strange = (note: string): string => event('sparkle', { note });
    const stream = start + say('x') + strange('one') + strange('two') + strange('one') + stop;
    const { drafts } = read(stream, prompt);
    const unknown = drafts.filter(({ kind }) => kind === 'unknown');
    expect(unknown.map(({ body }) => 'text' in body && body.text)).toEqual(['one', 'two']);
    expect(unknown.map(({ parents }) => parents)).toEqual([['claude:a1/message.0'], [unknown[0]?.id]]);
    expect(unknown[0]?.raw).toHaveLength(2);
  });

  test('no event is passed over in silence, whatever it is', () => {
    const named = fc.constantFrom('text_delta', 'new_delta', 'citation_end_delta', 'flag_delta', undefined);
    const sent = fc.oneof(
      fc.record({ type: fc.constantFrom('sparkle', 'content_block_delta', 'message_start', 'error', '__proto__') }),
      fc.record({ type: fc.constant('content_block_delta'), index: fc.nat(3), delta: fc.record({ type: named }) }),
    );
    fc.assert(
      fc.property(fc.array(sent, { minLength: 1, maxLength: 6 }), (events) => {
        const marked = events.map((each, n) => ({ ...each, mark: `mark ${n}` }));
        const lines = marked.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
        const { drafts } = read(start + lines + say('x') + stop, prompt);
        const beside = drafts.filter(({ kind }) => kind === 'unknown' || kind === 'notice');
        for (const [n, { type }] of marked.entries()) {
          const isKnown =
            type === 'error' || (type === 'content_block_delta' && JSON.stringify(marked[n]).includes('flag_delta'));
          if (!isKnown) expect(JSON.stringify(beside)).toContain(`mark ${n}`);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('what is no stream of an answer', () => {
  test.each([
    ['an error in place of a stream', { type: 'error', error: { type: 'rate_limit_error' } }, 'nothing'],
    ['another JSON', { a: 1 }, 'drift'],
  ])('%s', (_, value, kind) => {
    const head = { address: ADDRESS } as Parameters<typeof readCompletion>[0]['head'];
    const reading = readCompletion({ head, value, text: JSON.stringify(value), request: JSON.stringify(prompt) });
    expect(reading.kind).toBe(kind);
  });

  test('a wall of HTML is drift', () => {
    expect(readAny('<!doctype html><title>Just a moment</title>')).toMatchObject({ kind: 'drift' });
  });

  test('text of another kind of stream is not taken for one', () => {
    const api = event('message_start', { message: { id: 'msg_1', role: 'assistant', content: [] } });
    for (const other of [api, 'event: delta_encoding\ndata: "v1"\n\n', 'plain words', ''])
      expect(claudeReader.recognisesText(other)).toBeNull();
    expect(claudeReader.recognisesText(start)).toEqual({ route: 'completion', form: 'stream' });
  });
});

const normal = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

overSamples('streams recorded elsewhere', 'claude/stream', (paths) => {
  test.each(paths.filter((path) => !path.includes('.expected.')))('%s', (path) => {
    const stream = readFileSync(path, 'utf8');
    expect(claudeReader.recognisesText(stream)).toEqual({ route: 'completion', form: 'stream' });
    const reading = read(stream, null, null);
    expect(reading.cut).toBeUndefined();
    const said = normal(
      reading.drafts
        .flatMap(({ body }) => JSON.stringify(body))
        .join('\n')
        .replaceAll('\\n', ' '),
    );
    for (const line of readFileSync(`${path}.expected.txt`, 'utf8').split('\n').map(normal))
      expect(said).toContain(line.replaceAll('"', '\\"'));
  });
});

overSamples('streams of the provider’s API', 'anthropic-messages', (paths) => {
  test.each(paths.filter((path) => path.endsWith('.txt')))('%s is not ours', (path) => {
    expect(claudeReader.recognisesText(readFileSync(path, 'utf8'))).toBeNull();
  });
});
