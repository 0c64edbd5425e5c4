import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenced } from '../../src/handoff/fence';
import { codeSpan, escapeName } from '../../src/handoff/markdown';
import { clipped, seenName, shownName, withoutMarks } from '../../src/handoff/marks';
import { looksSealed, withoutSealed } from '../../src/handoff/opaque';
import { outsideAddress } from '../../src/prose/addresses';
import { hostileText } from '../archive/pages/hostile';
import { readMarkdown } from '../archive/pages/markdown';

const inlineIn = (text: string): string[] =>
  readMarkdown(text)
    .map(({ type }) => type)
    .filter((type) => type !== 'text');

describe('names', () => {
  test('are on one line, and everything in them can be seen', () => {
    expect(shownName('a\u202eb\u200bc\n\t d\u0000')).toBe('a⟨U+202E⟩b⟨U+200B⟩c d⟨U+0000⟩');
    expect(shownName('tags \u{e0041}\u{e0042}')).toBe('tags ⟨U+E0041⟩⟨U+E0042⟩');
    expect(shownName('half \ud83d')).toBe('half \ufffd');
  });

  test('keep what scripts and emoji are joined by', () => {
    for (const name of ['می‌خواهم', '👩‍💻', 'שלום\u200f!']) expect(shownName(name)).toBe(name);
  });

  test('in which there is nothing to see give way to the next', () => {
    for (const name of [null, undefined, '', ' \n', '\u200d', '\ue200x\ue201']) {
      expect(seenName(name, 'https://a.example/')).toBe('https://a.example/');
      expect(seenName(name)).toBe(null);
    }
    for (const name of ['a', '7', '👩‍💻', '…', '\u202e']) expect(seenName(name, 'x')).toBe(name);
  });

  test('are plain words in Markdown, whatever they are', () => {
    fc.assert(
      fc.property(hostileText(), (name) => {
        const types = new Set(inlineIn(`${escapeName(name) || 'x'}\n`));
        expect([...types].filter((type) => !/^(?:paragraph_|inline)/.test(type))).toEqual([]);
      }),
    );
  });

  test('are one code span, whatever they are', () => {
    fc.assert(
      fc.property(hostileText(), (name) => {
        const spans = readMarkdown(`Name ${codeSpan(name)} end\n`).filter(({ type }) => type === 'code_inline');
        expect(spans).toHaveLength(1);
      }),
    );
  });

  test('are cut between characters', () => {
    expect(clipped('ab😀cd', 3)).toBe('ab …');
    expect(clipped('short', 10)).toBe('short');
    expect(clipped('x'.repeat(10_000), 10)).toBe(`${'x'.repeat(10)} …`);
  });

  test.each(['👩‍💻', '👍🏽', '🇫🇷', '🇫🇷🇩🇪', 'e\u0301', 'क्षि', '❤️'])(
    'no character as people see it is cut: %s',
    (sign) => {
      const seen = new Intl.Segmenter('en', { granularity: 'grapheme' });
      const whole = `ab${sign}cd`;
      const pieces = new Set(Array.from(seen.segment(whole), ({ index }) => `${whole.slice(0, index)} …`));
      for (let limit = 1; limit < whole.length; limit++) expect(pieces).toContain(clipped(whole, limit));
    },
  );

  test('what has no end as a character is cut all the same', () => {
    expect(clipped(`a${'\u0301'.repeat(500)}`, 100)).toBe(`a${'\u0301'.repeat(99)} …`);
  });
});

test('a site’s marks are taken out whole, and what is left of others too', () => {
  expect(withoutMarks('a\ue200cite\ue202turn0search1\ue201b\ue203c\ue204 \ue2ff\ue200open')).toBe('abc open');
});

test('B67: a fence is longer than any in the text', () => {
  expect(fenced('```\n`````\n', 'md')).toBe('``````md\n```\n`````\n``````');
  expect(fenced('', '`js`\n|')).toBe('```js\n```');
});

describe('addresses outside', () => {
  test('B86: are http, https and mailto, written so that they end no link', () => {
    expect(outsideAddress('https://a.example/x y?q=<b>"\'`')).toBe('https://a.example/x%20y?q=%3Cb%3E%22%27%60');
    expect(outsideAddress('mailto:a@b.example')).toBe('mailto:a@b.example');
    for (const address of [
      'javascript:alert(1)',
      ' https://a.example',
      'data:text/html,x',
      '//a.example',
      'https://',
      'file:///etc/x',
    ])
      expect(outsideAddress(address), address).toBeNull();
  });

  test('whatever is asked, the answer holds nothing that could end a link', () => {
    fc.assert(
      fc.property(hostileText(4), (rest) => {
        const address = outsideAddress(`https://a.example/${rest}`);
        if (address !== null) expect(address).toMatch(/^https:\/\/a\.example\/[^\s<>"'`\\{|}^]*$/);
      }),
    );
  });
});

describe('sealed values', () => {
  const noise = btoa(Array.from({ length: 120 }, (_, i) => String.fromCharCode((i * 89 + 7) % 256)).join(''));

  test('are known by their beginning, by the key they stand under, or by what they decode to', () => {
    expect(looksSealed('x', `gAAAA${'Bk3'.repeat(10)}`)).toBe(true);
    expect(looksSealed('encrypted_content', 'A1b2'.repeat(10))).toBe(true);
    expect(looksSealed('data', noise)).toBe(true);
    expect(looksSealed('data', btoa('plain words, only written in another alphabet. '.repeat(5)))).toBe(false);
    expect(looksSealed('image', `iVBORw0KGgo${noise}`)).toBe(false);
    expect(looksSealed('title', 'A1b2'.repeat(10))).toBe(false);
  });

  test('are taken out of a value, however deep, and counted', () => {
    let count = 0;
    const open = withoutSealed(
      { list: [{ signature: 'A1b2'.repeat(10), text: 'words' }], note: `see gAAAA${'x'.repeat(30)}.` },
      () => count++,
    );
    expect(open).toEqual({
      list: [{ signature: '[sealed value left out]', text: 'words' }],
      note: 'see [sealed value left out].',
    });
    expect(count).toBe(2);
  });
});
