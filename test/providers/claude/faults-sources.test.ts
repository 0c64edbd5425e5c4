import { describe, expect, test } from 'vitest';
import {
  byId,
  call,
  conversation,
  draftOf,
  message,
  partsOf,
  ROOT,
  read,
  readAnswer,
  result,
  text,
  textOf,
} from './compose';

const page = (n: number, more: object = {}) => ({
  type: 'knowledge',
  title: `Page ${n}`,
  url: `https://site.example/${n}`,
  metadata: { type: 'webpage_metadata', site_domain: 'site.example', site_name: 'Site' },
  text: `Words of page ${n}.`,
  ...more,
});
const cites = (uuid: string, n: number, start: number, end: number) => ({
  uuid,
  start_index: start,
  end_index: end,
  title: `Page ${n}`,
  url: `https://site.example/${n}`,
  origin_tool_name: 'web_search',
});
const searched = (id: string, query: string, pages: readonly object[]) => [
  call(id, 'web_search', { query }),
  result(id, 'web_search', pages),
];
const report = (wf: string, title: string, words: string, citations: readonly object[]) => [
  call(`l-${wf}`, 'launch_extended_search_task', { command: 'Look.' }),
  result(`l-${wf}`, 'launch_extended_search_task', JSON.stringify({ task_id: `wf-${wf}` })),
  call(`r-${wf}`, 'artifacts', {
    id: `compass_artifact_wf-${wf}_text/markdown`,
    command: 'create',
    title,
    type: 'text/markdown',
    content: words,
    md_citations: citations,
  }),
  result(`r-${wf}`, 'artifacts', 'OK'),
];

/** Faults with sources that other archivers had, by their row in the list of known faults. */
describe('known faults with sources, on Claude', () => {
  test('B01: hundreds of citations leave the text to the letter, each in its place and with its source', () => {
    const count = 300;
    const words = Array.from({ length: count }, (_, i) => `Claim ${i}. `).join('');
    const places = Array.from({ length: count }, (_, i) => words.indexOf(`Claim ${i}. `));
    const citations = places.map((start, i) => cites(`c${i}`, i, start, start + `Claim ${i}.`.length));
    const draft = draftOf(readAnswer(text(words, { citations })), 'a/message.0');
    expect(textOf(draft)).toBe(words);
    const parts = partsOf(draft, 'citation') as { range: { start: number; end: number }; url: string }[];
    expect(parts.map(({ range, url }) => [words.slice(range.start, range.end), url])).toEqual(
      places.map((_, i) => [`Claim ${i}.`, `https://site.example/${i}`]),
    );
    expect(partsOf(draft, 'evidence')).toHaveLength(count);
  });

  test('B03: a citation of nothing, or of a blank, takes nothing out of the text', () => {
    const words = 'All words stay apart here.';
    const citations = [cites('c', 1, 3, 3), cites('d', 2, 3, 4), { uuid: 'e' }, null, 'f'];
    expect(textOf(draftOf(readAnswer(text(words, { citations })), 'a/message.0'))).toBe(words);
  });

  test('B04: every source behind one citation is kept, with its own title', () => {
    const sources = [0, 1, 2, 3].map((i) => ({ title: `Title ${i}`, url: `https://site.example/${i}` }));
    const draft = draftOf(
      readAnswer(text('Four', { citations: [{ uuid: 'c', start_index: 0, end_index: 4, sources }] })),
      'a/message.0',
    );
    expect(partsOf(draft, 'evidence').map(({ title, url }) => ({ title, url }))).toEqual(sources);
    expect(partsOf(draft, 'citation')).toMatchObject([
      { urls: sources.map(({ url }) => url), evidence: [0, 1, 2, 3].map((i) => `claude:a/message.0#s${i}`) },
    ]);
  });

  test('B06: the citation of a later answer leads to what was found on its own branch', () => {
    const answer = (id: string, parent: string, n: number) =>
      message(
        id,
        'assistant',
        [
          ...searched(`t-${id}`, `query ${n}`, [page(1, { text: `As ${id} found it.` })]),
          text('So.', { citations: [cites('c', 1, 0, 3)] }),
        ],
        parent,
      );
    const messages = [
      message('q', 'human', 'First', ROOT),
      answer('a1', 'q', 1),
      answer('a2', 'q', 2),
      message('r', 'human', 'Second', 'a2'),
      answer('b', 'r', 3),
    ];
    const drafts = byId(read(conversation(messages, 'b')).drafts);
    for (const id of ['a1', 'a2', 'b'])
      expect(partsOf(draftOf(drafts, `${id}/message.0`), 'citation')).toMatchObject([
        { evidence: [`claude:${id}/tool.result.0#s0`] },
      ]);
  });

  test('B07: whatever a source is said with is kept, what nobody knows too', () => {
    const odd = page(1, { rating: 'A rating nobody knows.', is_citable: false, is_missing: true });
    const drafts = readAnswer(...searched('1', 'x', [odd]));
    expect(partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence')).toMatchObject([
      { extra: { rating: 'A rating nobody knows.', missing: true } },
    ]);
  });

  test('B09: of twenty hits, four cited, all are kept, each with its rank, and the four are told apart', () => {
    const pages = Array.from({ length: 20 }, (_, i) => page(i));
    const citations = [3, 7, 11, 19].map((n) => cites(`c${n}`, n, 0, 2));
    const drafts = readAnswer(...searched('1', 'x', pages), text('So.', { citations }));
    const evidence = partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence');
    expect(evidence.map(({ rank }) => rank)).toEqual(pages.map((_, i) => i + 1));
    const cited = partsOf(draftOf(drafts, 'a/message.0'), 'citation').flatMap((part) => part.evidence as string[]);
    expect(cited).toEqual([3, 7, 11, 19].map((n) => `claude:a/tool.result.0#s${n}`));
    expect(partsOf(draftOf(drafts, 'a/message.0'), 'evidence')).toEqual([]);
  });

  test('B59, B60: each report of several is an artifact of the turn that made it, with its task and its sources', () => {
    const of = (n: number) => report(`${n}`, `Report ${n}`, `# Report ${n}\n\nIt rose.`, [cites(`m${n}`, n, 12, 20)]);
    const messages = [
      message('q', 'human', 'First', ROOT),
      message('a', 'assistant', [...of(1), ...of(2)], 'q'),
      message('r', 'human', 'Second', 'a'),
      message('b', 'assistant', of(3), 'r'),
    ];
    const { drafts: all, attachments } = read(conversation(messages, 'b'));
    const drafts = byId(all);
    expect(all.filter(({ kind }) => kind === 'artifact')).toMatchObject([
      { parents: ['claude:a/tool.call.1'], body: { name: 'Report 1', task: 'wf-1', mime: 'text/markdown' } },
      { parents: ['claude:a/tool.call.3'], body: { name: 'Report 2', task: 'wf-2' } },
      { parents: ['claude:b/tool.call.1'], body: { name: 'Report 3', task: 'wf-3' } },
    ]);
    expect(attachments.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(
      [1, 2, 3].map((n) => `# Report ${n}\n\nIt rose.`),
    );
    for (const [id, n] of [
      ['a/tool.call.1', 1],
      ['a/tool.call.3', 2],
      ['b/tool.call.1', 3],
    ] as const) {
      expect(partsOf(draftOf(drafts, id), 'citation')).toMatchObject([
        { range: { start: 12, end: 20 }, url: `https://site.example/${n}` },
      ]);
      expect(partsOf(draftOf(drafts, id), 'evidence')).toMatchObject([
        { url: `https://site.example/${n}`, cited: true },
      ]);
    }
  });
});
