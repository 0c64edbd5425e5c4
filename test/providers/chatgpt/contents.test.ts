import { describe, expect, test } from 'vitest';
import { draftOf, mark, message, partsOf, readChain, textOf } from './compose';

type Fields = Record<string, unknown>;

const read = (content: unknown, more: Fields = {}, role = 'assistant') =>
  readChain([message('m', role, content, more)]);
const tool = (name: string, more: Fields = {}): Fields => ({ author: { role: 'tool', name, metadata: {} }, ...more });

describe('contents', () => {
  test('a screen: its picture, and what was open on it', () => {
    const state = { type: 'browser', url: 'https://tides.example/', title: 'Tide tables', dom: null };
    const screenshot = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_9', width: 8, height: 8 };
    const drafts = read(
      { content_type: 'computer_output', computer_id: 'k', screenshot, state },
      tool('computer.do'),
      'tool',
    );
    expect(partsOf(draftOf(drafts, 'm'))).toMatchObject([
      { type: 'image', pointer: 'sediment://file_9' },
      { type: 'json', of: 'state', value: { title: 'Tide tables', url: 'https://tides.example/' } },
    ]);
    expect(draftOf(drafts, 'm/file_9').body).toMatchObject({ why: 'not-fetched' });
  });

  test('a document of a connected app is evidence', () => {
    const metadata = { display_title: 'Log book', display_url: 'https://drive.example/1', connector_source: 'drive' };
    const drafts = read(
      { content_type: 'citable_code_output', output_str: 'Depth: 2 m', metadata },
      tool('api_tool'),
      'tool',
    );
    expect(partsOf(draftOf(drafts, 'm'), 'evidence')).toMatchObject([
      { url: 'https://drive.example/1', title: 'Log book', site: 'drive', passages: [{ text: 'Depth: 2 m' }] },
    ]);
  });

  test('what a desktop app shared is readable', () => {
    const content = {
      content_type: 'app_pairing_content',
      shared_prompt: 'From the editor',
      workspaces: [{ title: 'tides.py' }],
      context_parts: ['A line'],
    };
    const parts = partsOf(draftOf(read(content, {}, 'user'), 'm'));
    expect(parts.map(({ text, value }) => text ?? value)).toEqual(['From the editor', 'A line', { title: 'tides.py' }]);
  });

  test('very old code of the browser is code', () => {
    const drafts = read({ content_type: 'tether_browsing_code', text: 'search("tides")' });
    expect(partsOf(draftOf(drafts, 'm'))).toEqual([{ type: 'code', text: 'search("tides")', language: null }]);
  });

  test.each(['super_widget', 'browser_window', 'of_tomorrow'])('%s is kept as unknown, its words readable', (type) => {
    const drafts = read({ content_type: type, inside: [{ words: 'Readable words' }] });
    expect(draftOf(drafts, 'm')).toMatchObject({ kind: 'unknown', body: { type, text: 'Readable words' } });
  });

  test('B50: a voice chat has its words, and names its sounds', () => {
    const sound = { asset_pointer: 'sediment://file_a', format: 'wav', size_bytes: 9 };
    const parts = [
      { content_type: 'audio_transcription', text: 'How deep?', direction: 'in', decoding_id: null },
      {
        content_type: 'real_time_user_audio_video_asset_pointer',
        audio_asset_pointer: sound,
        frames_asset_pointers: ['sediment://file_b'],
        audio_start_timestamp: 1.5,
      },
    ];
    const drafts = read({ content_type: 'multimodal_text', parts }, {}, 'user');
    const found = partsOf(draftOf(drafts, 'm'));
    expect(found.map(({ type, text, pointer }) => [type, text ?? pointer])).toEqual([
      ['text', 'How deep?'],
      ['audio', 'sediment://file_a'],
      ['image', 'sediment://file_b'],
      ['json', undefined],
    ]);
    expect(['m/file_a', 'm/file_b'].map((id) => draftOf(drafts, id).kind)).toEqual(['gap', 'gap']);
  });
});

describe('metadata', () => {
  const extraOf = (metadata: Fields): unknown => (draftOf(read('Done.', { metadata }), 'm').body as Fields).extra;

  test.each([
    [{ codex_collab_agent_tool_call: { tool: 'wait', status: 'completed', receiverThreadIds: ['t-1'] } }],
    [{ codex_request_user_input: { request_id: 'r', question_ids: ['q'], status: 'answered' } }],
    [
      {
        jit_plugin_data: {
          from_server: { type: 'confirm_action', body: { domain: 'tides.example', operation: 'book' } },
        },
      },
    ],
    [{ selected_sources: ['web'], selected_github_repos: ['harbour/tides'] }],
    [{ gizmo_id: 'g-abc', system_hints: ['search'], voice_mode_message: true }],
    [{ brand_new_member: { words: 'never seen before' } }],
    [{ '0': { id: 'w', variant: 'email', content: 'Dear harbour master', metadata: { subject: 'Tides' } } }],
  ])('%j stays with the message', (metadata) => {
    expect(extraOf(metadata)).toMatchObject({ metadata });
  });

  test('what pads or only serves the page is left out', () => {
    const metadata = {
      pad: 'AAAAAAAA',
      timestamp_: 'absolute',
      message_type: 'next',
      parent_id: 'x',
      has_versions: true,
    };
    expect(extraOf(metadata)).toBeUndefined();
  });

  test('a paste that became a file is an attachment', () => {
    const attachments = [
      { id: 'file_1', name: 'Pasted text.txt', mime_type: 'text/plain', size: 12, is_big_paste: true },
    ];
    const [part] = partsOf(draftOf(read('See there.', { metadata: { attachments } }, 'user'), 'm'), 'file');
    expect(part).toMatchObject({ pointer: 'file_1', name: 'Pasted text.txt', more: { is_big_paste: true } });
  });
});

describe('citations', () => {
  const cited = (text: string, references: unknown[] = [], citations: unknown[] = []) =>
    read(text, { metadata: { content_references: references, citations } });

  test('B01: marks of the older kind that nothing explains leave the text too, and say so', () => {
    const drafts = cited('High at ten【7†source】 and low【12†L3-L9】 at four.');
    expect(textOf(draftOf(drafts, 'm'))).toBe('High at ten and low at four.');
    expect(partsOf(draftOf(drafts, 'm'), 'citation')).toMatchObject([
      { evidence: [], range: { start: 11, end: 11 }, native: { mark: ['7†source'] } },
      { evidence: [], range: { start: 19, end: 19 }, native: { mark: ['12†L3-L9'] } },
    ]);
    expect(draftOf(drafts, 'm/gap.sources').body).toMatchObject({ what: { sources: ['7†source', '12†L3-L9'] } });
  });

  test('what a person wrote with such brackets stays', () => {
    const text = 'What does 【7†source】 mean, and 【this】?';
    expect(textOf(draftOf(read(text, {}, 'user'), 'm'))).toBe(text);
    expect(textOf(draftOf(read('A 【note】 in brackets.'), 'm'))).toBe('A 【note】 in brackets.');
  });

  test('offsets behind characters of two units are converted, and the site’s own kept', () => {
    const matched = mark('cite', 'turn0search0');
    const before = '🌊🌊 High at ten ';
    const start = [...before].length;
    const reference = {
      type: 'webpage',
      matched_text: matched,
      start_idx: start,
      end_idx: start + matched.length,
      url: 'https://tides.example/',
      title: 'Tides',
    };
    const [citation] = partsOf(draftOf(cited(`${before}${matched}.`, [reference]), 'm'), 'citation');
    expect(citation).toMatchObject({
      range: { start: before.length, end: before.length, unit: 'codepoint' },
      native: { start, end: start + matched.length, unit: 'codepoint' },
    });
  });

  test('a file is cited with its lines', () => {
    const matched = mark('filecite', 'turn0file0', 'L10-L20');
    const reference = {
      type: 'file',
      matched_text: matched,
      start_idx: 4,
      name: 'log.csv',
      id: 'file_7',
      input_pointer: { line_range_start: 10, line_range_end: 20 },
    };
    const draft = draftOf(cited(`See ${matched}`, [reference]), 'm');
    expect(textOf(draft)).toBe('See ');
    expect(partsOf(draft, 'citation')).toMatchObject([
      { title: 'log.csv', native: { mark: ['filecite', 'turn0file0', 'L10-L20'] } },
    ]);
    expect(partsOf(draft, 'evidence')).toMatchObject([{ file: 'file_7', title: 'log.csv' }]);
  });

  test('words that stand for a mark are put in its place, hidden ones vanish', () => {
    const entity = mark('entity', '["place","Barra","harbour"]');
    const hidden = mark('cite', 'turn0search3');
    const text = `At ${entity}${hidden}, of course`;
    const references = [
      { type: 'alt_text', matched_text: entity, start_idx: 3, alt: 'Barra' },
      { type: 'hidden', matched_text: hidden, start_idx: 3 + entity.length, invalid: true },
    ];
    expect(textOf(draftOf(cited(text, references), 'm'))).toBe('At Barra, of course');
  });

  test.each([
    [
      'products',
      {
        products: [{ title: 'A tide clock', price: '40' }],
        cite_map: { turn0product0: { title: 'Shop', url: 'https://shop.example/' } },
      },
    ],
    ['businesses_map', { businesses: [{ name: 'The harbour office', rating: 4.5, phone: '1' }] }],
    ['forecast', { location: 'Barra', days: [{ high: 12 }] }],
    ['client_defined_widget', { widget: { words: 'of a kind nobody knows' } }],
  ])('%s keeps all it says', (type, more) => {
    const matched = mark(type, 'turn0product0');
    const draft = draftOf(cited(`Here ${matched}`, [{ type, matched_text: matched, start_idx: 5, ...more }]), 'm');
    expect(textOf(draft)).toBe('Here ');
    const said = JSON.stringify(draft.body);
    for (const words of JSON.stringify(more).match(/(?<=:)"[\w .:/]{4,}"/g) ?? []) expect(said).toContain(words);
  });
});

describe('a page that is found again', () => {
  const asks = (id: string, q: string) =>
    message(
      id,
      'assistant',
      { content_type: 'code', text: '{}' },
      { recipient: 'web', metadata: { search_queries: [{ q }] } },
    );
  const finds = (id: string, ...entries: object[]) =>
    message(id, 'tool', '', { metadata: { search_result_groups: [{ entries }] } });
  const page = { url: 'https://page.example/1', title: 'A page' };

  test('by another query, is found by both, each with its rank', () => {
    const drafts = readChain([
      asks('q', 'tides'),
      finds('a', page),
      asks('p', 'ebb'),
      finds('b', { url: 'https://x.example' }, page),
    ]);
    expect(partsOf(draftOf(drafts, 'a'), 'evidence')).toMatchObject([{ url: page.url, rank: 1, query: 'tides' }]);
    expect(partsOf(draftOf(drafts, 'b'), 'evidence')).toMatchObject([
      { rank: 1, query: 'ebb' },
      { url: page.url, rank: 2, query: 'ebb' },
    ]);
  });

  test('in one result, is one page with all of its ranks, and what an answer repeats is no finding', () => {
    const ref = (ref_index: number) => ({ ...page, ref_id: { turn_index: 0, ref_type: 'search', ref_index } });
    const drafts = readChain([
      asks('q', 'tides'),
      finds('a', ref(0), ref(4), ref(4)),
      message('z', 'assistant', 'Ten.', { metadata: { search_result_groups: [{ entries: [ref(4)] }] } }),
    ]);
    expect(partsOf(draftOf(drafts, 'a'), 'evidence')).toEqual([
      expect.objectContaining({ rank: 1, query: 'tides', foundAgain: [{ rank: 5, query: 'tides' }] }),
    ]);
    expect(partsOf(draftOf(drafts, 'z'), 'evidence')).toEqual([]);
  });
});
