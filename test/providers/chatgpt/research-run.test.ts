import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../src/lib/bytes';
import { sha256Hex } from '../../../src/lib/hash';
import { chain, conversation, draftOf, mark, message, partsOf, read, readChain, textOf } from './compose';
import { answer, entry, type Fields, finds, person, search } from './searches';

describe('a run of research', () => {
  const report = (id: string, title: string, task: string): Fields =>
    answer(id, `# ${title}\n\nIt rose.【7†L1-L2】`, {
      is_async_task_result_message: true,
      async_task_type: 'deep_research',
      async_task_id: task,
      citations: [
        {
          start_ix: 13 + title.length - 1,
          metadata: { type: 'webpage', url: 'https://a.example', title: 'A', text: 'Up.' },
        },
      ],
    });

  test('B59: each report is an artifact of the turn that made it, and its citations’ places are places in it', () => {
    const { drafts, attachments } = read(
      conversation(chain([person('p'), report('a', 'One', 't-1'), person('q'), report('b', 'Two', 't-2')]), 'b'),
    );
    const reports = drafts.filter(({ kind }) => kind === 'artifact');
    expect(reports).toMatchObject([
      { id: 'chatgpt:a/report', parents: ['chatgpt:a'], body: { role: 'report', name: 'One', task: 't-1' } },
      { id: 'chatgpt:b/report', parents: ['chatgpt:b'], body: { role: 'report', name: 'Two', task: 't-2' } },
    ]);
    const draft = drafts.find(({ id }) => id === 'chatgpt:a');
    if (!draft) throw new Error('no report');
    const words = '# One\n\nIt rose.';
    expect(attachments.map(({ sha256 }) => sha256)).toContain(sha256Hex(utf8(words)));
    expect(reports[0]?.body).toMatchObject({ artifact: `sha256:${sha256Hex(utf8(words))}` });
    expect(textOf(draft)).toBe(words);
    expect(partsOf(draft, 'citation')).toMatchObject([{ citedText: 'Up.', range: { start: words.length } }]);
  });

  test('a picture that was long in the making is no report', () => {
    const sent = answer('a', 'Here it is.', {
      is_async_task_result_message: true,
      async_task_type: 'image_generation',
    });
    expect([...readChain([sent]).values()].filter(({ kind }) => kind === 'artifact')).toEqual([]);
  });

  const app = (state: unknown, response: Fields = {}): Fields =>
    message('r', 'tool', '', {
      author: { role: 'tool', name: 'api_tool.call_tool', metadata: {} },
      metadata: {
        chatgpt_sdk: {
          html_asset_pointer: 'internal://deep-research',
          widget_state: JSON.stringify(state),
          tool_response_metadata: response,
        },
      },
    });
  const found = message('rep', 'assistant', `# Tides\n\nIt rose. ${mark('cite', 'turn3search1')}`, {
    metadata: {
      content_references: [
        {
          matched_text: mark('cite', 'turn3search1'),
          start_idx: 18,
          type: 'grouped_webpages',
          items: [{ title: 'Hit 1', url: 'https://hit.example/1' }],
        },
      ],
    },
  });
  const plan = { title: 'Tides', steps: [{ id: '1', text: 'Read the almanac', status: 'done' }] };

  test('B60: a report inside a text inside the app is read, with its sources', () => {
    const drafts = readChain([person('p'), app({ report_message: found })]);
    expect(partsOf(draftOf(drafts, 'r'), 'text')).toMatchObject([{ of: 'report', text: '# Tides\n\nIt rose. ' }]);
    expect(partsOf(draftOf(drafts, 'r'), 'citation')).toMatchObject([{ url: 'https://hit.example/1' }]);
    expect(draftOf(drafts, 'r/report')).toMatchObject({
      parents: ['chatgpt:r'],
      body: { role: 'report', name: 'Tides', mime: 'text/markdown' },
    });
    expect(draftOf(drafts, 'r/gap.steps').body).toMatchObject({ why: 'not-sent' });
  });

  test('its plan, its steps, what it searched for, and what it found and read are told', () => {
    const entries = [0, 1, 2].map((i) => entry(i, { ref_id: { turn_index: 3, ref_type: 'search', ref_index: i } }));
    const page = { content_type: 'sonic_webpage', url: 'https://hit.example/2', title: 'Hit 2', text: 'All of it.' };
    const steps = [
      message('s0', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'Almanac.' }] }),
      search('s1', 'tide tables'),
      finds('s2', entries),
      message('s3', 'tool', page, { author: { role: 'tool', name: 'web.run', metadata: {} } }),
      'words alone',
      { strange: 'Of a kind nobody knows.' },
      null,
    ];
    const drafts = readChain([
      person('p'),
      app({ plan, report_message: found }, { venus_widget_state: { plan, status: 'done' }, cot_messages: steps }),
    ]);
    const draft = draftOf(drafts, 'r');
    expect(partsOf(draft, 'json').filter(({ of }) => of === 'plan')).toMatchObject([{ value: plan }]);
    const told = partsOf(draft).filter(({ of }) => of === 'step');
    expect(told).toMatchObject([
      { step: 0, type: 'text', text: 'Plan' },
      { step: 0, type: 'text', text: 'Almanac.' },
      { step: 0, type: 'json' },
      { step: 1, type: 'code', name: 'web.run', queries: ['tide tables'] },
      { step: 1, type: 'json' },
      { step: 2, type: 'json', name: 'web.run' },
      { step: 3, type: 'json' },
      { step: 4, type: 'json', value: 'words alone' },
      { step: 5, type: 'json', value: { strange: 'Of a kind nobody knows.' } },
    ]);
    const evidence = partsOf(draft, 'evidence');
    expect(evidence).toHaveLength(3);
    expect(evidence).toMatchObject(
      [0, 1, 2].map((i) => ({ url: `https://hit.example/${i}`, query: 'tide tables', rank: i + 1 })),
    );
    expect(evidence[2]).toMatchObject({ passages: [{ text: 'Words of hit 2.' }, { text: 'All of it.' }] });
    expect(partsOf(draft, 'citation')).toMatchObject([{ evidence: ['chatgpt:r#turn3search1'] }]);
    expect(drafts.has('chatgpt:r/gap.steps')).toBe(false);
  });

  test('hundreds of thousands of steps are read, and steps of any other type', { timeout: 60_000 }, () => {
    const steps = Array.from({ length: 200_000 }, (_, i) =>
      i % 2 ? `Step ${i}` : { content: { parts: [`Step ${i}`] } },
    );
    expect(partsOf(draftOf(readChain([app({}, { cot_messages: steps })]), 'r')).length).toBeGreaterThan(200_000);
    for (const odd of [
      'words',
      7,
      { a: 'words' },
      [[['words']]],
      [{ content: 'words' }],
      [{ content: { parts: 'words' } }],
    ])
      expect(JSON.stringify(draftOf(readChain([app({}, { cot_messages: odd })]), 'r').body)).toContain(
        odd === 7 ? '7' : 'words',
      );
  });

  test('the conversation in which it took place is a copy on the server, and not here', () => {
    const drafts = readChain([app({}, { async_task_conversation_id: 'hidden-1' })]);
    expect(draftOf(drafts, 'r/conversation-hidden-1').body).toMatchObject({ why: 'not-asked' });
    expect(drafts.has('chatgpt:r/gap.steps')).toBe(false);
    expect([...drafts.values()].filter(({ kind }) => kind === 'server.state').map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ type: 'conversation', id: 'hidden-1' }),
    );
  });
});
