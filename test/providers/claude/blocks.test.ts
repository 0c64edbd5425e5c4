import { expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import {
  byId,
  call,
  conversation,
  draftOf,
  head,
  idsOf,
  message,
  partsOf,
  ROOT,
  read,
  readAnswer,
  readRow,
  result,
  text,
  textOf,
  thinking,
} from './compose';

test('thinking shows its text and its headings, or says that there is nothing', () => {
  const drafts = readAnswer(
    thinking('Plan.', {
      summaries: [{ summary: 'A plan' }, 'Another'],
      start_timestamp: '2026-06-01T08:00:00Z',
      stop_timestamp: '2026-06-01T08:00:02.500Z',
    }),
    thinking('', { cut_off: true }),
  );
  const [first, second] = [draftOf(drafts, 'a/reasoning.0'), draftOf(drafts, 'a/reasoning.1')];
  expect(partsOf(first).map((part) => [part.member, part.text])).toEqual([
    ['thinking', 'Plan.'],
    ['summary', 'A plan'],
    ['summary', 'Another'],
  ]);
  expect(first.body).toMatchObject({ form: 'summary', durationMs: 2500 });
  expect(second.body).toEqual({ form: 'none', parts: [], cutOff: true });
});

test('a signature is sealed with the thought as its twin; a withheld thought is a named gap', () => {
  const drafts = readAnswer(thinking('Plan.', { signature: 'EqQBshort' }), {
    type: 'redacted_thinking',
    data: 'short',
  });
  const [thought, withheld] = [draftOf(drafts, 'a/reasoning.0'), draftOf(drafts, 'a/reasoning.1')];
  expect(thought.sealed).toMatchObject([
    {
      kind: 'reasoning',
      bytes: 9,
      pointer: '/chat_messages/1/content/0/signature',
      twin: { state: 'partial', events: ['claude:a/reasoning.0'] },
    },
  ]);
  expect(withheld.sealed).toMatchObject([{ kind: 'reasoning', bytes: 5, twin: { state: 'missing' } }]);
  expect(draftOf(drafts, 'a/reasoning.1/gap.sealed/data').body).toMatchObject({ why: 'sealed' });
  expect(JSON.stringify([thought.body, withheld.body])).not.toMatch(/short/);
});

test('a value that looks sealed is told wherever it stands, and what the person wrote never is', () => {
  const secret = `gAAAA${'Bq9Z'.repeat(30)}`;
  const drafts = readAnswer({
    type: 'tool_result',
    tool_use_id: 't',
    name: 'x',
    content: [{ type: 'knowledge', title: 'P', url: 'https://a.example', encrypted_content: secret }],
  });
  expect(draftOf(drafts, 'a/tool.result.0').sealed).toMatchObject([
    { kind: 'search-result', twin: { state: 'partial' } },
  ]);
  const person = readRow(message('q', 'human', secret, null));
  expect(draftOf(person, 'q/message.0').sealed).toEqual([]);
  expect(textOf(draftOf(person, 'q/message.0'))).toBe(secret);
});

test('runs of programs are commands', () => {
  const drafts = readAnswer(
    call('1', 'bash_tool', { command: 'ls' }),
    result('1', 'bash_tool', '{"returncode": 2, "stdout": "a\\nb\\n", "stderr": "no c"}'),
    call('2', 'repl', { code: 'log(1)' }),
    result('2', 'repl', '{"status": "success", "result": null, "logs": ["1", "2"], "errors": []}'),
  );
  expect(partsOf(draftOf(drafts, 'a/tool.result.0'))).toEqual([
    { type: 'command', text: 'ls', exit: 2, stdout: 'a\nb\n', stderr: 'no c' },
  ]);
  expect(partsOf(draftOf(drafts, 'a/tool.result.1'))).toEqual([
    { type: 'command', text: 'log(1)', status: 'success', stdout: '1\n2' },
  ]);
});

test('a result’s items of every kind are shown, and those of none are kept', () => {
  const drafts = readAnswer(
    call('1', 'drive', {}),
    result('1', 'drive', [
      {
        type: 'document',
        doc_uuid: 'd-1',
        title: 'Plan',
        uri: 'https://drive.example/d',
        text: 'The plan.',
        extras: { owner: 'Ada' },
      },
      { type: 'image', file_uuid: 'f-1' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
      {
        type: 'local_resource',
        file_path: '/mnt/user-data/outputs/a.md',
        name: 'a',
        mime_type: 'text/markdown',
        uuid: 'u',
      },
      { type: 'rich_link', link: { title: 'L', url: 'https://l.example' } },
      { type: 'rich_content', content: [{ title: 'M', url: 'https://m.example', subtitles: ['s'], source: 'Mail' }] },
      { type: 'table', table: [['a', 'b']] },
      { type: 'sculpture', of: 'marble' },
      7,
    ]),
  );
  const parts = partsOf(draftOf(drafts, 'a/tool.result.0'));
  expect(parts.map(({ type, of }) => of ?? type)).toEqual([
    'image',
    'image',
    'file',
    'rich_link',
    'rich_content',
    'table',
    'sculpture',
    'json',
    'evidence',
  ]);
  expect(parts.at(-1)).toMatchObject({
    file: 'd-1',
    url: 'https://drive.example/d',
    passages: [{ text: 'The plan.' }],
    extra: { extras: { owner: 'Ada' } },
  });
  expect(parts[1]?.artifact).toMatch(/^sha256:/);
  expect(idsOf(drafts, 'gap')).toEqual(['a/f-1', 'a//mnt/user-data/outputs/a.md']);
});

test('what the page shows beside a call is kept unless it says the same again', () => {
  const shown = { type: 'json_block', json_block: '{"language":"sql","code":"select 1","filename":"q.sql"}' };
  const drafts = readAnswer(
    call('1', 'create_file', { path: '/q.sql', file_text: 'select 1' }, { display_content: shown }),
    call(
      '2',
      'query',
      { q: 'one' },
      {
        display_content: shown,
        integration_name: 'Base',
        integration_icon_url: 'https://i.example/i.png',
        approval_key: 'k',
      },
    ),
  );
  expect(draftOf(drafts, 'a/tool.call.0').body).not.toHaveProperty('parts');
  expect(draftOf(drafts, 'a/tool.call.1').body).toMatchObject({
    class: 'mcp',
    integration: { name: 'Base', icon: 'https://i.example/i.png' },
    approval: { key: 'k' },
    parts: [{ type: 'code', text: 'select 1', language: 'sql', name: 'q.sql', shown: true }],
  });
});

test('budgets, flags, voice notes, summaries of what was compacted and stop reasons have their places', () => {
  const drafts = readRow(
    message('q', 'human', [{ type: 'voice_note', title: 'Note', text: 'Spoken words.' }], null, {
      input_mode: 'voice',
    }),
    message(
      'a',
      'assistant',
      [
        text('Words.', { flags: ['self_harm'], helpline: { name: 'Line' } }),
        { type: 'token_budget', remaining: 900 },
        { type: 'flag', flag: 'late' },
      ],
      null,
      {
        stop_reason: 'max_tokens',
        truncated: true,
        model: 'claude-x',
        compaction_summary: [{ type: 'text', text: 'What was said before.' }],
        metadata: { compass_mode: 'advanced', chat_feedback: { type: 'up' } },
      },
    ),
  );
  expect(draftOf(drafts, 'q').body).toMatchObject({ inputMode: 'voice' });
  expect(draftOf(drafts, 'q/message.0').body).toMatchObject({ of: 'voice_note', title: 'Note' });
  expect(draftOf(drafts, 'a').body).toEqual({
    role: 'assistant',
    status: 'max_tokens',
    truncated: true,
    extra: { metadata: { compass_mode: 'advanced' } },
    parts: [],
  });
  expect(draftOf(drafts, 'a').actor).toEqual({ kind: 'assistant', name: null, model: 'claude-x' });
  expect(draftOf(drafts, 'a/compaction.0').body).toEqual({
    summary: [{ type: 'text', text: 'What was said before.', format: 'markdown' }],
  });
  expect(draftOf(drafts, 'a/message.0').parents).toEqual(['claude:a/compaction.0']);
  expect(draftOf(drafts, 'a/message.0/flag.self_harm').body).toMatchObject({
    type: 'flag',
    text: 'self_harm',
    helpline: { name: 'Line' },
  });
  expect(draftOf(drafts, 'a/usage.0').body).toMatchObject({ type: 'token_budget', remaining: 900 });
  expect(draftOf(drafts, 'a/notice.0').body).toMatchObject({ text: 'late' });
});

test('the conversation says its title, leaf, project, summary and settings; stars and accounts are none of it', () => {
  const drafts = byId(
    read(
      conversation([message('q', 'human', 'Words.', ROOT)], 'q', {
        is_starred: true,
        is_temporary: true,
        account: { uuid: 'me' },
        summary: 'Short.',
        settings: { enabled_web_search: true },
        project_uuid: 'p-1',
        project: { uuid: 'p-1', name: 'Tides', prompt_template: 'Be brief.' },
        brand_new: 1,
      }),
    ).drafts,
  );
  expect(draftOf(drafts, 'c-1/session.updated').body).toEqual({
    title: 'Composed',
    leaf: 'claude:q',
    leafFrom: 'site',
    project: 'p-1',
    projectName: 'Tides',
    summary: 'Short.',
    created: '2026-06-01T08:00:00.123Z',
    more: { brand_new: 1 },
  });
  expect(draftOf(drafts, 'c-1/config').body).toEqual({
    scope: 'conversation',
    model: 'claude-opus-4-8',
    settings: { enabled_web_search: true },
    is_temporary: true,
    parts: [{ type: 'text', text: 'Be brief.', format: 'plain', of: 'project instructions' }],
  });
  expect([...drafts.keys()].filter((id) => id.includes('server.state'))).toEqual([
    'claude:c-1/server.state',
    'claude:c-1/server.state.project-p-1',
  ]);
});

test('what a tool was given is kept to the letter where its numbers are more than a double holds', () => {
  const value = conversation(
    [message('a', 'assistant', [call('1', 'count', { n: 0 }), call('2', 'count', { n: 7 })], ROOT)],
    'a',
  );
  const sent = JSON.stringify(value).replace('"n":0', '"n":9007199254740993');
  const reading = claudeReader.read({ head, value: JSON.parse(sent), text: sent, request: null });
  if (reading.kind !== 'session') throw new Error('not read');
  const drafts = byId(reading.drafts);
  expect(draftOf(drafts, 'a/tool.call.0').body).toMatchObject({ inputText: '{"n":9007199254740993}' });
  expect(draftOf(drafts, 'a/tool.call.1').body).not.toHaveProperty('inputText');
});
