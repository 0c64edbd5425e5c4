import fc from 'fast-check';
import type { Element } from 'hast';
import { describe, expect, test } from 'vitest';
import { codeTree } from '../../src/prose/code';
import { textIn } from '../../src/prose/elements';
import { plainTree } from '../../src/prose/plain';
import { markdownTree } from '../../src/prose/tree';
import { hostileText } from '../archive/pages/hostile';
import { allIn, elementsIn, told, ways } from './said';

/** All that a text may become. */
const TAGS = new Set(
  ...[
    'p ul ol li blockquote figure figcaption pre code div table thead tbody tr th td hr br img'
      .split(' ')
      .concat(
        'a bdi span em strong del sup cite math mrow mi mn mo mtext mspace mfrac msqrt mroot mstyle mpadded'.split(' '),
        'menclose msub msup msubsup munder mover munderover mtable mtr mtd'.split(' '),
      ),
  ],
);

const LEADS = /^(?:https?:|mailto:|data\/|#V-0001\.0\.)/;

/** What of an element is none of what a text may become. */
function harmOf({ tagName, properties }: Element): string[] {
  const { src = 'data/', href = 'data/' } = properties;
  const names = Object.keys(properties).filter((name) => /^on|style|srcset|srcdoc/i.test(name));
  const leads = [src, href].map(String).filter((to) => !LEADS.test(to));
  return [...(TAGS.has(tagName) ? [] : [tagName]), ...names, ...leads];
}

/** Hostile pieces with words between them that can be told from each other, and places where something is cited. */
const marked = fc
  .tuple(fc.array(hostileText(4), { minLength: 1, maxLength: 10 }), fc.array(fc.nat(), { maxLength: 5 }))
  .map(([pieces, places]) => {
    const words = pieces.map((_, index) => `q${index}z`);
    // marks of sites are taken out before
    const text = pieces.map((piece, index) => piece.replace(/[\ue200-\ue2ff]/g, '') + words[index]).join('');
    const cites = places
      .map((place) => place % (text.length + 1))
      .sort((a, b) => a - b)
      .map((at, index) => ({ at, numbers: [index + 1001] }));
    return { text, words, cites };
  });

describe.each([
  ['Markdown', markdownTree],
  ['plain words', plainTree],
] as const)('any text as %s', (_, tree) => {
  test('B86: keeps every word and every number of a source, and becomes nothing that runs, loads or leads astray', () => {
    fc.assert(
      fc.property(marked, ({ text, words, cites }) => {
        const made = tree(text, cites, ways);
        const said = allIn(made);
        expect(words.filter((word) => !said.includes(word))).toEqual([]);
        for (const { numbers } of cites) expect(told(made).split(`<cite>[${numbers[0]}]</cite>`)).toHaveLength(2);
        expect(elementsIn(made).flatMap(harmOf)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  test('holds no link in a link, and no number of a source in one', () => {
    fc.assert(
      fc.property(marked, ({ text, cites }) => {
        const links = elementsIn(tree(text, cites, ways)).filter(({ tagName }) => tagName === 'a');
        const inside = links.flatMap(({ children }) => elementsIn(children).map(({ tagName }) => tagName));
        expect(inside.filter((name) => name === 'a' || name === 'cite')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

const SIGNS = [
  ...['[', '*a', '*a ', 'a*', '**a ', '**a *b ', '_a', '![', '[a](', '[a]', '![a](', '<', '<a ', '<!--', '`', '``a`'],
  ...[
    '$a',
    '$$',
    '$$\n',
    '\\[',
    '\\[\n',
    '\\(',
    '\\(a',
    '\\\\',
    '&',
    '&amp;',
    '~~a ',
    '~',
    '[^a]',
    '[^',
    '| a',
    '|',
    '#',
  ],
  ...['> ', '> a\n', '- ', '- a\n', '1. - ', '1. a\n', '\n', 'a\n', '```\n', '~~~', '[x]: a\n', '[^x]: a\n', '***\n'],
  ...['https://', 'a@b.c ', 'www.', 'http://a,', 'ftp://', 'x ', '\t', '    a\n', '\u202e', '\u200f', '{', '}', '\\{'],
  ...['a | b\n', '|-', '| a | b |\n', '^', '_', '*_', '[[]', '[](', '](', '\r', '\u0000', '\ud800', '$\\', '$x$ '],
];

describe('a text that is made to keep a reader busy', () => {
  test.each([
    ['bash', '${'],
    ['rust', '/*'],
    ['ini', '1e'],
    ['csharp', 'def '],
    ['javascript', '`${'],
    ['xml', '<a>'],
  ])('is shown byte for byte as code in %s, made of %j', (language, sign) => {
    for (const length of [12_000, 200_000]) {
      const code = sign.repeat(length / sign.length);
      expect(textIn(codeTree(code, language))).toBe(code);
    }
  });

  test.each([20_000, 1_000_000])('is shown, whatever sign it repeats, at %i characters', (length) => {
    const slow = SIGNS.flatMap((sign) => {
      const text = sign.repeat(length / sign.length);
      const begun = performance.now();
      markdownTree(text, [], ways);
      plainTree(text, [], ways);
      const took = performance.now() - begun;
      return took > 30_000 ? [sign] : [];
    });
    expect(slow).toEqual([]);
  });
});
