import { describe, expect, test } from 'vitest';
import type { Cite } from '../../src/handoff/cited';
import { outsideAddress } from '../../src/prose/addresses';
import { plainTree } from '../../src/prose/plain';
import { markdownTree } from '../../src/prose/tree';
import { told, ways } from './said';

/** Cites of a text in which `{1}` marks a place. */
function cited(marked: string): { text: string; cites: Cite[] } {
  const cites: Cite[] = [];
  let text = '';
  let last = 0;
  for (const { 0: mark, 1: number, index } of marked.matchAll(/\{(\d)\}/g)) {
    text += marked.slice(last, index);
    cites.push({ at: text.length, numbers: [Number(number)] });
    last = index + mark.length;
  }
  return { text: text + marked.slice(last), cites };
}

function shown(marked: string): string {
  const { text, cites } = cited(marked);
  return told(markdownTree(text, cites, ways));
}

describe('somebody’s Markdown', () => {
  test.each([
    [
      '*a* **b** ***c*** ~~d~~ `e`',
      '<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <del>d</del> <code>e</code></p>',
    ],
    ['one\ntwo  \nthree\\\nfour', '<p>one\ntwo\nthree\nfour</p>'],
    ['# A *b*\n\nC\n---', '<p.heading.level-1>A <em>b</em></p><p.heading.level-2>C</p>'],
    [
      '- a\n- b\n  1. c\n\n5. d',
      '<ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul><ol><li><p>d</p></li></ol>',
    ],
    ['- [x] a\n- [ ] b', '<ul><li.task><p>☑ a</p></li><li.task><p>☐ b</p></li></ul>'],
    ['> a\n> > b', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
    ['1 \\* 2 &lt; 3 &copy;', '<p>1 * 2 < 3 ©</p>'],
    ['a_b_c 2*3*4', '<p>a_b_c 2<em>3</em>4</p>'],
  ])('%j', (text, expected) => expect(shown(text)).toBe(expected));

  test('B69: tables have their columns and sides, what stands beyond the last is not lost, and a break is one', () => {
    expect(shown('a | b\n:-- | --:\n1 | `x` | 3\n2<br>3')).toBe(
      '<div.scroll><table><thead><tr><th.to-left><span.cell>a</span></th><th.to-right><span.cell>b</span></th></tr></thead>' +
        '<tbody><tr><td.to-left><span.cell>1</span></td><td.to-right><span.cell><code>x</code></span></td><td><span.cell>3</span></td></tr>' +
        '<tr><td.to-left><span.cell>2<br>3</span></td><td.to-right><span.cell></span></td></tr></tbody></table></div>',
    );
  });

  test('B68: code is byte for byte what it was, coloured where the language is known', () => {
    const code = '  C:\\dir\ttab  \n\nif (a < b && c) { "x" }\n';
    const plain = markdownTree(`\`\`\`nosuch\n${code}\n\`\`\``, [], ways);
    expect(told(plain)).toBe(`<figure.code><figcaption>nosuch</figcaption><pre><code>${code}</code></pre></figure>`);
    const coloured = told(markdownTree(`\`\`\`js title\n${code}\n\`\`\``, [], ways));
    expect(coloured).toContain('<span.hljs-keyword>if</span>');
    expect(coloured.replace(/<\/?span[^>]*>/g, '')).toBe(
      `<figure.code><figcaption>js title</figcaption><pre><code>${code}</code></pre></figure>`,
    );
  });

  test('HTML is words, wherever it stands', () => {
    expect(shown('a <b onclick="x">b</b> <!-- c -->\n\n<script>\nd\n</script>\n\n- <i>e')).toBe(
      '<p>a <b onclick="x">b</b> <!-- c --></p><p><script>\nd\n</script></p><ul><li><p><i>e</p></li></ul>',
    );
  });

  test('links lead outside with their host, or to a file beside the text; what is neither leads nowhere and can be seen', () => {
    expect(shown('[a](https://x.example/y "T") <https://z.example> www.w.example, m@n.example')).toBe(
      '<p><a.outside https://x.example/y><bdi>a</bdi></a><span.host> (x.example)</span> ' +
        '<a.outside https://z.example/><bdi>https://z.example</bdi></a> ' +
        '<a.outside http://www.w.example/><bdi>www.w.example</bdi></a>, ' +
        '<a.outside mailto:m@n.example><bdi>m@n.example</bdi></a></p>',
    );
    expect(shown('[t](sandbox:/depths.csv) [j](javascript:alert(1)) [r](/path)')).toBe(
      '<p><a data/depths.txt><bdi>t</bdi></a> <bdi>j</bdi><span.host> (javascript:alert(1))</span> <bdi>r</bdi><span.host> (/path)</span></p>',
    );
  });

  test('pictures beside the text are shown; those from elsewhere are links, and load nothing', () => {
    expect(shown('![m](sandbox:/map.png) ![p](https://x.example/p.png) ![](data:image/png;base64,AA)')).toBe(
      '<p><img data/map.png> <a.outside https://x.example/p.png><bdi>p</bdi></a><span.host> (x.example)</span> <bdi>data:image/png;base64,AA</bdi></p>',
    );
  });

  test('an address leads to the same place from everywhere, one with an odd host nowhere', () => {
    // some versions of Node say no to an accent once they have been asked often enough
    for (let time = 0; time < 20_000; time++) outsideAddress('https://é.example/');
    expect(outsideAddress('https://é.example/')).toBe('https://xn--9ca.example/');
    expect(outsideAddress('https://a*b.example/')).toBeNull();
  });

  test('B06: definitions hold for their own text; one that nothing leads by is shown', () => {
    const text = 'See [a][1] and [2].\n\n[1]: https://x.example\n[3]: https://y.example';
    expect(shown(text)).toBe(
      '<p>See <a.outside https://x.example/><bdi>a</bdi></a><span.host> (x.example)</span> and [2].</p>' +
        '<p>[3]: <a.outside https://y.example/><bdi>https://y.example</bdi></a></p>',
    );
    expect(shown('See [a][1].')).toBe('<p>See [a][1].</p>');
  });

  test('footnotes stand at the end of their text, numbered as they are named; none is lost', () => {
    expect(shown('A[^b] c[^a].\n\n[^a]: One.\n[^b]: Two.\n[^c]: Three.')).toBe(
      '<p>A<sup><a #V-0001.0.note-1>1</a></sup> c<sup><a #V-0001.0.note-2>2</a></sup>.</p><p>[^c]: Three.</p>' +
        '<ol.notes><li><p>Two.</p></li><li><p>One.</p></li></ol>',
    );
  });

  test('B74: every block has a direction of its own, code and formulas are left to right', () => {
    const made = markdownTree('א\n\n- ב\n\n> ג\n\n# ד\n\n$$x$$\n\n```\ne\n```\n\n`f`', [], ways);
    const directions = made.map(({ tagName, properties }) => [tagName, properties.dir]);
    expect(directions).toEqual([
      ...[
        ['p', 'auto'],
        ['ul', 'auto'],
        ['blockquote', 'auto'],
        ['p', 'auto'],
      ],
      ...[
        ['div', undefined],
        ['figure', undefined],
        ['p', 'auto'],
      ],
    ]);
    expect(JSON.stringify(made).match(/"dir":"ltr"/g)).toHaveLength(3);
  });

  test('a mark of the byte order at the beginning moves nothing', () => {
    expect(told(markdownTree('\ufeffab', [{ at: 2, numbers: [1] }], ways))).toBe('<p>a<cite>[1]</cite>b</p>');
  });
});

describe('what is cited', () => {
  test.each([
    ['a{1} b{2}', '<p>a<cite>[1]</cite> b<cite>[2]</cite></p>'],
    ['{1}a', '<p><cite>[1]</cite>a</p>'],
    ['**a.{1}** b', '<p><strong>a.<cite>[1]</cite></strong> b</p>'],
    ['**a.**{1} b', '<p><strong>a.</strong><cite>[1]</cite> b</p>'],
    ['**a.**{1}', '<p><strong>a.</strong><cite>[1]</cite></p>'],
    ['a \\* b{1} &amp; c{2} d', '<p>a * b<cite>[1]</cite> & c<cite>[2]</cite> d</p>'],
    ['`a{1}b` c', '<p><code>ab</code><cite>[1]</cite> c</p>'],
    ['$x{1}^2$ c', '<p><math><msup><mi>x</mi><mn>2</mn></msup></math><cite>[1]</cite> c</p>'],
    [
      '[a{1}b](https://x.example) c',
      '<p><a.outside https://x.example/><bdi>ab</bdi></a><span.host> (x.example)</span><cite>[1]</cite> c</p>',
    ],
    ['> a{1}\n> b{2}\n\nc', '<blockquote><p>a<cite>[1]</cite>\nb<cite>[2]</cite></p></blockquote><p>c</p>'],
    ['- [x] ab{1}c', '<ul><li.task><p>☑ ab<cite>[1]</cite>c</p></li></ul>'],
    ['a\n\n{1}b', '<p>a</p><p><cite>[1]</cite>b</p>'],
    ['a\n{1}\nb', '<p>a<cite>[1]</cite></p><p>b</p>'],
    ['```\na{1}b\n```\n\nc', '<figure.code><pre><code>ab</code></pre></figure><p><cite>[1]</cite></p><p>c</p>'],
    [
      '| a{1} |\n| - |\n| b{2} |',
      '<div.scroll><table><thead><tr><th><span.cell>a<cite>[1]</cite></span></th></tr></thead><tbody><tr><td><span.cell>b<cite>[2]</cite></span></td></tr></tbody></table></div>',
    ],
    ['a{1}{2}', '<p>a<cite>[1]</cite><cite>[2]</cite></p>'],
    ['# a{1}\nb', '<p.heading.level-1>a<cite>[1]</cite></p><p>b</p>'],
    ['{1}', '<p><cite>[1]</cite></p>'],
    ['***{1}\n\na', '<hr><p><cite>[1]</cite></p><p>a</p>'],
  ])('stands at its place: %j', (text, expected) => expect(shown(text)).toBe(expected));

  test('at one place keeps its order, beyond the end stands at the end', () => {
    const cites = [
      { at: 1, numbers: [2, 1] },
      { at: 99, numbers: [3] },
    ];
    expect(told(markdownTree('ab', cites, ways))).toBe('<p>a<cite>[2]</cite><cite>[1]</cite>b<cite>[3]</cite></p>');
    expect(told(plainTree('ab', cites, ways))).toBe('<p>a<cite>[2]</cite><cite>[1]</cite>b<cite>[3]</cite></p>');
  });
});

describe('plain words', () => {
  const plain = (marked: string): string => {
    const { text, cites } = cited(marked);
    return told(plainTree(text, cites, ways));
  };

  test('are as they were typed: blanks, line breaks and signs', () => {
    expect(plain('*a*  b\n  c\r\n# d\n\n\n[e](f) <b>')).toBe('<p>*a*  b\n  c\n# d</p><p>[e](f) <b></p>');
  });

  test('hold addresses as links and fences as code', () => {
    expect(plain('see https://x.example/y{1}. So\n\n```\na  {2}b\n```\nc{3}')).toBe(
      '<p>see <a.outside https://x.example/y><bdi>https://x.example/y</bdi></a><cite>[1]</cite>. So</p>' +
        '<figure.code><pre><code>a  b</code></pre></figure><p><cite>[2]</cite></p><p>c<cite>[3]</cite></p>',
    );
  });
});

test('a text that is too long or too deep to be read is shown as it is', () => {
  expect(shown(`${'> '.repeat(60)}**a**`)).toBe(`<p>${'> '.repeat(60)}**a**</p>`);
  const long = '**a** '.repeat(20_000);
  expect(shown(long)).toBe(`<p>${long}</p>`);
  const deep = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- *a*`).join('\n');
  expect(shown(deep)).toBe(`<p>${deep}</p>`);
});
