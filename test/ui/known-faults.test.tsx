// @vitest-environment happy-dom
import '../with-browser';
import { describe, expect, test } from 'vitest';
import { indexHtml } from '../../src/archive/pages/index-html';
import type { Event as LogEvent } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { contentOf } from '../../src/providers/kit/page/content';
import { readPage } from '../../src/providers/kit/page/tree';
import { SessionReader } from '../../src/ui/session/reader';
import { ARCHIVE, pageOf } from '../archive/pages/rich';
import { compose, text } from '../model/compose';
import { chain, conversation, mark, message } from '../providers/chatgpt/compose';
import * as ofClaude from '../providers/claude/compose';
import { logOf } from './kept';
import { settled, shown } from './render';

/*
 * Faults that other archivers had, by their row in the list of known faults: what a person sees of it, in the library and
 * in the page of an archive. What the readers make of it is tested with them.
 */

async function inLibrary(events: readonly LogEvent[]): Promise<Element> {
  const root = await shown(
    <SessionReader session="one" view={viewOf(events)} report={null} bytesOf={async () => null} target={null}>
      <h1>Title</h1>
    </SessionReader>,
  );
  for (let round = 0; round < 2; round++) {
    for (const fold of root.querySelectorAll('details')) {
      fold.open = true;
      fold.dispatchEvent(new Event('toggle'));
    }
    await settled(2);
  }
  return root;
}

async function inArchive(events: readonly LogEvent[]): Promise<Element> {
  const page = indexHtml([pageOf(events)], ARCHIVE);
  return new DOMParser().parseFromString(page, 'text/html').body;
}

const fromChatgpt = async (...messages: Parameters<typeof chain>[0]): Promise<LogEvent[]> =>
  (await logOf(conversation(chain(messages), messages.at(-1)?.id))).lines.map(({ event }) => event);

/** A question of Claude with what was sent along, and an answer of some blocks. */
async function fromClaude(sent: { asked: string; attachments?: object[]; blocks?: object[] }): Promise<LogEvent[]> {
  const { asked, attachments = [], blocks = [] } = sent;
  const messages = [
    ofClaude.message('q', 'human', asked === '' ? [] : asked, ofClaude.ROOT, { attachments }),
    ofClaude.message('a', 'assistant', [...(blocks as []), ofClaude.text('So.')], 'q'),
  ];
  return (await logOf(ofClaude.conversation(messages, 'a'), 'claude')).lines.map(({ event }) => event);
}

const words = (root: Element): string => root.textContent?.replace(/\s+/g, ' ') ?? '';
const all = (root: Element, selector: string): Element[] => [...root.querySelectorAll(selector)];
/** The TeX of every formula, as it stands beside what is drawn. */
const formulas = (root: Element): (string | null)[] => all(root, 'math').map((each) => each.getAttribute('alttext'));

describe.each([
  ['the library', inLibrary],
  ['index.html', inArchive],
])('known faults, as %s shows them', (_, show) => {
  const ofAnswer = (markdown: string): Promise<Element> => {
    const log = compose();
    log.user('Q');
    log.assistant(markdown);
    return show(log.events());
  };
  test('a line says where model and settings changed, and only there', async () => {
    const answer = (id: string, model_slug: string, more = {}) =>
      message(id, 'assistant', 'So.', { metadata: { model_slug, ...more } });
    const events = await fromChatgpt(
      ...[message('p', 'user', 'One?'), answer('a', 'm-one'), message('q', 'user', 'Two?'), answer('b', 'm-one')],
      ...[message('r', 'user', 'Three?'), answer('c', 'm-two', { thinking_effort: '\u202ehigh <b>' })],
    );
    const root = await show(events);
    const said =
      words(root)
        .match(/From here on[^V]*/g)
        ?.join(' ') ?? '';
    expect(said.match(/m-two \(before: m-one\)/g)).toHaveLength(1);
    expect(said).toMatch(/thinking effort: ⟨U\+202E⟩high <b>/);
    expect(words(root)).not.toContain('\u202e');
  });

  const cited = async (said: string, references: unknown[], more: object = {}): Promise<Element> =>
    show(
      await fromChatgpt(
        message('q', 'user', 'Q'),
        message('a', 'assistant', said, { metadata: { content_references: references, ...more } }),
      ),
    );

  test('B01: no mark of a citation is left, and each is a number that leads to its source', async () => {
    const [one, other] = [mark('cite', 'turn0search3'), '【8†source】'];
    const said = `A fact ${one} and another ${other}.`;
    const references = [one, other].map((matched_text, at) => ({
      ...{ matched_text, start_idx: said.indexOf(matched_text), type: 'webpage' },
      ...{ title: `Page ${at}`, url: `https://page.example/${at}` },
    }));
    const root = await cited(said, references);
    expect(root.innerHTML).not.toMatch(/[\ue200-\ue2ff【】†]/);
    for (const at of [0, 1]) expect(all(root, `a[href="https://page.example/${at}"]`).length).toBeGreaterThan(0);
    expect(words(root)).toMatch(/A fact ?\W*1\W* ?and another ?\W*2/);
  });

  test('B03: words stay apart whatever a reference calls its place', async () => {
    const footnote = { matched_text: ' ', start_idx: 3, end_idx: 4, type: 'sources_footnote', sources: [] };
    expect(words(await cited('All words stay apart here.', [footnote]))).toContain('All words stay apart here.');
  });

  test('B04: every address behind one mark is there, with its own title', async () => {
    const matched_text = mark('cite', 'turn0search0');
    const [first, ...supporting_websites] = [0, 1, 2, 3].map((i) => ({
      title: `Title ${i}`,
      url: `https://site.example/${i}`,
    }));
    const items = [{ ...first, supporting_websites }];
    const root = await cited(`Four ${matched_text}`, [{ matched_text, start_idx: 5, type: 'grouped_webpages', items }]);
    for (const i of [0, 1, 2, 3])
      expect(all(root, `a[href="https://site.example/${i}"]`)[0]?.textContent).toContain(`Title ${i}`);
  });

  test('B06: numbers in two answers lead each to its own page', async () => {
    const log = compose();
    log.assistant('See [x][1].\n\n[1]: https://one.example/');
    log.assistant('See [y][1].\n\n[1]: https://two.example/');
    const root = await show(log.events());
    const ways = all(root, 'a[href$=".example/"]').map((each) => [each.textContent, each.getAttribute('href')]);
    expect(ways).toEqual([
      ['x', 'https://one.example/'],
      ['y', 'https://two.example/'],
    ]);
  });

  const edges = (root: Element, ...said: readonly string[]): void => {
    const all = words(root);
    const at = said.map((each) => all.indexOf(each));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
  };

  test('B50: what was said aloud is there as words, and the sound as what is missing', async () => {
    const sound = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_00a1', format: 'wav' };
    const spoken = { content_type: 'audio_transcription', text: 'Is the tide high?', direction: 'in' };
    const content = { content_type: 'multimodal_text', parts: [spoken, sound] };
    const root = await show(await fromChatgpt(message('q', 'user', content), message('a', 'assistant', 'It is.')));
    edges(root, 'Is the tide high?', 'It is.');
    expect(words(root)).toMatch(/not (?:been )?fetched/i);
  });

  test('B52: a message that is nothing but an attachment is there, with the text of it', async () => {
    const attachment = {
      file_name: 'log.txt',
      file_size: 21,
      file_type: 'txt',
      extracted_content: 'Low water at noon.',
    };
    const root = await show(await fromClaude({ asked: '', attachments: [attachment] }));
    edges(root, 'log.txt', 'Low water at noon.', 'So.');
  });

  test('B55: every version of a canvas document has its place below the call that wrote it', async () => {
    const canvas = (version: number) => ({
      canvas: { textdoc_id: 'd-1', textdoc_type: 'document', title: 'Plan', version },
    });
    const call = (id: string, step: string, input: object) =>
      message(id, 'assistant', { content_type: 'code', text: JSON.stringify(input) }, { recipient: `canmore.${step}` });
    const result = (id: string, step: string, version: number) =>
      message(id, 'tool', 'Done.', { author: { role: 'tool', name: `canmore.${step}` }, metadata: canvas(version) });
    const updates = [{ pattern: 'eight', multiple: false, replacement: 'nine' }];
    const events = await fromChatgpt(
      message('q', 'user', 'A plan.'),
      ...[call('c', 'create_textdoc', { name: 'Plan', type: 'document', content: 'At eight.' })],
      ...[result('r', 'create_textdoc', 1), call('d', 'update_textdoc', { updates }), result('s', 'update_textdoc', 2)],
      message('a', 'assistant', 'It is written.'),
    );
    const root = await show(events);
    edges(root, 'A plan.', 'At eight.', 'nine', 'It is written.');
    expect(words(root).match(/Plan/g)?.length).toBeGreaterThan(2);
  });

  test('B57: a version of a document that cannot be put together is told in its place', async () => {
    const write = (id: string, more: object) => ({
      type: 'tool_use',
      id,
      name: 'artifacts',
      input: { id: 'doc', ...more },
    });
    const done = (id: string) => ({ type: 'tool_result', tool_use_id: id, name: 'artifacts', content: [] });
    const root = await show(
      await fromClaude({
        asked: 'A plan.',
        blocks: [
          ...[
            write('1', { command: 'create', title: 'Tides', type: 'text/markdown', content: 'High at six.' }),
            done('1'),
          ],
          ...[write('2', { command: 'annotate', note: 'Nobody knows this one.' }), done('2')],
        ],
      }),
    );
    edges(root, 'High at six.', 'Nobody knows this one.', 'So.');
    expect(words(root)).toMatch(/Tides/);
  });

  test('B59, B60: a report stands in the turn that made it, wherever it was sent, with its sources', async () => {
    const matched_text = mark('cite', 'turn3search2');
    const page = { title: 'Page A', url: 'https://report.example/a' };
    const references = [{ matched_text, start_idx: 17, type: 'grouped_webpages', items: [page] }];
    const report_message = {
      ...{ id: 'x', author: { role: 'assistant' }, metadata: { content_references: references } },
      content: { content_type: 'text', parts: [`# Tides\n\nIt rose ${matched_text}`] },
    };
    const sdk = { html_asset_pointer: 'internal://deep-research', widget_state: JSON.stringify({ report_message }) };
    const root = await show(
      await fromChatgpt(
        ...[
          message('p', 'user', 'Research the tides.'),
          message('c', 'assistant', 'Go.', { recipient: 'api_tool.call_tool' }),
        ],
        message('r', 'tool', 'It runs.', {
          author: { role: 'tool', name: 'api_tool.call_tool' },
          metadata: { chatgpt_sdk: sdk },
        }),
        ...[message('q', 'user', 'And the wind?'), message('a', 'assistant', 'It blew.')],
      ),
    );
    edges(root, 'Research the tides.', 'It rose', 'And the wind?', 'It blew.');
    expect(all(root, 'a[href="https://report.example/a"]').length).toBeGreaterThan(0);
    expect(words(root)).toContain('Page A');
  });

  test('B09: what was found and not cited is there too, and told apart', async () => {
    const matched_text = mark('cite', 'turn0search1');
    const entry = (i: number) => ({
      ...{ url: `https://hit.example/${i}`, title: `Hit ${i}`, snippet: `Words of hit ${i}` },
      ref_id: { turn_index: 0, ref_type: 'search', ref_index: i },
    });
    const root = await cited(matched_text, [{ matched_text, start_idx: 0, type: 'webpage', ...entry(1) }], {
      search_result_groups: [{ domain: 'hit.example', entries: [0, 1].map(entry) }],
      search_model_queries: { queries: ['is it “high”?'] },
    });
    const source = (i: number) => all(root, `a[href="https://hit.example/${i}"]`).at(-1)?.closest('li')?.textContent;
    expect(source(0)).toMatch(/not cited/i);
    expect(source(1)).not.toMatch(/not cited/i);
    for (const i of [0, 1]) expect(source(i)).toMatch(new RegExp(`hit ${i + 1} of “is it “high”\\?”`, 'i'));
  });

  test.each([
    ['sediment://file_01', /not (been )?fetched/i],
    ['newscheme://file-01', /of a kind that is not supported|of a kind this release does not know/i],
  ])(
    'B44, B45, B46, B49: a message of one picture (%s) stays, says why it is not there, and leads nowhere',
    async (asset_pointer, why) => {
      const link = 'https://files.oaiusercontent.com/file-01/x.png?sig=PLANTED';
      const picture = {
        ...{ content_type: 'image_asset_pointer', asset_pointer, width: 8, height: 8 },
        metadata: { asset_pointer_link: link },
      };
      const root = await show(
        await fromChatgpt(message('p', 'user', { content_type: 'multimodal_text', parts: [picture] })),
      );
      expect(words(root)).toMatch(why);
      expect(root.innerHTML).not.toContain('PLANTED');
      expect(all(root, '[src*="file"], [href*="sediment"], [href*="newscheme"], [href*="oaiusercontent"]')).toEqual([]);
    },
  );

  test('B63, B64, B65: reasoning is folded apart; text between calls keeps its order; what is new is there', async () => {
    const log = compose();
    log.user('Q');
    log.add('reasoning', { form: 'full', parts: [text('Let me think.')] });
    log.assistant('First words.');
    log.call('look_up', { of: 1 });
    log.assistant('Second words.');
    log.add('unknown', { type: 'new_block', text: 'Words of a new kind.' });
    log.assistant('Third words.');
    const root = await show(log.events());
    const answer = all(root, 'p').filter((each) => !each.closest('details'));
    expect(answer.map((each) => each.textContent)).not.toContain('Let me think.');
    expect(words(root)).toContain('Let me think.');
    expect(words(root)).toMatch(/First words\..*look_up.*Second words\..*Words of a new kind\..*Third words\./);
  });

  test('B67, B68: code that holds fences, blanks and backslashes is byte for byte what it was', async () => {
    const code = '```js\nC:\\new\\table  \n\t^\\d+$ `x` &lt;<b>\n```\n\n  end  ';
    const root = await ofAnswer(`Before\n\n\`\`\`\`md\n${code}\n\`\`\`\`\n\nafter`);
    const blocks = all(root, 'pre code').map((each) => each.textContent);
    expect(blocks).toContain(code);
    expect(all(root, 'p').some((each) => each.textContent === 'after')).toBe(true);
  });

  test('B71: a formula that its page holds three times is shown once', async () => {
    const katex = `<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a/b</span></span>.</p>`;
    const tree = readPage(katex);
    if (!tree) throw new Error('not read');
    const look = { base: 'https://acme.example', left: () => false, put: () => null, file: () => null };
    const [part] = contentOf([tree], look).parts;
    const root = await ofAnswer(part?.type === 'text' ? part.text : '');
    expect(formulas(root)).toEqual(['\\frac{a}{b}']);
    expect(words(root)).not.toMatch(/\\frac|\$|a\/b/);
  });

  test('B72: TeX beside a formula is what was written, without a doubled or lost backslash', async () => {
    const root = await ofAnswer('So \\(\\frac{a}{b}\\) and $x_1 \\le y$ and\n\n\\[\na \\\\ b\n\\]');
    expect(formulas(root)).toEqual(['\\frac{a}{b}', 'x_1 \\le y', 'a \\\\ b']);
  });

  test('B74: words find their own direction; formulas and code among them are left to right, brackets and all', async () => {
    const root = await ofAnswer('גובה הגאות \\(h(t) = [a, b)\\) וגם `f(x)[0]` בנמל');
    const said = all(root, 'p').find((each) => each.textContent?.includes('גובה'));
    expect(said?.getAttribute('dir')).toBe('auto');
    const formula = said?.querySelector('math');
    expect(formula?.getAttribute('dir')).toBe('ltr');
    expect(formula?.textContent?.replace(/[\u2061-\u2064\s]/g, '')).toBe('h(t)=[a,b)');
    expect(said?.querySelector('code')?.getAttribute('dir')).toBe('ltr');
    expect(said?.querySelector('code')?.textContent).toBe('f(x)[0]');
  });

  test('B86: a link that would run something and a picture that would load are words', async () => {
    const root = await ofAnswer('[x](javascript:alert(1)) <img src=x onerror=alert(1)> <script>alert(1)</script>');
    expect(all(root, 'script, [onerror], [href^="javascript" i], img[src="x"]')).toEqual([]);
    expect(words(root)).toContain('<script>alert(1)</script>');
  });

  test('B97: who speaks is said, and what the site hides is said to be hidden', async () => {
    const log = compose();
    log.add('message', { role: 'system', hidden: true, status: null, parts: [text('Secret rules.')] });
    log.user('My question.');
    log.assistant('My answer.');
    const root = await show(log.events());
    expect(words(root)).toMatch(/(hidden|hides).*Secret rules\..*My question\./);
    expect(words(root)).toMatch(/(You|Person|User|person|user).*My question\..*My answer\./);
  });
});
