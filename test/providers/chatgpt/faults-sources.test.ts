import { describe, expect, test } from 'vitest';
import { draftOf, mark, message, partsOf, readChain } from './compose';

type Fields = Record<string, unknown>;

/** Faults with sources that other archivers had, by their row in the list of known faults; others in faults.test.ts. */
describe('known faults with sources, on ChatGPT', () => {
  const entry = (i: number): Fields => ({
    url: `https://hit.example/${i}`,
    title: `Hit ${i}`,
    snippet: `Words of hit ${i}.`,
    ref_id: { turn_index: 0, ref_type: 'search', ref_index: i },
  });
  const call = message(
    'c',
    'assistant',
    { content_type: 'code', language: 'json', text: '{"search_query":[{"q":"tide"}]}' },
    { recipient: 'web.run' },
  );
  const result = (entries: readonly Fields[]): Fields =>
    message('r', 'tool', '', {
      author: { role: 'tool', name: 'web.run', metadata: {} },
      metadata: { search_result_groups: [{ domain: 'hit.example', entries }] },
    });

  test('B01: marks inside lists, tables, code and at the very end leave, whichever kind they are of', () => {
    const marks = [
      mark('cite', 'turn0search0'),
      mark('navlist', 'More on it', 'turn0search1'),
      '【3†L1-L9】',
      mark('filecite', 'turn0file0', 'L1'),
    ];
    const text = `- One${marks[0]}\n- Two${marks[1]}\n\n| a | b |\n| --- | --- |\n| 1${marks[2]} | 2 |\n\nEnd.${marks[3]}`;
    const drafts = readChain([message('a', 'assistant', text)]);
    const shown = partsOf(draftOf(drafts, 'a'), 'text')
      .map((part) => part.text)
      .join('');
    expect(shown).toBe('- One\n- Two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd.');
    expect(shown).not.toMatch(/[\ue200-\ue2ff]|【/);
    const natives = partsOf(draftOf(drafts, 'a'), 'citation').map(({ native }) => (native as Fields).mark);
    expect(natives).toEqual([
      ['cite', 'turn0search0'],
      ['navlist', 'More on it', 'turn0search1'],
      ['3†L1-L9'],
      ['filecite', 'turn0file0', 'L1'],
    ]);
  });

  test('B07: members that nobody knows are kept, of a hit and of a reference', () => {
    const odd = { ...entry(0), rating: 'A rating nobody knows.' };
    const reference = {
      matched_text: mark('cite', 'turn0search0'),
      start_idx: 3,
      type: 'webpage',
      ...entry(0),
      weather: 'Fair.',
    };
    const drafts = readChain([
      call,
      result([odd]),
      message('a', 'assistant', `So ${mark('cite', 'turn0search0')}`, {
        metadata: { content_references: [reference] },
      }),
    ]);
    expect(partsOf(draftOf(drafts, 'r'), 'evidence')).toMatchObject([{ extra: { rating: 'A rating nobody knows.' } }]);
    expect(JSON.stringify(draftOf(drafts, 'a').body)).toContain('"weather":"Fair."');
  });

  test('B09: of twenty hits, four cited, all are kept where they were found, each with its rank', () => {
    const all = Array.from({ length: 20 }, (_, i) => entry(i));
    const names = [3, 7, 11, 19].map((i) => `turn0search${i}`);
    const items = [3, 7, 11, 19].map((i) => ({
      title: `Hit ${i}`,
      url: `https://hit.example/${i}?utm_source=chatgpt.com`,
    }));
    const matched = mark('cite', ...names);
    const reference = { matched_text: matched, start_idx: 3, type: 'grouped_webpages', items };
    const answer = message('a', 'assistant', `So ${matched}`, { metadata: { content_references: [reference] } });
    const drafts = readChain([call, result(all), answer]);
    expect(partsOf(draftOf(drafts, 'r'), 'evidence').map(({ rank, query }) => [rank, query])).toEqual(
      all.map((_, i) => [i + 1, 'tide']),
    );
    expect(partsOf(draftOf(drafts, 'a'), 'citation')).toMatchObject([
      { evidence: names.map((name) => `chatgpt:r#${name}`) },
    ]);
    expect(partsOf(draftOf(drafts, 'a'), 'evidence')).toEqual([]);
  });
});
