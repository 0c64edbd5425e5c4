import { describe, expect, test } from 'vitest';
import { draftOf, mark, message, partsOf, readChain } from './compose';
import { answer, asks, entry, type Fields, finds, groups, person, search } from './searches';

describe('which query found a source', () => {
  test.each([
    ['{"search_query":[{"q":"spring \\"tide\\""}],"response_length":"short"}', 'web.run', ['spring "tide"']],
    ['{"search_query":[{"q":"one"},{"q":"two"},{"q":"one"}]}', 'web.run', ['one', 'two']],
    ['{"query":"spring tide"}', 'browser.search', ['spring tide']],
    ['{"queries":["one","two"]}', 'file_search.msearch', ['one', 'two']],
    ['search("spring \\"tide\\" 2026", recency_days=7)', 'browser', ['spring "tide" 2026']],
    ["search('the sea\\'s tide')", 'web', ["the sea's tide"]],
    ['msearch(["one", "two"])', 'myfiles_browser', ['one', 'two']],
    ['search(', 'browser', null],
    ['{"search_query":"spring tide"}', 'web.run', ['spring tide']],
    ['{"search_query":[null,7,{"q":null}]}', 'web.run', null],
    ['print("search(\\"x\\")")', 'python', null],
  ])('%s of %s', (text, recipient, queries) => {
    const { body } = draftOf(readChain([asks('c', text, recipient)]), 'c');
    expect((body as Fields).queries ?? null).toEqual(queries);
  });

  test('the call says it where nothing beside the hits does', () => {
    const drafts = readChain([person('p'), search('c', 'spring tide'), finds('r', [entry(0), entry(1)])]);
    expect(partsOf(draftOf(drafts, 'r'), 'evidence')).toMatchObject([
      { query: 'spring tide', rank: 1 },
      { query: 'spring tide', rank: 2 },
    ]);
  });

  test('of several queries in one call, it is not known which', () => {
    const drafts = readChain([person('p'), search('c', 'one', 'two'), finds('r', [entry(0)])]);
    const [part] = partsOf(draftOf(drafts, 'r'), 'evidence');
    expect(part).not.toHaveProperty('query');
    expect(draftOf(drafts, 'c').body).toMatchObject({ queries: ['one', 'two'] });
  });

  test('what the answer alone tells of was found by the only search of its turn', () => {
    const told = (...before: Fields[]) =>
      partsOf(draftOf(readChain([...before, answer('a', 'So.', groups([entry(0)]))]), 'a'), 'evidence')[0]?.query;
    expect(told(person('p'), search('c', 'spring tide'), finds('r', []))).toBe('spring tide');
    expect(told(person('p'), search('c', 'one'), finds('r', []), search('d', 'two'), finds('s', []))).toBeUndefined();
    expect(told(person('o'), search('c', 'one'), finds('r', []), answer('b', 'So.'), person('p'))).toBeUndefined();
    expect(told(search('c', 'one'), finds('r', [])), 'what came before is not known').toBeUndefined();
    expect(told(person('p'), asks('c', '{"open":[{"ref_id":"turn0search0"}]}'), search('d', 'two'))).toBe('two');
    expect(told(person('p'), asks('c', '{"strange":1}'), search('d', 'two'))).toBeUndefined();
  });

  test('what another tool gives below a search was not found by it', () => {
    const quote = { content_type: 'tether_quote', url: 'file-1', domain: 'a.csv', title: 'a.csv', text: '1,2' };
    const file = (name: string) => message('r', 'tool', quote, { author: { role: 'tool', name, metadata: {} } });
    const found = (asked: Fields, name: string) =>
      partsOf(draftOf(readChain([person('p'), asked, file(name)]), 'r'), 'evidence')[0]?.query;
    expect(found(search('c', 'one'), 'file_search')).toBeUndefined();
    expect(found(asks('c', '{"queries":["one"]}', 'file_search.msearch'), 'file_search')).toBe('one');
  });

  test('a page that a search brought whole has its rank and its query; one that was opened has neither', () => {
    const page = (ref_id: string) =>
      message(
        'r',
        'tool',
        { content_type: 'sonic_webpage', url: 'https://hit.example/0', title: 'Hit', text: 'All of it.', ref_id },
        { author: { role: 'tool', name: 'web.run', metadata: {} } },
      );
    const found = (ref: string) =>
      partsOf(draftOf(readChain([person('p'), search('c', 'one'), page(ref)]), 'r'), 'evidence');
    expect(found('turn0search4')).toMatchObject([{ rank: 5, query: 'one' }]);
    expect(found('turn1view0')[0]).not.toHaveProperty('rank');
    expect(found('turn1view0')[0]).not.toHaveProperty('query');
  });
});

test.each([
  ['{"open":[{"ref_id":"turn0search0"}]}', 'web.run', 'fetch'],
  ['{"click":[{"ref_id":"turn0fetch3","id":17}]}', 'web.run', 'fetch'],
  ['{"find":[{"ref_id":"turn0search0","pattern":"tide"}]}', 'web.run', 'fetch'],
  ['{"search_query":[{"q":"x"}],"open":[{"ref_id":"turn0search0"}]}', 'web.run', 'search'],
  ['{"open":[],"search_query":[{"q":"x"}]}', 'web.run', 'search'],
  ['mclick([0, 3])', 'browser', 'fetch'],
  ['open_url("https://a.example")', 'browser', 'fetch'],
  ['quote_lines(1, 9)', 'browser', 'fetch'],
  ['search("open_url")', 'browser', 'search'],
  ['nothing known', 'browser', 'search'],
])('%s of %s is a %s', (text, recipient, name) => {
  expect(draftOf(readChain([asks('c', text, recipient)]), 'c').body).toMatchObject({ class: name });
});

test('a source that the site’s news search found says so', () => {
  const news = entry(26, { ref_id: { turn_index: 0, ref_type: 'news', ref_index: 26 } });
  const drafts = readChain([person('p'), search('c', 'x'), finds('r', [entry(0), news])]);
  expect(partsOf(draftOf(drafts, 'r'), 'evidence').map(({ kind, rank }) => [kind, rank])).toEqual([
    [undefined, 1],
    ['news', 27],
  ]);
  const matched = mark('cite', 'turn0news4');
  const reference = { matched_text: matched, start_idx: 3, type: 'webpage', title: 'T', url: 'https://n.example/' };
  const cited = readChain([answer('a', `So ${matched}`, { content_references: [reference] })]);
  expect(partsOf(draftOf(cited, 'a'), 'evidence')).toMatchObject([{ id: 'turn0news4', kind: 'news' }]);
});

describe('the passage that a citation leans on', () => {
  const matched = mark('cite', 'turn0search0');
  const passage = (reference: Fields, citation?: Fields) => {
    const references = [{ matched_text: matched, start_idx: 3, end_idx: 3 + matched.length, ...reference }];
    const citations = citation ? [{ start_ix: 3, end_ix: 3 + matched.length, metadata: citation }] : [];
    const drafts = readChain([answer('a', `So ${matched}`, { content_references: references, citations })]);
    return partsOf(draftOf(drafts, 'a'), 'citation').map(({ citedText }) => citedText);
  };
  const page = { type: 'webpage', title: 'T', url: 'https://a.example/', snippet: 'It rose.' };

  test('is its own, else the snippet of its only source', () => {
    expect(passage(page)).toEqual(['It rose.']);
    expect(passage(page, { type: 'webpage', url: page.url, text: 'It rose by two.' })).toEqual(['It rose by two.']);
    const extra = { evidence_text: 'by two' };
    expect(passage(page, { type: 'webpage', url: page.url, text: 'x', extra })).toEqual(['by two']);
    expect(passage(page, { type: 'webpage', url: page.url, extra: { evidence_text: 'source' } })).toEqual(['It rose.']);
  });

  test('is not guessed among several, and is no whole page', () => {
    const items = [page, { ...page, url: 'https://b.example/', snippet: 'It fell.' }];
    expect(passage({ type: 'grouped_webpages', items })).toEqual([undefined]);
    expect(passage({ ...page, snippet: 'x'.repeat(50_000) })).toEqual([undefined]);
  });
});

describe('a name that the site gives anew in a later turn', () => {
  const other = (i: number, more: Fields = {}) => entry(i, { url: `https://other.example/${i}`, ...more });
  const first = [person('p'), search('c', 'one'), finds('r', [entry(0)]), answer('a', 'So.'), person('q')];

  test('is the later source for what comes below it', () => {
    const text = `So ${mark('cite', 'turn0search0')}`;
    const drafts = readChain([...first, search('d', 'two'), finds('s', [other(0)]), answer('b', text)]);
    expect(partsOf(draftOf(drafts, 's'), 'evidence')).toMatchObject([
      { url: 'https://other.example/0', query: 'two', rank: 1 },
    ]);
    expect(partsOf(draftOf(drafts, 'b'), 'citation')).toMatchObject([{ evidence: ['chatgpt:s#turn0search0'] }]);
  });

  test.each([
    ['of the same title', { title: 'Hit 0', snippet: 'Words of hit 0.' }],
    ['that says nothing but where it is', { title: null, snippet: null }],
  ])('B06: a source %s is not taken for the one before', (_, more) => {
    const matched = mark('cite', 'turn0search0');
    const items = [{ ...other(0, more), refs: [{ turn_index: 0, ref_type: 'search', ref_index: 0 }] }];
    const reference = { matched_text: matched, start_idx: 3, type: 'grouped_webpages', items };
    const drafts = readChain([...first, answer('b', `So ${matched}`, { content_references: [reference] })]);
    expect(partsOf(draftOf(drafts, 'b'), 'citation')).toMatchObject([
      { evidence: ['chatgpt:b#turn0search0'], url: 'https://other.example/0' },
    ]);
    expect(partsOf(draftOf(drafts, 'b'), 'evidence')).toMatchObject([{ url: 'https://other.example/0', cited: true }]);
  });

  test('the same page found again in a later turn is found again, with its query', () => {
    const drafts = readChain([...first, search('d', 'two'), finds('s', [entry(0)])]);
    expect(partsOf(draftOf(drafts, 's'), 'evidence')).toMatchObject([{ query: 'two', rank: 1 }]);
  });

  test('within a turn, what is told again is told once', () => {
    const told = [person('p'), search('c', 'one'), finds('r', [entry(0)]), finds('s', [entry(0)])];
    expect(partsOf(draftOf(readChain(told), 's'), 'evidence')).toEqual([]);
  });

  test('one name for two addresses in one list loses neither', () => {
    const drafts = readChain([person('p'), search('c', 'one'), finds('r', [entry(0), other(0), entry(0)])]);
    expect(partsOf(draftOf(drafts, 'r'), 'evidence').map(({ url }) => url)).toEqual([
      'https://hit.example/0',
      'https://other.example/0',
    ]);
  });
});

test.each([
  ['https://a.example/?utm_source=chatgpt.com', 'https://a.example/'],
  ['https://a.example/?utm_source=chatgpt.com&b=1', 'https://a.example/?b=1'],
  ['https://a.example/?b=1&utm_source=chatgpt.com#part', 'https://a.example/?b=1#part'],
  ['https://a.example/?utm_source=chatgpt.com#:~:text=it%20rose', 'https://a.example/#:~:text=it%20rose'],
  ['https://a.example/?utm_source=chatgpt.community', 'https://a.example/?utm_source=chatgpt.community'],
  ['https://a.example/?', 'https://a.example/?'],
])('the address of a source is the page’s own, without the site’s mark: %s', (url, own) => {
  const matched = mark('cite', 'turn0search0');
  const reference = { matched_text: matched, start_idx: 3, type: 'webpage', title: 'T', url };
  const drafts = readChain([answer('a', `So ${matched}`, { content_references: [reference] })]);
  expect(partsOf(draftOf(drafts, 'a'), 'evidence')).toMatchObject([{ url: own }]);
});

test('a link to some words of a page is a link to the page that was found', () => {
  const matched = mark('cite', 'turn0search9');
  const url = 'https://hit.example/0?utm_source=chatgpt.com#:~:text=Words';
  const reference = { matched_text: matched, start_idx: 3, type: 'webpage', title: 'Hit 0', url };
  const sent = answer('a', `So ${matched}`, { content_references: [reference] });
  const drafts = readChain([person('p'), search('c', 'x'), finds('r', [entry(0)]), sent]);
  expect(partsOf(draftOf(drafts, 'a'), 'citation')).toMatchObject([{ evidence: ['chatgpt:r#turn0search0'] }]);
});
