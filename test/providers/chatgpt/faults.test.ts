import { describe, expect, test } from 'vitest';
import { file, pack, report, show, verify } from '../../cli/run';
import { chain, conversation, draftOf, mark, message, node, partsOf, read, readChain, textOf } from './compose';

/** Faults that other archivers had with this site, by their row in the list of known faults. */
describe('known faults of readers of this site', () => {
  const cited = (text: string, references: unknown[], citations: unknown[] = []) =>
    readChain([message('a', 'assistant', text, { metadata: { content_references: references, citations } })]);

  test('B01: hundreds of marks of both kinds leave nothing behind, and each leads to its source', () => {
    const references: unknown[] = [];
    let text = '';
    for (let i = 0; i < 300; i++) {
      text += `Claim ${i} `;
      const matched = i % 2 === 0 ? mark('cite', `turn0search${i}`) : `【${i}†source】`;
      const url = `https://page.example/${i}`;
      references.push({ matched_text: matched, start_idx: text.length, type: 'webpage', title: `Page ${i}`, url });
      text += matched;
    }
    const draft = draftOf(cited(text, references), 'a');
    expect(textOf(draft)).toBe(Array.from({ length: 300 }, (_, i) => `Claim ${i} `).join(''));
    expect(partsOf(draft, 'citation').map(({ url }) => url)).toEqual(
      Array.from({ length: 300 }, (_, i) => `https://page.example/${i}`),
    );
    expect(partsOf(draft, 'evidence')).toHaveLength(300);
    expect(partsOf(draft, 'citation')[2]).toMatchObject({ native: { mark: ['cite', 'turn0search2'] } });
  });

  test('B03: a reference to a blank takes no blank away', () => {
    const text = 'All words stay apart here.';
    const footnote = { matched_text: ' ', start_idx: 3, end_idx: 4, type: 'sources_footnote', sources: [] };
    const empty = { matched_text: '', start_idx: 0, end_idx: 0, type: 'hidden' };
    expect(textOf(draftOf(cited(text, [footnote, empty]), 'a'))).toBe(text);
  });

  test('B04: every address behind one mark is kept, with its own title', () => {
    const matched = mark('cite', 'turn0search0');
    const items = [0, 1, 2, 3].map((i) => ({ title: `Title ${i}`, url: `https://site.example/${i}` }));
    const [first, ...others] = items;
    const group = { ...first, supporting_websites: others };
    const reference = { matched_text: matched, start_idx: 5, type: 'grouped_webpages', items: [group] };
    const draft = draftOf(cited(`Four ${matched}`, [reference]), 'a');
    expect(partsOf(draft, 'evidence').map(({ url, title }) => ({ url, title }))).toEqual(items);
    expect(partsOf(draft, 'citation')).toMatchObject([
      { urls: items.map(({ url }) => url), evidence: [0, 1, 2, 3].map((i) => `chatgpt:a#s${i}`) },
    ]);
  });

  test('B09: what was found and not cited is kept too, and told apart', () => {
    const matched = mark('cite', 'turn0search1');
    const entry = (i: number) => ({
      url: `https://hit.example/${i}`,
      title: `Hit ${i}`,
      snippet: `Words of hit ${i}`,
      ref_id: { turn_index: 0, ref_type: 'search', ref_index: i },
    });
    const drafts = readChain([
      message('a', 'assistant', matched, {
        metadata: {
          search_result_groups: [{ domain: 'hit.example', entries: [0, 1, 2, 3].map(entry) }],
          content_references: [{ matched_text: matched, start_idx: 0, type: 'webpage', ...entry(1) }],
        },
      }),
    ]);
    const flags = partsOf(draftOf(drafts, 'a'), 'evidence').map(({ url, cited: flag }) => [url, flag]);
    expect(new Map(flags as [string, boolean][])).toEqual(
      new Map([0, 1, 2, 3].map((i) => [`https://hit.example/${i}`, i === 1])),
    );
  });

  const edited = {
    root: node('root', null, ['p1', 'p2', 'p3'], null),
    p1: node('p1', 'root', ['a1'], message('p1', 'user', 'First wording')),
    a1: node('a1', 'p1', [], message('a1', 'assistant', 'To the first')),
    p2: node('p2', 'root', ['a2'], message('p2', 'user', 'Second wording')),
    a2: node('a2', 'p2', [], message('a2', 'assistant', 'To the second')),
    p3: node('p3', 'root', ['a3'], message('p3', 'user', 'Third wording')),
    a3: node('a3', 'p3', [], message('a3', 'assistant', 'To the third')),
  };

  test('B11: all three wordings of an edited prompt are kept, with their answers', () => {
    const { drafts } = read(conversation(edited, 'a2'));
    const messages = drafts.filter(({ kind }) => kind === 'message');
    expect(messages.map(({ id }) => id)).toEqual(['p1', 'a1', 'p2', 'a2', 'p3', 'a3'].map((id) => `chatgpt:${id}`));
    expect(messages.filter(({ parents }) => parents.length === 0)).toHaveLength(3);
  });

  test('B12: the leaf is the one the site says the person was on, not the last or the first', () => {
    for (const leaf of ['a1', 'a2', 'a3']) {
      const [about] = read(conversation(edited, leaf)).drafts;
      expect(about?.body).toMatchObject({ leaf: `chatgpt:${leaf}`, leafFrom: 'site' });
    }
  });

  test('B14, B15: an answer older than its question still comes after it, whatever the clocks say', () => {
    const late = message('q', 'user', 'Question', { create_time: 1_780_000_500 });
    const early = message('r', 'assistant', 'Answer', { create_time: 1_780_000_100 });
    const same = message('s', 'user', 'Next', { create_time: 1_780_000_100 });
    const drafts = [...readChain([late, early, same]).values()].filter(({ kind }) => kind === 'message');
    expect(drafts.map(({ id }) => id)).toEqual(['chatgpt:q', 'chatgpt:r', 'chatgpt:s']);
    expect(drafts.map(({ parents }) => parents)).toEqual([[], ['chatgpt:q'], ['chatgpt:r']]);
  });

  test.each([5_000, 100_000])(
    'B17: %i nodes in one chain are read, without recursion',
    { timeout: 60_000 },
    (count) => {
      const messages = Array.from({ length: count }, (_, i) =>
        message(`m${i}`, i % 2 ? 'assistant' : 'user', `Text ${i}`),
      );
      const mapping = Object.fromEntries([
        ['root', node('root', null, ['m0'], null)],
        ...messages.map((sent, i) => [
          `m${i}`,
          node(`m${i}`, i ? `m${i - 1}` : 'root', [`m${i + 1}`].slice(0, count - 1 - i), sent),
        ]),
      ]);
      const { drafts } = read(conversation(mapping, `m${count - 1}`));
      const kept = drafts.filter(({ kind }) => kind === 'message');
      expect(kept).toHaveLength(count);
      expect(kept.at(-1)?.parents).toEqual([`chatgpt:m${count - 2}`]);
    },
  );

  test('B19: several roots stand side by side, and reasoning is reasoning', () => {
    const thoughts = { content_type: 'thoughts', thoughts: [{ summary: 'A plan', content: 'Think first.' }] };
    const { drafts } = read(
      conversation(
        {
          one: node('one', null, [], message('one', 'user', 'One')),
          two: node('two', null, ['three'], message('two', 'user', 'Two')),
          three: node('three', 'two', [], message('three', 'assistant', thoughts)),
        },
        'three',
      ),
    );
    expect(drafts.filter(({ kind, parents }) => kind === 'message' && parents.length === 0)).toHaveLength(2);
    const [reasoning] = drafts.filter(({ kind }) => kind === 'reasoning');
    expect(partsOf(reasoning ?? fail(), 'text').map(({ text }) => text)).toEqual(['A plan', 'Think first.']);
  });

  test('B21: answers that begin alike are two answers', () => {
    const long = 'The same beginning. '.repeat(20);
    const { drafts } = read(
      conversation(
        {
          q: node('q', null, ['x', 'y'], message('q', 'user', 'Twice, please')),
          x: node('x', 'q', [], message('x', 'assistant', `${long}One end.`)),
          y: node('y', 'q', [], message('y', 'assistant', `${long}One end.`)),
        },
        'y',
      ),
    );
    expect(drafts.filter(({ parents, kind }) => kind === 'message' && parents[0] === 'chatgpt:q')).toHaveLength(2);
  });

  test.each([
    ['sediment://file_01', 'not-fetched'],
    ['file-service://file-01', 'not-fetched'],
    ['newscheme://file-01', 'unsupported'],
  ])('B44, B46, B49: a message of one picture (%s) stays, and tells what was not fetched: %s', (pointer, why) => {
    const picture = { content_type: 'image_asset_pointer', asset_pointer: pointer, width: 8, height: 8 };
    const drafts = readChain([message('p', 'user', { content_type: 'multimodal_text', parts: [picture] })]);
    expect(partsOf(draftOf(drafts, 'p'))).toMatchObject([{ type: 'image', artifact: null, pointer }]);
    expect(draftOf(drafts, `p/${pointer.split('//')[1]}`).body).toMatchObject({
      why,
      what: { pointer },
    });
  });

  test('B45: of a picture behind a link that dies, the pointer stays as a copy at the provider, the link opens for nobody, and a gap says that its bytes are not in the archive', async () => {
    const link = 'https://files.oaiusercontent.com/file-01/x.png?se=2026-06-01&sig=PLANTED';
    const picture = {
      ...{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_01', width: 8, height: 8 },
      metadata: { asset_pointer_link: link, shown_at: link },
    };
    const sent = message('p', 'user', { content_type: 'multimodal_text', parts: [picture] });
    const { code, zip } = await pack([file('chat.json', JSON.stringify(conversation(chain([sent]), 'p')))]);
    expect(code).toBe(0);
    const log = (await show(zip, 'jsonl')).said;
    expect(log).not.toContain('PLANTED');
    const events = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const bodies = (kind: string) => events.filter((each) => each.kind === kind).map(({ body }) => body);
    expect(bodies('message')[0].parts[0]).toMatchObject({
      type: 'image',
      artifact: null,
      pointer: 'sediment://file_01',
    });
    expect(bodies('message')[0].parts[0].about.shown_at).toMatch(
      /^https:\/\/files\.oaiusercontent\.com\/file-01\/x\.png\?\[masked/,
    );
    expect(bodies('server.state')).toContainEqual(expect.objectContaining({ type: 'file', id: 'file_01' }));
    expect(bodies('gap').filter(({ always }) => !always)).toMatchObject([
      { why: 'not-fetched', what: { pointer: 'sediment://file_01' } },
    ]);
    // the archive is sound, and does not claim to hold what it does not
    expect((await verify(zip, true)).code).toBe(0);
    const [tests] = Object.values(JSON.parse((await report(zip, true)).said));
    expect(tests).toMatchObject({ export: { verdict: 'gaps' } });
  });

  test('B56, B64: what stands between is kept in its order', () => {
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' };
    const drafts = readChain([
      message('o', 'assistant', { content_type: 'multimodal_text', parts: ['before', picture, 'after'] }),
    ]);
    expect(partsOf(draftOf(drafts, 'o')).map(({ type, text }) => text ?? type)).toEqual(['before', 'image', 'after']);
  });

  test('B65: one new kind of block does not refuse the rest', () => {
    const mapping = chain([
      message('k', 'user', 'Known'),
      message('n', 'assistant', { content_type: 'brand_new', x: { words: 'Readable words' } }),
      message('l', 'assistant', 'Known again'),
    ]);
    const drafts = new Map(read(conversation(mapping, 'l')).drafts.map((draft) => [draft.id, draft]));
    expect(draftOf(drafts, 'n')).toMatchObject({
      kind: 'unknown',
      body: { type: 'brand_new', text: 'Readable words' },
    });
    expect(textOf(draftOf(drafts, 'l'))).toBe('Known again');
  });

  test('B67, B68: code is what was sent, to the letter', () => {
    const code = 'path = "C:\\\\new\\\\table"  \r\n\tprint(r"\\d+")\n```\n````';
    const drafts = readChain([message('c', 'assistant', { content_type: 'code', language: 'python', text: code })]);
    expect(partsOf(draftOf(drafts, 'c'))).toEqual([{ type: 'code', text: code, language: 'python' }]);
  });
});

const fail = (): never => {
  throw new Error('not there');
};
