import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, proseOf } from '../../../src/archive/pages/prose';
import { fenced } from '../../../src/handoff/fence';
import { hostileText } from './hostile';
import { harmIn, readMarkdown } from './markdown';

const codeIn = (text: string): string[] =>
  readMarkdown(text)
    .filter(({ type }) => type === 'fence')
    .map(({ content }) => content);

describe('somebody’s Markdown in a file of ours', () => {
  test('is what it was where it does no harm', () => {
    const text = [
      'Words with *emphasis*, **more** and `code <b>`.',
      '- one\n- two\n  - deeper\n\n1. first\n2. second',
      '| a | b |\n| --- | --- |\n| 1 | `x` |',
      '[a page](https://a.example/x_(y)) and <https://b.example>',
      '3 < 4, a <- b, 5 > 4 & so on',
      'Price: $5, or $10.',
    ].join('\n\n');
    expect(proseOf(text)).toBe(text);
  });

  test('B72: TeX is what it was, HTML-like signs in it too', () => {
    const text = 'With $a<b$ and $\\frac{a}{b} \\\\ \\| x \\|$ and \\(x_1 < x_2\\) and\n$$\n\\sum_{i<n} x_i\n$$';
    expect(proseOf(text)).toBe(text);
  });

  test('B86: HTML and links that run something become words', () => {
    const out = proseOf('[x](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>');
    expect(out).toBe('[x\\](javascript:alert(1)) \\<img src=x onerror=alert(1)>\n\n\\<script>alert(1)\\</script>');
    expect(harmIn(readMarkdown(out))).toEqual([]);
  });

  test('pictures from the web become links: a transcript asks for nothing', () => {
    expect(proseOf('![a](https://a.example/p.png)')).toBe('\\![a](https://a.example/p.png)');
  });

  test('headings become words, but not in code', () => {
    expect(proseOf('# One\n\nTwo\n===\n\n```sh\n# comment\n```\n')).toBe(
      '\\# One\n\nTwo\n\\===\n\n```sh\n# comment\n```\n',
    );
  });

  test('B06: a definition of one message does not hold for another', () => {
    const out = `${proseOf('[1]: https://a.example')}\n\n${proseOf('See [1] and [x][1].')}`;
    expect(readMarkdown(out).filter(({ type }) => type === 'link_open')).toEqual([]);
  });

  test('B67: a block that holds fences does not end early, one without an end does end', () => {
    const out = `${proseOf('````md\n```js\nx\n```\n````\n\nafter')}\n\n${proseOf('```\nopen')}\n\n${proseOf('last')}`;
    expect(codeIn(out)).toEqual(['```js\nx\n```\n', 'open\n']);
    expect(readMarkdown(out).at(-2)?.content).toBe('last');
  });

  test('B68: code is byte for byte what it was, in lists too', () => {
    const code = '  C:\\dir\\new\ttab  \n^\\d+(?:\\.\\d+)?$ <b> & [x](y:z)   \n\n# no heading\n';
    expect(codeIn(proseOf(`\`\`\`\n${code}\`\`\``))).toEqual([code]);
    const inList = proseOf(
      `1. One\n\n   \`\`\`js\n   if (a < b) {}\n\n     deeper\n   \`\`\`\n2. Two\n   - sub\n     \`\`\`sh\n     <x>\n     \`\`\`\n`,
    );
    expect(codeIn(inList)).toEqual(['if (a < b) {}\n\n  deeper\n', '<x>\n']);
  });

  test('any code in a fence of ours is byte for byte what it was', () => {
    fc.assert(
      fc.property(hostileText(), (code) => {
        fc.pre(!code.includes('\r') && !code.includes('\u0000')); // Markdown itself reads these as a line feed and as U+FFFD
        const whole = code === '' || code.endsWith('\n') ? code : `${code}\n`;
        expect(codeIn(fenced(code))).toEqual([whole]);
        expect(codeIn(proseOf(fenced(code, 'text')))).toEqual([whole.replace(/\ue200[\d,]+\ue201/g, '')]);
      }),
    );
  });

  test('nothing that is written becomes HTML, a heading, a picture or a link elsewhere, and nothing leaves its place', () => {
    fc.assert(
      fc.property(hostileText(), fc.boolean(), (text, isPlain) => {
        const out = isPlain ? plainText(text) : proseOf(text);
        expect(harmIn(readMarkdown(out))).toEqual([]);
        const after = readMarkdown(`${out}\n\n## The end\n\n[1] [x]\n`);
        expect(after.filter(({ type, level }) => type === 'heading_open' && level === 0)).toHaveLength(1);
        expect(after.at(-1)?.type).toBe('paragraph_close');
        expect(after.at(-2)).toMatchObject({ type: 'text', content: '[1] [x]' });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('plain words', () => {
  test('are shown as they are, line by line', () => {
    expect(plainText('1. a * b\n# not a heading\n\nsee https://a.example/x_y_z')).toBe(
      '1\\. a \\* b\\\n\\# not a heading\n\nsee https://a.example/x_y_z',
    );
  });

  test('stand in a fence where they have a layout of their own', () => {
    expect(plainText('name   value\n  a    1')).toBe('```text\nname   value\n  a    1\n```');
  });
});
