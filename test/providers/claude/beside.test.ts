import { describe, expect, test } from 'vitest';
import { pointerSteps } from '../../../src/lib/json';
import { readEventPage } from '../../../src/providers/claude/agent';
import { isEventPage } from '../../../src/providers/claude/agent-events';
import { isDesignChat, readDesignChat } from '../../../src/providers/claude/design';
import { projectsIn, readProject } from '../../../src/providers/claude/projects';
import { claudeReader } from '../../../src/providers/claude/read';
import type { Draft, ExchangeHead, Payload, Reading, SessionReading } from '../../../src/providers/contract';

import { maskText } from '../../../src/raw/mask';

type Fields = Record<string, unknown>;

function session(reading: Reading): SessionReading {
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading;
}

const find = ({ drafts }: SessionReading, id: string): Draft => {
  const draft = drafts.find((each) => each.id === id);
  if (!draft) throw new Error(`no ${id} among ${drafts.map((each) => each.id).join(' ')}`);
  return draft;
};

const textsOf = ({ body }: Draft): string[] =>
  'parts' in body ? (body.parts as { text?: string }[]).flatMap(({ text }) => (text === undefined ? [] : [text])) : [];

const valueAt = (value: unknown, pointer: string): unknown =>
  pointerSteps(pointer).reduce<unknown>((at, step) => (at as Fields)[step], value);

describe('a chat of Claude Design', () => {
  const chat = {
    uuid: 'd1',
    project: { uuid: 'p1', name: 'Poster' },
    messages: [
      {
        uuid: 'm1',
        role: 'user',
        created_at: '2026-07-01T10:00:01.000Z',
        content: {
          id: 'c1',
          role: 'user',
          content: 'Make the title blue.',
          authorName: 'Somebody',
          attachments: [{ id: 'x', type: 'text', name: 'notes.md', content: 'The blue of the sea.' }],
        },
      },
      {
        uuid: 'm2',
        role: 'assistant',
        content: {
          role: 'assistant',
          content: 'Done.',
          contentBlocks: [
            { type: 'thinking', text: 'Blue it is.' },
            { type: 'tool_call', toolCall: { id: 't1', name: 'write_file', input: { path: 'a.html' }, output: 'ok' } },
            { type: 'user_interjection', text: 'Dark blue!' },
            { type: 'text', text: 'Done.' },
            { type: 'error', message: 'The preview could not be made.' },
          ],
        },
      },
      { uuid: 'm3', role: 'user', content: { role: 'user', content: 'Thanks.' } },
    ],
  };

  test('is known by its messages in roles, and only out of an export', () => {
    expect(isDesignChat(chat) && claudeReader.recognises(chat) && claudeReader.isExported?.(chat)).toBe(true);
    for (const other of [{ messages: [] }, { uuid: 'x', messages: [{ role: 'user', content: 'API' }] }, [], null, 1])
      expect(isDesignChat(other)).toBe(false);
  });

  test('is a session: thoughts, calls and results apart, and whoever broke in speaks for themselves', () => {
    const reading = session(readDesignChat(chat));
    expect(reading.native).toBe('d1');
    expect(find(reading, 'claude:d1/session.updated').body).toMatchObject({
      title: 'Poster',
      project: 'p1',
      leaf: 'claude:m3',
    });
    expect(textsOf(find(reading, 'claude:m1'))).toEqual(['The blue of the sea.']);
    expect(textsOf(find(reading, 'claude:m1/message.0'))).toEqual(['Make the title blue.']);
    expect(textsOf(find(reading, 'claude:m2/reasoning.0'))).toEqual(['Blue it is.']);
    expect(find(reading, 'claude:m2/tool.call.0').body).toMatchObject({ callId: 't1', name: 'write_file' });
    expect(textsOf(find(reading, 'claude:m2/tool.result.0'))).toEqual(['ok']);
    const broken = find(reading, 'claude:m2/part.1');
    expect(broken).toMatchObject({ parents: ['claude:m2'], actor: { kind: 'user' }, native: { id: null } });
    expect(textsOf(find(reading, 'claude:m2/part.1/message.0'))).toEqual(['Dark blue!']);
    expect(textsOf(find(reading, 'claude:m2/part.2/message.0'))).toEqual(['Done.']);
    expect(find(reading, 'claude:m2/part.2/unknown.0').body).toMatchObject({ text: 'The preview could not be made.' });
    expect(find(reading, 'claude:m3').parents).toEqual(['claude:m2/part.2']);
    expect(JSON.stringify(reading.drafts)).not.toContain('Somebody');
  });

  test('is kept without the name of whose account it is', () => {
    const head = { route: 'export', capture: 'file' } as ExchangeHead;
    expect(maskText(JSON.stringify(chat), claudeReader.masks(head)).text).not.toContain('Somebody');
  });

  test('points into what was read', () => {
    const reading = session(readDesignChat(chat));
    for (const { raw } of reading.drafts)
      for (const place of raw) expect(typeof place === 'string' && valueAt(chat, place)).toBeTruthy();
    const { raw } = find(reading, 'claude:m2/part.1/message.0');
    expect(raw).toEqual(['/messages/1/content/contentBlocks/2']);
  });
});

describe('projects of an export', () => {
  const head = { route: 'project', address: null, capture: 'file', form: 'export' } as ExchangeHead;
  const project = {
    uuid: 'p1',
    name: 'Bridges',
    description: 'About bridges',
    prompt_template: 'Answer in metres.',
    creator: { full_name: 'Somebody' },
    updated_at: '2026-07-01T00:00:00.000000+00:00',
    docs: [{ uuid: 'doc', filename: 'list.md', content: '# Bridges' }],
  };

  test('are found in its files, what is remembered of them too', () => {
    expect(projectsIn([project, { uuid: 'no project' }])).toEqual([{ project: 'p1', pointer: '/0' }]);
    const memories = [
      { conversations_memory: 'Of all chats', project_memories: { p1: 'They like metres.', 'p/2': '' } },
    ];
    expect(projectsIn(memories)).toEqual([{ project: 'p1', pointer: '/0/project_memories/p1' }]);
    for (const other of [project, null, 'x', [1, null], [{ project_memories: [] }]])
      expect(projectsIn(other)).toEqual([]);
  });

  const ofExport = (value: unknown): Reading => readProject({ head, value });

  test('are settings in force: instructions, documents, memory', () => {
    const { drafts } = session(ofExport(project));
    expect(drafts.map(({ id, kind }) => [id, kind])).toEqual([
      ['claude:p1/config', 'config'],
      ['claude:p1/config.documents', 'config'],
    ]);
    expect(drafts[0]?.body).toMatchObject({ of: 'project', project: 'p1', name: 'Bridges' });
    expect(drafts.flatMap(textsOf)).toEqual(['Answer in metres.', '# Bridges']);
    expect(JSON.stringify(drafts)).not.toContain('Somebody');
    expect(session(ofExport('They like metres.')).drafts.flatMap(textsOf)).toEqual(['They like metres.']);
    expect(ofExport({ a: 1 }).kind).toBe('drift');
  });
});

describe('a page of events of an agent session', () => {
  const said = (n: number, type: string, content: unknown, more: Fields = {}): Fields => ({
    event_id: `e${n}`,
    event_type: type,
    sequence_num: n,
    created_at: `2026-07-11T10:00:0${n % 10}Z`,
    payload: { type, message: { role: type, content, model: 'claude-y' }, session_id: 'cse_1', ...more },
  });
  const other = (n: number, payload: Fields): Fields => ({ event_id: `e${n}`, sequence_num: n, payload });
  const page = {
    resume_cursor: 'next',
    data: [
      said(2, 'user', 'Tidy the folder.'),
      said(3, 'assistant', [
        { type: 'thinking', thinking: '', signature: 'c2lnbmF0dXJlIG9mIGEgdGhvdWdodCB0aGF0IG5vYm9keSBjYW4gcmVhZA==' },
        { type: 'text', text: 'I ask a helper.' },
        { type: 'tool_use', id: 'toolu_1', name: 'Task', input: { prompt: 'Look' } },
      ]),
      said(4, 'user', 'Look', { parent_tool_use_id: 'toolu_1' }),
      said(5, 'assistant', [{ type: 'text', text: 'Nothing to tidy.' }], { parent_tool_use_id: 'toolu_1' }),
      said(6, 'user', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Nothing to tidy.' }]),
      said(7, 'assistant', [{ type: 'text', text: 'It is tidy.' }]),
      other(1, { type: 'system', subtype: 'init', model: 'claude-y', tools: ['Bash'], cwd: '/home/user' }),
      other(8, { type: 'control_request', request_id: 'r1', request: { subtype: 'can_use_tool', tool_name: 'Bash' } }),
      other(9, {
        type: 'control_response',
        response: { request_id: 'r1', subtype: 'success', response: { behavior: 'allow' } },
      }),
      other(10, {
        type: 'result',
        subtype: 'success',
        result: 'It is tidy.',
        num_turns: 3,
        usage: { output_tokens: 9 },
      }),
      other(11, { type: 'rate_limit_event', utilization: 0.2 }),
      other(12, { type: 'active_goal', goal: 'A tidy folder' }),
      other(13, { type: 'result', subtype: 'error_max_turns', is_error: true, errors: ['Too many turns'] }),
    ],
  };
  const reading = session(readEventPage(page, { head: { address: null } } as Payload));

  test('is known by its events', () => {
    expect(isEventPage(page) && claudeReader.recognises(page)).toBe(true);
    for (const each of [{ data: [] }, { data: [{ uuid: 'x' }] }, [], null]) expect(isEventPage(each)).toBe(false);
  });

  test('is a session of the id that the address or the events name', () => {
    expect(reading.native).toBe('cse_1');
    const head = { address: 'https://claude.ai/v1/code/sessions/cse_2/events?limit=500' } as Payload['head'];
    expect(session(readEventPage(page, { head } as Payload)).native).toBe('cse_2');
  });

  test('keeps what is said in the order of its numbers', () => {
    expect(find(reading, 'claude:e3').parents).toEqual(['claude:e2']);
    expect(find(reading, 'claude:e6').parents).toEqual(['claude:e3']);
    expect(find(reading, 'claude:e7').parents).toEqual(['claude:e6']);
    expect(textsOf(find(reading, 'claude:e3/message.0'))).toEqual(['I ask a helper.']);
    expect(textsOf(find(reading, 'claude:e6/tool.result.0'))).toEqual(['Nothing to tidy.']);
    expect(find(reading, 'claude:e3/reasoning.0').sealed).toHaveLength(1);
  });

  test('keeps each agent in a thread of its own, below the call that started it', () => {
    expect(find(reading, 'claude:cse_1/thread.started.toolu_1')).toMatchObject({
      thread: 'toolu_1',
      body: { from: 'claude:e3/tool.call.0' },
    });
    expect(find(reading, 'claude:e4')).toMatchObject({ thread: 'toolu_1', parents: ['claude:e3'] });
    expect(find(reading, 'claude:e5/message.0').thread).toBe('toolu_1');
    expect(find(reading, 'claude:e7').thread).toBe('root');
  });

  test('tells settings, approvals, usage and errors, and what nobody knows', () => {
    const beside = (n: number): string =>
      reading.drafts
        .filter(({ id }) => id.endsWith(`.e${n}`))
        .map(({ kind, body }) => `${kind} ${JSON.stringify(body)}`)
        .join();
    expect(beside(1)).toMatch(/^config .*"\/home\/user"/);
    expect(beside(8)).toMatch(/^approval .*"Bash"/);
    expect(beside(9)).toMatch(/^approval .*"allow"/);
    expect(beside(10)).toMatch(/^usage .*"output_tokens":9/);
    expect(beside(11)).toBe('');
    expect(beside(12)).toMatch(/^unknown .*"A tidy folder"/);
    expect(beside(13)).toMatch(/^notice .*"Too many turns"/);
  });
});
