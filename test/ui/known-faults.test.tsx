// @vitest-environment happy-dom
import '../with-browser';
import { describe, expect, test } from 'vitest';
import { contentOf } from '../../src/providers/kit/page/content';
import { readPage } from '../../src/providers/kit/page/tree';
import { compose, text } from '../model/compose';
import { mark, message } from '../providers/chatgpt/compose';
import { all, fromChatgpt, inArchive, inLibrary, words } from './two-views';

/*
 * Faults that other archivers had, by their row in the list of known faults: what a person sees of it, in the library and
 * in the page of an archive. What the readers make of it is tested with them.
 */

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
