import fc from 'fast-check';
import type { BlockContent } from 'mdast';
import { describe, expect, test } from 'vitest';
import type { Cite } from '../../src/handoff/cited';
import { carriedNodes } from '../../src/prose/carry';
import { plainNodes } from '../../src/prose/carry-plain';
import { fenceNodes } from '../../src/prose/markdown-nodes';
import { readProse } from '../../src/prose/prose';
import { readMarkdown } from '../../src/prose/read';
import type { MarkdownWays } from '../../src/prose/ways';
import { writeMarkdown } from '../../src/prose/write';
import { hostileText } from '../archive/pages/hostile';
import { byMarkdownIt, type byMicromark, nodesIn, readers, withDollars } from './readers';

const ways: MarkdownWays = {
  source: (number) => `#source-${number}`,
  local: (address) => {
    if (address === 'sandbox:/map.png') return { href: '../map.png', isPicture: true };
    return address === 'sandbox:/depths.csv' ? { href: '../depths.txt', isPicture: false } : null;
  },
};

const nodesOf = (text: string, cites: readonly Cite[], to: MarkdownWays): BlockContent[] =>
  carriedNodes(readProse(text, cites), to);
const carried = (text: string, cites: readonly Cite[] = []): string => writeMarkdown(nodesOf(text, cites, ways));
const plain = (text: string, cites: readonly Cite[] = []): string => writeMarkdown(plainNodes(text, cites, ways));

/** All TeX in a text, as a reader finds it that knows TeX. */
const texIn = (text: string): string[] =>
  nodesIn(readMarkdown(text)?.root ?? { type: 'root', children: [] }).flatMap((node) =>
    node.type === 'math' || node.type === 'inlineMath' ? [node.value] : [],
  );

describe('somebody’s Markdown in a file of ours', () => {
  test('stays what it means', () => {
    const text = [
      'Words with _emphasis_, **more**, ~~less~~ and `code <b>`.',
      '- one\n- two\n  - deeper\n- [x] done',
      '1. first\n2. second',
      '7) seventh',
      '| a | b |\n| :--- | --- |\n| 1 | `x` |',
      '> quoted\n>\n> twice',
      '[a page at a.example](https://a.example/x_\\(y\\)) and <https://b.example>',
      '3 < 4, a <- b, 5 > 4 & so on',
    ].join('\n\n');
    expect(carried(text)).toBe(`${text}\n`);
  });

  test('B72: TeX is equal to its source, in the signs that readers of Markdown know', () => {
    const text =
      'With $a<b$ and $\\\\frac{a}{b} \\\\ \\| x \\|$ and \\(x_1 < x_2\\), \\[ e^{i\\pi} \\]\n\n$$\n\\sum_{i<n} x_i \\\\\n  *2\n$$\n\n\\[\na &= b\n\\]';
    const tex = [
      'a<b',
      '\\\\frac{a}{b} \\\\ \\| x \\|',
      'x_1 < x_2',
      'e^{i\\pi}',
      '\\sum_{i<n} x_i \\\\\n  *2',
      'a &= b',
    ];
    expect(texIn(carried(text))).toEqual(tex);
    expect(carried(text)).toBe(
      'With $a<b$ and $\\\\frac{a}{b} \\\\ \\| x \\|$ and $x_1 < x_2$, $$e^{i\\pi}$$\n\n$$\n\\sum_{i<n} x_i \\\\\n  *2\n$$\n\n$$\na &= b\n$$\n',
    );
  });

  test('TeX that some readers would take for something else stands as it was written', () => {
    expect(carried('$a<b>c$ \\(`x`\\) \\(a](javascript:alert(1))\\) \\(z\\)5 \\(x\\)\\(y\\)')).toBe(
      '`$a<b>c$` ``\\(`x`\\)`` `\\(a](javascript:alert(1))\\)` `\\(z\\)`5 `\\(x\\)`$y$\n',
    );
    for (const line of ['# x', '- x', '=', '<div>', '```', '> x', '|-|-|', '---'])
      expect(carried(`$$\na\n${line}\n$$`)).toMatch(/^(`{3,})math\n/);
  });

  test('B86: HTML is words or code, and a link that runs something leads nowhere', () => {
    expect(carried('[x](javascript:alert(1)) [y](data:text/html,z) <img src=x onerror=alert(1)>')).toBe(
      'x (javascript\\:alert(1)) y (data\\:text/html,z) \\<img src=x onerror=alert(1)>\n',
    );
    expect(carried('<script>\nalert(1)\n\n# x\n</script>')).toBe(
      '```html\n<script>\nalert(1)\n\n# x\n</script>\n```\n',
    );
  });

  test('a picture from the web becomes a link, one of the archive stays: a transcript asks for nothing', () => {
    expect(carried('![a](https://a.example/p.png) ![m](sandbox:/map.png) [t](sandbox:/depths.csv)')).toBe(
      '[a](https://a.example/p.png) (a.example) ![m](../map.png) [t](../depths.txt)\n',
    );
  });

  test('a heading is a bold line, but not in code', () => {
    expect(carried('# One **two**\n\nThree\n===\n\n```sh\n# comment\n```\n')).toBe(
      '**One two**\n\n**Three**\n\n```sh\n# comment\n```\n',
    );
  });

  test('B06: what one message defines holds in no other', () => {
    const out = `${carried('[1]: https://a.example\n[^n]: Note')}\n${carried('See [1], [x][1] and [^n].')}`;
    for (const [, read] of readers) expect(read(out).links.filter((link) => link !== 'https://a.example')).toEqual([]);
    expect(carried('[x][1] and [^n]\n\n[1]: https://b.example/\n[^n]: The note.')).toBe(
      '[x](https://b.example/) (b.example) and \\[\\^n]\n\n\\[\\^n]: The note.\n',
    );
  });

  test('B67: a block that holds fences does not end early, one without an end does end', () => {
    const out = `${carried('````md\n```js\nx\n```\n````\n\nafter')}\n${carried('```\nopen')}\n${carried('last')}`;
    for (const [, read] of readers) {
      expect(read(out).codes).toEqual(['```js\nx\n```\n', 'open\n']);
      expect(read(out).words.trim()).toMatch(/last$/);
    }
  });

  test('B68: code is byte for byte what it was, in lists and quotes too', () => {
    const code = '  C:\\dir\\new\ttab  \n^\\d+(?:\\.\\d+)?$ <b> & [x](y:z)   \n\n# no heading\n';
    for (const [, read] of readers) {
      expect(read(carried(`\`\`\`\`\n${code}\`\`\`\``)).codes).toEqual([code]);
      const lists =
        '1. One\n\n   ```js\n   if (a < b) {}\n\n     deeper\n   ```\n2. Two\n   - sub\n     ~~~sh\n     <x>\n     ~~~\n';
      expect(read(carried(lists)).codes).toEqual(['if (a < b) {}\n\n  deeper\n', '<x>\n']);
      expect(read(carried('> ```\n> a\tb  \n> ```')).codes).toEqual(['a\tb  \n']);
    }
  });

  test('a fence names no language that some reader of Markdown draws or runs', () => {
    expect(
      carried('```mermaid\ngraph\n```\n\n```dataviewjs\nx\n```\n\n```{=html}\n<b>\n```\n\n```js {cmd=true}\ny\n```'),
    ).toBe(
      'mermaid:\n\n```\ngraph\n```\n\ndataviewjs:\n\n```\nx\n```\n\n{=html}:\n\n```\n<b>\n```\n\njs {cmd=true}:\n\n```js\ny\n```\n',
    );
  });

  test('signs of other readers than the language’s own are words: comments, raw TeX, raw HTML, tags', () => {
    expect(carried('%%hidden%% \\begin{x} `a`{=html} ==m== see #tag ^id [[note]] :::')).toBe(
      '\\%%hidden\\%% \\\\begin{x} `a`\\{=html} \\==m\\== see \\#tag \\^id \\[\\[note]] :::\n',
    );
  });

  test('what turns the direction of all that follows is seen; right-to-left words stay what they are', () => {
    expect(carried('a\u202eb \u2067c\u2069 [go \u202d\u2066x](https://a.example/)')).toBe(
      'a⟨U+202E⟩b \u2067c\u2069 [go ⟨U+202D⟩⟨U+2066⟩x](https://a.example/) (a.example)\n',
    );
    const hebrew = 'שלום `code` עולם\n\n- أهلا';
    expect(carried(hebrew)).toBe(`${hebrew}\n`);
  });

  test('what is cited stands as links where it is cited', () => {
    const text = '**Deep.** It is.\n\n```\ncode\n```';
    expect(
      carried(text, [
        { at: 7, numbers: [1, 2] },
        { at: text.length - 5, numbers: [3] },
      ]),
    ).toBe('**Deep.[\\[1\\]](#source-1)[\\[2\\]](#source-2)** It is.\n\n```\ncode\n```\n\n[\\[3\\]](#source-3)\n');
  });

  test('a row longer than its table loses no cell, and a table made to be huge stays small', () => {
    expect(carried('|a|\n|-|\n|1|2|3|')).toBe('| a | | |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n');
    const wide = `${'|'.repeat(2_000)}\n${'|-'.repeat(1_999)}|\n${'|a\n'.repeat(2_000)}`;
    expect(carried(wide).length).toBeLessThan(60_000);
  });

  test('what is too long to be read stands in a fence, byte for byte', () => {
    const text = `${'# x <b> `` \n'.repeat(12_000)}\`\`\`\``;
    expect(carried(text, [{ at: 3, numbers: [4] }])).toBe(
      `\`\`\`\`\`text\n${text}\n\`\`\`\`\`\n\n[\\[4\\]](#source-4)\n`,
    );
  });
});

describe('plain words', () => {
  test('are shown as they are, line by line', () => {
    expect(plain('1. a * b\n# not a heading\n\nsee https://a.example/x_y_z')).toBe(
      '1\\. a \\* b\\\n\\# not a heading\n\nsee <https://a.example/x_y_z>\n',
    );
  });

  test('stand in a fence where they have a layout of their own, and only there', () => {
    expect(plain('See:\n\nname   value\n  a    1\n\n- and\n- so on\n')).toBe(
      'See:\n\n```text\nname   value\n  a    1\n```\n\n\\- and\\\n\\- so on\n',
    );
  });

  test('keep what stands in fences as code, and what is cited', () => {
    expect(plain('Look\n```js\na  <b>\n```', [{ at: 12, numbers: [2] }])).toBe(
      'Look\n\n```js\na  <b>\n```\n\n[\\[2\\]](#source-2)\n',
    );
  });
});

const written = [
  ['Markdown', carried],
  ['plain words', plain],
] as const;

/** What must not be in what a reader of Markdown sees. */
function harmIn({ html, links, images, headings }: ReturnType<typeof byMicromark>): string[] {
  const leads = links.filter((link) => !/^(?:https?:\/\/|mailto:|#source-\d+$|\.\.\/)/i.test(link));
  return [...html, ...headings, ...leads, ...images.filter((image) => image !== '../map.png')];
}

/** Hostile pieces with words between them that can be told from each other, and places where something is cited. */
const marked = fc
  .tuple(fc.array(hostileText(4), { minLength: 1, maxLength: 10 }), fc.array(fc.nat(), { maxLength: 4 }))
  .map(([pieces, places]) => {
    // marks of sites are taken out before
    const text = pieces.map((piece, index) => `${piece.replace(/[\ue200-\ue2ff]/g, '')}q${index}z`).join('');
    const cites = places
      .map((place) => place % (text.length + 1))
      .sort((a, b) => a - b)
      .map((at, index) => ({ at, numbers: [index + 1001] }));
    return { text, words: pieces.map((_, index) => `q${index}z`), cites };
  });

describe.each(written)('any text as %s', (_, write) => {
  test.each(readers)(
    'B86: becomes no HTML, no heading, no picture and no link elsewhere to %s, and keeps its place',
    (_name, read) => {
      fc.assert(
        fc.property(marked, ({ text, words, cites }) => {
          const out = write(text, cites);
          // a mark of order at the beginning of a file is none of its words
          const seen = read(`First.\n\n${out}\n## V-9999\n\nThe last.\n`);
          expect(harmIn({ ...seen, headings: seen.headings.slice(0, -1) })).toEqual([]);
          expect(seen.headings.at(-1)).toBe('V-9999');
          expect(seen.words.trim()).toMatch(/The last\.$/);
          const all = `${seen.words.replace(/\[10\d\d\]/g, '')} ${seen.links.join(' ')}`;
          expect(words.filter((word) => !all.includes(word))).toEqual([]);
          expect(seen.links.filter((link) => link.startsWith('#source-')).sort()).toEqual(
            cites.map(({ numbers }) => `#source-${numbers[0]}`),
          );
        }),
        { numRuns: 800 },
      );
    },
  );

  test('reads back as what was written', () => {
    fc.assert(
      fc.property(marked, ({ text, cites }) => {
        const first: BlockContent = { type: 'paragraph', children: [{ type: 'text', value: 'First.' }] };
        const nodes = [first, ...(write === carried ? nodesOf : plainNodes)(text, cites, ways)];
        expect(shape(withDollars(writeMarkdown(nodes)))).toEqual(shape(nodes));
      }),
      {
        numRuns: 800,
        // TeX that ends in a sign of escape, or stands beside code; code that ends in a return; a first row that is short
        examples: [
          [{ text: '\\(q0z\\\\\\)q1zq2z', words: ['q0z', 'q1z', 'q2z'], cites: [] }],
          [{ text: '\\(q0z`\\)`q1z`q2zq3z', words: ['q0z', 'q1z', 'q2z', 'q3z'], cites: [] }],
          [{ text: '   ```\nq0z\r\r\n```\nq1zq2z', words: ['q0z', 'q1z', 'q2z'], cites: [] }],
          [{ text: '| a | b |\n| --- | --- |\nq0z| c | d |\nq1zq2z', words: ['q0z', 'q1z', 'q2z'], cites: [] }],
        ],
      },
    );
  });
});

test('any code in a fence is byte for byte what it was', () => {
  fc.assert(
    fc.property(hostileText(), (code) => {
      fc.pre(code !== '\n' && !/[\r\0]/.test(code) && code.isWellFormed()); // one empty line and none are read alike; the others as a line feed and U+FFFD
      const whole = code === '' || code.endsWith('\n') ? code : `${code}\n`;
      const out = writeMarkdown(fenceNodes(code, 'text'));
      expect(byMarkdownIt(out).codes).toEqual([whole]);
      expect(byMarkdownIt(carried(out)).codes).toEqual([whole]);
    }),
  );
});

/** What nodes mean, without how it is written: words in one piece, blanks as one. */
function shape(nodes: readonly object[]): unknown[] {
  const made: unknown[] = [];
  for (const node of nodes as readonly Record<string, unknown>[]) {
    const last = made.at(-1);
    if (node.type !== 'text') made.push(shapeOf(node));
    else if (typeof last === 'string') made[made.length - 1] = blanks(last + String(node.value));
    else made.push(blanks(String(node.value)));
  }
  return made.filter((each) => each !== '' && each !== ' ');
}

function shapeOf({ value, children, ...node }: Record<string, unknown>): object {
  // TeX beside a sign that would be read with its dollars stands as it was written
  if (node.type === 'inlineMath' || node.type === 'inlineCode')
    return {
      code: asRead(value)
        .replace(/\\[()[\]]|\$/g, '')
        .trim(),
    };
  const { type, url, alt, lang, ordered, start, checked, depth } = node;
  const facts = Object.entries({ type, url, alt, lang, ordered, start, checked, depth });
  return {
    ...Object.fromEntries(facts.filter(([, each]) => (each ?? null) !== null)),
    ...(value === undefined ? {} : { value: asRead(value) }),
    ...(Array.isArray(children) ? { children: shape(children) } : {}),
  };
}
/** As a reader takes it: ends of lines alike, and no NUL. */
const asRead = (value: unknown): string => String(value).replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');

const blanks = (text: string): string => text.replace(/\s+/g, ' ');
