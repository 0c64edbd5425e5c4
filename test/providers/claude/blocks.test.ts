import { expect, test } from 'vitest';
import { textOf as bytesText } from '../../../src/lib/bytes';
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

const knowledge = (n: number, more: object = {}) => ({
  type: 'knowledge',
  title: `Page ${n}`,
  url: `https://site.example/${n}`,
  metadata: { type: 'webpage_metadata', site_domain: 'site.example', site_name: 'Site' },
  is_missing: false,
  ...more,
});

test('hits of a search are evidence with query, rank and passage, and a citation leads to them', () => {
  const drafts = readAnswer(
    call('1', 'web_search', { query: 'spring tide' }),
    result('1', 'web_search', [
      knowledge(1, { text: 'Twice a month.', prompt_context_metadata: { age: '2 days ago' } }),
      knowledge(2),
    ]),
    text('It is twice a month.', {
      citations: [
        {
          uuid: 'c',
          start_index: 6,
          end_index: 19,
          title: 'Page 1',
          url: 'https://site.example/1',
          origin_tool_name: 'web_search',
        },
      ],
    }),
  );
  expect(partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence')).toMatchObject([
    {
      id: 's0',
      rank: 1,
      query: 'spring tide',
      site: 'Site',
      published: '2 days ago',
      passages: [{ text: 'Twice a month.', origin: 'provider' }],
    },
    { id: 's1', rank: 2, query: 'spring tide', passages: [] },
  ]);
  expect(partsOf(draftOf(drafts, 'a/message.0'), 'citation')).toMatchObject([
    {
      in: 0,
      range: { start: 6, end: 19, unit: 'utf16' },
      evidence: ['claude:a/tool.result.0#s0'],
      native: { id: 'c', start: 6, end: 19 },
    },
  ]);
});

test('the same page found again is found again: its rank and its query are kept', () => {
  const drafts = readAnswer(
    call('1', 'web_search', { query: 'x' }),
    result('1', 'web_search', [knowledge(1)]),
    call('2', 'web_search', { query: 'y' }),
    result('2', 'web_search', [knowledge(2), knowledge(1)]),
  );
  expect(partsOf(draftOf(drafts, 'a/tool.result.1'), 'evidence')).toMatchObject([
    { url: 'https://site.example/2', query: 'y', rank: 1 },
    { url: 'https://site.example/1', query: 'y', rank: 2 },
  ]);
});

test('a page that was fetched and whose text was not sent is a gap', () => {
  const page = (more: object) =>
    readAnswer(
      call('1', 'web_fetch', { url: 'https://site.example/1' }),
      result('1', 'web_fetch', [knowledge(1, more)]),
    );
  expect(idsOf(page({}), 'gap')).toEqual(['a/tool.result.0/gap.pages']);
  expect(idsOf(page({ text: 'All of it.' }), 'gap')).toEqual([]);
});

test('an older citation names its address alone', () => {
  const citations = [
    {
      uuid: 'c',
      start_index: 0,
      end_index: 4,
      details: { type: 'web_search_citation', url: 'https://site.example/1' },
    },
  ];
  const draft = draftOf(readAnswer(text('Tide', { citations })), 'a/message.0');
  expect(partsOf(draft, 'citation')).toMatchObject([
    { url: 'https://site.example/1', evidence: ['claude:a/message.0#s0'] },
  ]);
});

test('places that would split a character are counted in characters, others in UTF-16', () => {
  const words = '🌊🌊 tide';
  const cite = (start: number, end: number) => {
    const citations = [{ uuid: 'c', start_index: start, end_index: end, url: 'https://a.example', title: 'A' }];
    return partsOf(draftOf(readAnswer(text(words, { citations })), 'a/message.0'), 'citation')[0]?.range;
  };
  expect(cite(5, 9)).toEqual({ start: 5, end: 9, unit: 'utf16' });
  expect(cite(3, 7)).toEqual({ start: 5, end: 9, unit: 'codepoint' });
  expect(cite(90, 95)).toBeNull();
});

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

test('a report of research cites at places of its own text; what its agents did is a gap', () => {
  const drafts = readAnswer(
    call('1', 'launch_extended_search_task', { command: 'Look.' }),
    result('1', 'launch_extended_search_task', '{"task_id": "wf-1"}'),
    call('2', 'artifacts', {
      id: 'compass_artifact_wf-1_text/markdown',
      command: 'create',
      title: 'Report',
      type: 'text/markdown',
      content: '# Report\n\nIt rose.',
      md_citations: [
        {
          uuid: 'm',
          start_index: 10,
          end_index: 18,
          url: 'https://a.example',
          title: 'A',
          metadata: { preview_title: 'A long one' },
        },
      ],
    }),
    result('2', 'artifacts', 'OK'),
  );
  const parts = partsOf(draftOf(drafts, 'a/tool.call.1'));
  expect(parts.map(({ type }) => type)).toEqual(['text', 'citation', 'evidence']);
  expect(parts[1]).toMatchObject({ range: { start: 10, end: 18 }, in: 0, evidence: ['claude:a/tool.call.1#s0'] });
  expect(draftOf(drafts, 'a/task-wf-1').body).toMatchObject({ why: 'not-sent', what: { task: 'wf-1' } });
  expect(draftOf(drafts, 'c-1/server.state.agent-session-wf-1').body).toMatchObject({ type: 'agent-session' });
});

/** The text of each version, by event. */
function versionsIn(messages: readonly Record<string, unknown>[], leaf: string): Map<string, string | null> {
  const { drafts, attachments } = read(conversation(messages, leaf));
  const texts = new Map(attachments.map(({ sha256, bytes }) => [`sha256:${sha256}`, bytesText(bytes)]));
  return new Map(
    drafts.flatMap(({ id, kind, body }) =>
      id.endsWith('/version')
        ? [[id.slice(7), kind === 'artifact' ? (texts.get((body as { artifact: string }).artifact) ?? null) : null]]
        : [],
    ),
  );
}

const create = (content: string) => call('c', 'artifacts', { id: 'doc', command: 'create', content });
const update = (old_str: unknown, new_str: string, more: object = {}) =>
  call('u', 'artifacts', { id: 'doc', command: 'update', old_str, new_str, ...more });

test('each branch has its own versions, rebuilt from what stands above it', () => {
  const messages = [
    message('q', 'human', 'Write.', ROOT),
    message('a', 'assistant', [create('one two')], 'q'),
    message('q1', 'human', 'Left', 'a'),
    message('l', 'assistant', [update('one', 'left')], 'q1'),
    message('q2', 'human', 'Right', 'a'),
    message('r', 'assistant', [update('one', 'right')], 'q2'),
    message('q3', 'human', 'On', 'r'),
    message(
      's',
      'assistant',
      [update('right two', 'end'), call('n', 'artifacts', { id: 'doc', command: 'rewrite', content: 'new' })],
      'q3',
    ),
  ];
  expect(Object.fromEntries(versionsIn(messages, 's'))).toEqual({
    'a/tool.call.0/version': 'one two',
    'l/tool.call.0/version': 'left two',
    'r/tool.call.0/version': 'right two',
    's/tool.call.0/version': 'end',
    's/tool.call.1/version': 'new',
  });
});

test.each([
  ['is not there', 'three', 'does not stand'],
  ['is there twice', 'o', 'several places'],
  ['was not sent', undefined, 'not known'],
  ['is empty', '', 'does not stand'],
])('an update whose old text %s is a gap, and so is what builds on it, until it is written anew', (_, old, because) => {
  const drafts = readAnswer(
    create('one two'),
    update(old, 'x'),
    update('x', 'y'),
    create('again'),
    update('again', 'and again'),
  );
  expect(draftOf(drafts, 'a/tool.call.1/version')).toMatchObject({
    kind: 'gap',
    body: { why: 'not-sent', what: { document: 'doc', because: expect.stringContaining(because) } },
  });
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('gap');
  expect(draftOf(drafts, 'a/tool.call.4/version')).toMatchObject({
    kind: 'artifact',
    fidelity: 'derived',
    body: { version: 5 },
  });
});

test('a step that failed makes no version, and the next builds on the one before', () => {
  const drafts = readAnswer(
    create('one two'),
    update('three', 'x'),
    result('u', 'artifacts', 'old_str was not found', { is_error: true }),
    call('v', 'artifacts', { id: 'doc', command: 'update', old_str: 'two', new_str: '2' }),
  );
  expect([...drafts.keys()].filter((id) => id.endsWith('/version'))).toEqual([
    'claude:a/tool.call.0/version',
    'claude:a/tool.call.2/version',
  ]);
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('artifact');
});

test('files of the sandbox have versions too', () => {
  const drafts = readAnswer(
    call('1', 'create_file', { path: '/mnt/user-data/outputs/a.md', file_text: 'one' }),
    call('2', 'str_replace', { path: '/mnt/user-data/outputs/a.md', old_str: 'one', new_str: 'two' }),
    call('3', 'str_replace', { path: '/never/made.md', old_str: 'x', new_str: 'y' }),
  );
  expect(draftOf(drafts, 'a/tool.call.1/version').body).toMatchObject({
    name: 'a.md',
    document: '/mnt/user-data/outputs/a.md',
    version: 2,
  });
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('gap');
});

test('documents and thoughts inside old texts are versions and reasoning, the words around them stay in order', () => {
  const words =
    'Before. <antThinking>A new one.</antThinking>\n<antArtifact identifier="bay" type="text/html" title="The &quot;bay&quot;">\n<p>1</p>\n</antArtifact>\nAfter.';
  const drafts = readAnswer(text(words), text('<antArtifact identifier="bay" type="text/html">\n<p>2</p>'));
  expect(idsOf(drafts, 'message')).toEqual(['q', 'q/message.0', 'a', 'a/message.0', 'a/message.1', 'a/message.2']);
  expect(draftOf(drafts, 'a/reasoning.0').parents).toEqual(['claude:a/message.0']);
  expect(partsOf(draftOf(drafts, 'a/message.1')).map(({ type, text: said }) => [type, said])).toEqual([
    ['code', '<p>1</p>\n'],
    ['text', '\nAfter.'],
  ]);
  expect(draftOf(drafts, 'a/message.1/version.0').body).toMatchObject({
    name: 'The "bay"',
    document: 'bay',
    version: 1,
  });
  expect(draftOf(drafts, 'a/message.2/version.0').body).toMatchObject({ document: 'bay', version: 2 });
  expect(partsOf(draftOf(drafts, 'a/message.2'))).toMatchObject([{ type: 'code', cut: true }]);
});

test('a person who writes about the old tags has written them', () => {
  const words = 'What is <antArtifact identifier="x" type="text/html">this</antArtifact>?';
  expect(textOf(draftOf(readRow(message('q', 'human', words, null)), 'q/message.0'))).toBe(words);
});

test('calls and results without ids, as an export has them, are paired by name and order', () => {
  const drafts = readAnswer(
    call(null, 'web_search', { query: 'x' }),
    call(null, 'repl', { code: '1' }),
    result(null, 'repl', '1'),
    result(null, 'web_search', [knowledge(1)]),
  );
  expect(draftOf(drafts, 'a/tool.result.0').body).toMatchObject({ callId: 'claude:a/tool.call.1' });
  expect(draftOf(drafts, 'a/tool.result.1').body).toMatchObject({ callId: 'claude:a/tool.call.0' });
  expect(partsOf(draftOf(drafts, 'a/tool.result.1'))).toMatchObject([{ query: 'x' }]);
  expect(draftOf(drafts, 'a/tool.call.0').body).toMatchObject({ callId: 'claude:a/tool.call.0' });
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
