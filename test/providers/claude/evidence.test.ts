import { expect, test } from 'vitest';
import { pairCalls } from '../../../src/providers/claude/pairs';
import { readBlock } from '../../../src/providers/claude/wire';
import { call, conversation, draftOf, idsOf, message, partsOf, read, readAnswer, result, text } from './compose';

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

test('what two mentions of a page say otherwise is kept of both', () => {
  const hit = (author: string) => knowledge(1, { metadata: { author } });
  const drafts = readAnswer(
    call('1', 'web_search', { query: 'x' }),
    result('1', 'web_search', [hit('First Author'), hit('Second Author'), hit('First Author')]),
  );
  expect(partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence')).toMatchObject([
    {
      extra: { metadata: { author: 'First Author' } },
      extras: [{ metadata: { author: 'First Author' } }, { metadata: { author: 'Second Author' } }],
    },
  ]);
});

test('what a citation says in its details and its description is kept, listed or not', () => {
  const citations = [
    { uuid: 'c', details: { type: 'web', url: 'https://a.example', cited_text: 'High water.', note: 'At nine.' } },
    {
      uuid: 'd',
      url: 'https://b.example',
      metadata: { preview_title: 'A preview' },
      sources: [{ url: 'https://b.example', title: 'B' }],
    },
  ];
  const draft = draftOf(readAnswer(text('Tide', { citations })), 'a/message.0');
  expect(partsOf(draft, 'citation')).toMatchObject([
    { citedText: 'High water.', more: { details: { note: 'At nine.' } } },
    { more: { metadata: { preview_title: 'A preview' } } },
  ]);
  expect(partsOf(draft, 'evidence')[0]).toMatchObject({ passages: [{ text: 'High water.' }] });
});

test('a flag or instructions of another type are kept as they are', () => {
  const drafts = readAnswer({ type: 'flag', flag: { because: 'of the tide' } });
  expect(draftOf(drafts, 'a/notice.0').body).toMatchObject({ flag: { because: 'of the tide' } });
  const told = read(conversation([message('q', 'human', 'Hello.', null)], 'q', { system_prompt: ['Be brief.'] }));
  expect(told.drafts.find(({ kind }) => kind === 'config')?.body).toMatchObject({ system_prompt: ['Be brief.'] });
});

test('thousands of calls without ids find their results in the time of a few', { timeout: 10_000 }, () => {
  const calls = Array.from({ length: 20_000 }, (_, n) => ({ type: 'tool_use', name: n % 2 ? 'a' : 'b' }));
  const results = calls.map((_, n) => ({ type: 'tool_result', name: n % 3 ? 'a' : 'c' }));
  const blocks = [...calls, ...results].map((fields) => readBlock(fields, []));
  const { resultOf, callOf } = pairCalls(blocks);
  expect([resultOf.size, callOf.size]).toEqual([20_000, 20_000]);
  expect([callOf.get(20_000), callOf.get(20_001)]).toEqual([19_999, 1]);
});

test('a citation of what a search gave leads to the search, though the page was fetched as well', () => {
  const citation = (tool: string) => ({
    uuid: 'c',
    url: 'https://site.example/1',
    title: 'Page 1',
    origin_tool_name: tool,
  });
  const cites = (tool: string) =>
    partsOf(
      draftOf(
        readAnswer(
          call('1', 'web_search', { query: 'x' }),
          result('1', 'web_search', [knowledge(1, { text: 'A hit.' })]),
          call('2', 'web_fetch', { url: 'https://site.example/1' }),
          result('2', 'web_fetch', [knowledge(1, { text: 'All of it.' })]),
          text('So.', { citations: [citation(tool)] }),
        ),
        'a/message.0',
      ),
      'citation',
    )[0]?.evidence;
  expect(cites('web_search')).toEqual(['claude:a/tool.result.0#s0']);
  expect(cites('web_fetch')).toEqual(['claude:a/tool.result.1#s0']);
  expect(cites('another_tool')).toEqual(['claude:a/tool.result.1#s0']);
});

test('the passage of a citation is its own, else what its only source gives', () => {
  const source = (body: string) => ({ url: 'https://a.example', title: 'A', content_body: body });
  const cite = (more: object) =>
    partsOf(
      draftOf(
        readAnswer(text('Tide', { citations: [{ uuid: 'c', url: 'https://a.example', title: 'A', ...more }] })),
        'a/message.0',
      ),
      'citation',
    )[0]?.citedText;
  expect(cite({ cited_text: 'Its own.', sources: [source('A source.')] })).toBe('Its own.');
  expect(cite({ sources: [source('A source.')] })).toBe('A source.');
  expect(cite({ sources: [source('One.'), { ...source('Two.'), url: 'https://b.example' }] })).toBeUndefined();
  expect(cite({ sources: [] })).toBeUndefined();
});

test('what a search with several queries found has a rank, and no query', () => {
  const drafts = readAnswer(
    call('1', 'places_search', { queries: [{ query: 'harbour' }, { query: 'pier' }] }),
    result('1', 'places_search', [knowledge(1), knowledge(2)]),
  );
  const parts = partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence');
  expect(parts).toMatchObject([{ rank: 1 }, { rank: 2 }]);
  for (const part of parts) expect(part).not.toHaveProperty('query');
});

test('the input of a search is kept to the letter, blanks and all', () => {
  const query = '  "spring tide"  site:sea.example\u2003OR \n ebb 🌊';
  expect(draftOf(readAnswer(call('1', 'web_search', { query })), 'a/tool.call.0').body).toMatchObject({
    class: 'search',
    hosted: true,
    input: { query },
  });
});
