import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../../src/model/parts';
import { addressesIn, isMarkup, titleOf } from '../../../../src/providers/kit/page/address';
import { contentOf, typedContent } from '../../../../src/providers/kit/page/content';
import type { Look } from '../../../../src/providers/kit/page/put';
import { readPage } from '../../../../src/providers/kit/page/tree';
import { versionsIn } from '../../../../src/providers/kit/page/versions';

const plain: Look = { base: 'https://acme.example', left: () => false, put: () => null, file: () => null };
const cited: Look = {
  ...plain,
  put: ({ tagName, attrs }) =>
    tagName === 'sup' ? [{ kind: 'citation', url: attrs[0]?.value ?? null, title: null }] : null,
};

const page = (html: string) => {
  const read = readPage(html);
  if (!read) throw new Error('not read');
  return read;
};
const parts = (html: string, look = plain) => contentOf([page(html)], look).parts;
const markdown = (html: string, look = plain): string => {
  const [text] = parts(html, look);
  return text?.type === 'text' ? text.text : '';
};
const typed = (html: string): string => {
  const [text] = typedContent([page(html)], plain).parts;
  return text?.type === 'text' ? text.text : '';
};

describe('what a page shows, as Markdown', () => {
  test.each([
    ['headings and paragraphs', '<h2>Tides</h2><p>High  and\nlow.</p>', '## Tides\n\nHigh and low.'],
    ['emphasis', '<p><b>a</b> <i>b</i> <del>c</del> <code>d</code></p>', '**a** _b_ ~~c~~ `d`'],
    ['lists', '<ul><li>a<ul><li>b</li></ul></li></ul><ol start=3><li>c</li></ol>', '- a\n  - b\n\n3. c'],
    ['tasks', '<ul><li><input type=checkbox checked>done</li></ul>', '- [x] done'],
    ['tables', '<table><tr><th>a<th>b<tr><td>1|2<td>3</table>', '| a | b |\n| - | - |\n| 1\\|2 | 3 |'],
    [
      'links',
      '<p><a href="https://a.example/?q=1">a</a> <a href="/b">b</a></p>',
      '[a](https://a.example/?q=1) [b](https://acme.example/b)',
    ],
    ['no link to a program', '<p><a href="javascript:alert(1)">a</a></p>', 'a'],
    ['a link without words', '<p><a href="https://a.example/"><svg></svg></a></p>', '<https://a.example/>'],
    ['right to left', '<p dir=rtl>مرحبا <b>بك</b></p>', 'مرحبا **بك**'],
    ['what would be Markdown', '<p>1. a *b* _c_ &lt;d&gt;</p>', '1\\. a \\*b\\* \\_c\\_ \\<d>'],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));

  test('formulas once, as they were written (B71, B72)', () => {
    const katex = (tex: string): string =>
      `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`;
    expect(markdown(`<p>So ${katex('\\frac{a}{b}')}.</p>`)).toBe('So $\\frac{a}{b}$.');
    expect(markdown(`<p>So <span class="katex-display">${katex('a\n+b')}</span> and on.</p>`)).toBe(
      'So\n\n$$\na\n+b\n$$\n\nand on.',
    );
    expect(markdown(`<div class="katex"><span class="katex-html" aria-hidden="true">x²</span></div>`)).toBe('$x²$');
  });

  test('code to the letter, and its language from wherever it stands (B68)', () => {
    const code = 'C:\\new\\table  \n\t^\\d+$ `x` &amp;&lt;b&gt;';
    const shown = 'C:\\new\\table  \n\t^\\d+$ `x` &<b>';
    expect(markdown(`<pre><code class="hljs language-sh">${code}\n</code></pre>`)).toBe(`\`\`\`sh\n${shown}\n\`\`\``);
    expect(markdown(`<pre><div>Python<button>Copy</button></div><div><code>${code}</code></div></pre>`)).toBe(
      `\`\`\`python\n${shown}\n\`\`\``,
    );
    const lines = '<div class="cm-line">a</div><div class="cm-line"><br></div><div class="cm-line">  b</div>';
    expect(markdown(`<pre><div class="cm-content" data-language="js">${lines}</div></pre>`)).toBe(
      '```js\na\n\n  b\n```',
    );
    expect(markdown('<pre>a\n```\nb</pre>')).toBe('````\na\n```\nb\n````');
  });

  test('lines that an editor does not draw are missed', () => {
    const { lacking } = contentOf(
      [
        page(
          '<pre><div class="cm-content" data-language="js"><div class="cm-line">a</div><div class="cm-gap"></div></div></pre>',
        ),
      ],
      plain,
    );
    expect(lacking).toMatchObject([{ why: 'not-sent', what: { code: 'js' } }]);
  });

  test('neither buttons, scripts and styles nor what is hidden or only read aloud', () => {
    const hidden = [
      ...['<script>x</script>', '<style>x</style>', '<button>x</button>', '<svg><text>x</text></svg>'],
      ...['<h4 class="sr-only">x</h4>', '<i aria-hidden="true">x</i>', '<div hidden>x</div>', '<div inert>x</div>'],
      ...['<div role="toolbar">x</div>', '<div style="color: red; display:none">x</div>', '<noscript>x</noscript>'],
      ...['<template>x</template>', '<textarea>x</textarea>', '<select><option>x</select>'],
    ];
    for (const each of hidden) expect(markdown(`<p>a</p>${each}<p>b</p>`), each).toBe('a\n\nb');
  });

  test('a citation is a place in the text, and leaves no blank before a stop', () => {
    expect(
      parts(
        '<p>High <sup data-url="https://a.example/"></sup>. Low<sup data-url="https://b.example/"></sup></p>',
        cited,
      ),
    ).toEqual([
      { type: 'text', format: 'markdown', text: 'High. Low' },
      {
        type: 'citation',
        range: { start: 4, end: 4, unit: 'utf16' },
        in: 0,
        evidence: [],
        url: 'https://a.example/',
        title: null,
      },
      {
        type: 'citation',
        range: { start: 9, end: 9, unit: 'utf16' },
        in: 0,
        evidence: [],
        url: 'https://b.example/',
        title: null,
      },
    ]);
    expect(markdown('<p><b>High.</b><sup></sup>Low <sup></sup> and</p>', cited)).toBe('**High.** Low and');
    expect(markdown('<ul><li><sup></sup>a</li><li>b<sup></sup></li></ul>', cited)).toBe('- a\n- b');
  });

  test('a picture is a part, and a gap until it is fetched; one that stands in the page is kept', () => {
    const html = '<p>a<img alt="Chart" src="https://a.example/c.png?sig=SECRET"><img alt="" src="icon.png"></p>';
    const { parts: all, lacking } = contentOf([page(html)], plain);
    expect(all[1]).toMatchObject({ type: 'image', artifact: null, name: 'Chart', pointer: 'https://a.example/c.png' });
    expect(all).toHaveLength(2);
    expect(lacking).toMatchObject([{ why: 'not-fetched', what: { pointer: 'https://a.example/c.png' } }]);
    const inline = contentOf([page('<img alt="Dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">')], plain);
    expect(inline.attachments).toHaveLength(1);
    expect(inline.parts).toMatchObject([
      { type: 'image', artifact: `sha256:${inline.attachments[0]?.sha256}`, mime: 'image/gif' },
    ]);
    expect(inline.lacking).toEqual([]);
  });

  test('a frame of another origin is missed', () => {
    const { lacking } = contentOf(
      [page('<iframe title="Report" src="https://box.example/a?t=SECRET"></iframe>')],
      plain,
    );
    expect(lacking).toMatchObject([{ why: 'not-sent', what: { frame: 'Report', host: 'box.example' } }]);
  });
});

describe('what a person typed', () => {
  test.each([
    ['stands as it was typed', '<p class="whitespace-pre-wrap">**a**\n  b  *c*</p>', '**a**\n  b  *c*'],
    ['keeps its paragraphs', '<p>a</p><p>b<br>c</p><div>d</div>', 'a\n\nb\nc\n\nd'],
    ['keeps its code', '<div>a</div><pre>x\n```</pre>', 'a\n\n````\nx\n```\n````'],
    [
      'has links that the page made',
      '<p><a href="https://a.example/">https://a.example/</a> <a href="https://b.example/">b</a></p>',
      'https://a.example/ [b](https://b.example/)',
    ],
  ])('%s', (_, html, expected) => expect(typed(html)).toBe(expected));
});

describe('a page', () => {
  test('says where it is from', () => {
    const saved = '<!-- saved from url=(0031)https://acme.example/c/one --><html>';
    const single = '<!--\n Page saved with SingleFile \n url: https://acme.example/c/two \n saved date: x\n-->';
    const stated =
      '<link rel="canonical" href="https://acme.example/c/three"><meta property="og:url" content="https://acme.example/c/four">';
    const found = [saved, single, stated].map((html) => addressesIn(page(html)).map(({ pathname }) => pathname));
    expect(found).toEqual([['/c/one'], ['/c/two'], ['/c/three', '/c/four']]);
    expect(titleOf(page('<title>Tides | Acme</title>'), /\s*\| Acme$/)).toBe('Tides');
    expect(titleOf(page('<title> </title>'), /$/)).toBeNull();
  });

  test('is told from other texts by its beginning', () => {
    for (const each of ['<!doctype html><p>', '\ufeff <html lang=en>', '<!-- a -->', '<main class="a">'])
      expect(isMarkup(each)).toBe(true);
    for (const each of ['{"a":"<p>"}', 'data: <p>', '<3', '< p>', '']) expect(isMarkup(each)).toBe(false);
  });

  test('says which of how many versions it shows', () => {
    const bar = '<div><button>&lt;</button><span>2 / 3</span><button>&gt;</button></div>';
    expect(versionsIn(page(bar))).toEqual({ shown: 2, of: 3 });
    for (const each of ['<p>2 / 3</p>', bar.replace('2 /', '4 /'), bar.replace('2 /', '0 /')])
      expect(versionsIn(page(each))).toBeNull();
  });
});

const many = (text: string, times: number): string => text.repeat(times);
const numbered = (times: number, make: (n: number) => string): string =>
  Array.from({ length: times }, (_, n) => make(n)).join('');

describe('hostile markup', () => {
  test.each([
    ['nested 10,000 deep', `${many('<div><span><b><i>', 10_000)}deep`],
    ['nested lists', `${many('<ul><li>', 10_000)}deep`],
    ['nested quotes', `${many('<blockquote>', 10_000)}deep`],
    ['nested tables', `${many('<table><tr><td>', 5_000)}deep`],
    ['tags that close nothing', many('</x></b></p>', 50_000)],
    ['a tag of 50,000 attributes', `<p ${numbered(50_000, (n) => `a${n}=1 `)}>x</p>`],
    ['cells that claim columns and rows', many('<table><tr><td colspan=999999 rowspan=999999>x</table>', 200)],
    ['200,000 words in elements of their own', many('<span>word </span>', 200_000)],
    ['2,000 blocks of code', many('<pre><code>a\n```\nb</code></pre>', 2_000)],
    ['half an element', '<p>a<b class="'],
    ['nothing but brackets', many('<', 100_000)],
  ])('%s is read in a moment', (_, html) => {
    const started = performance.now();
    const tree = readPage(html);
    if (tree) {
      contentOf([tree], plain);
      typedContent([tree], plain);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('a page that would grow without end while it is read is not read', () => {
    const open = numbered(3_000, (n) => `<b id=${n}>`);
    expect(readPage(`<p>${open}${many('</p><p>x', 3_000)}`)).toBeNull();
  });

  test('marks of ours that stand in a page mean nothing', () => {
    expect(markdown('<p>a \ufdd00\ufdd1 b <sup></sup></p>', cited)).not.toMatch(/[\ufdd0-\ufdef]/);
    expect(typed('<p>a \ufdd00\ufdd1 b</p>')).toBe('a \ufffd0\ufffd b');
  });

  test('whatever stands in a page, it is read, and no place lies outside of its text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<ul><li>',
        '</ul>',
        '<table>',
        '<tr><td>',
        '</table>',
        '<pre>',
        '</pre>',
        '<sup>',
        '</sup>',
      ),
      fc.constantFrom(
        '<code>',
        '<a href="https://a.example">',
        '</a>',
        '<span class="katex">',
        '<br>',
        '<hr>',
        '<img alt=x>',
        '<!--',
        '-->',
        '&#0;',
      ),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        for (const content of [contentOf([page(html)], cited), typedContent([page(html)], cited)])
          expect(faultsIn(content.parts)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

/** Marks that were left in a text, and places outside of it. */
function faultsIn([text, ...others]: readonly Part[]): unknown[] {
  const words = text?.type === 'text' ? text.text : '';
  const ranges = others.flatMap((part) => ('range' in part && part.range ? [part.range as Range] : []));
  const outside = ranges.filter(({ start, end }) => start < 0 || start > end || end > words.length);
  return [...(words.match(/[\ufdd0-\ufdef]/g) ?? []), ...outside];
}

interface Range {
  readonly start: number;
  readonly end: number;
}
