import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carriedNodes } from '../../src/prose/carry';
import { readProse } from '../../src/prose/prose';
import { proseTree } from '../../src/prose/tree';
import { writeMarkdown } from '../../src/prose/write';
import { hostileText } from '../archive/pages/hostile';
import { told, ways } from './said';

const markdownWays = { source: (number: number) => `#source-${number}`, local: ways.local };

/** Fails at the first change of what was read. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) frozen(each);
  return value;
}

const MARKDOWN = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...['# A *b*', '- a\n  - [x] b', '> c\n> > d', '1. e\n\n   f', '| a | b |\n| - | :-: |\n| `c` | d | e |', '***'],
      ...[
        '```js\nlet a;\n```',
        '\\[\nx^2\n\\]',
        '$$y$$',
        'a[^1] b[^2]\n\n[^1]: c\n\n[^2]: - d',
        '[a]: https://a.example "b"',
      ],
      ...[
        '[a] and ![a] and [b][a]',
        '<br> <b>c</b>',
        'https://a.example/x ~~d~~ **e `f`**',
        'g  \nh\\\ni',
        '\ufeffj',
        '\r\nk\r',
      ],
    ),
    hostileText(8),
  ),
  { maxLength: 6 },
);
const CITES = fc.array(
  fc.record({ at: fc.nat(80), numbers: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }) }),
);

test('a text that was read once is shown twice, as elements and as Markdown, as if it had been read for each', () => {
  fc.assert(
    fc.property(MARKDOWN, CITES, (blocks, unsorted) => {
      const text = blocks.join('\n\n');
      const cites = unsorted
        .map((cite) => ({ ...cite, at: Math.min(cite.at, text.length) }))
        .sort((a, b) => a.at - b.at);
      const once = frozen(readProse(text, cites));
      const markdown = writeMarkdown(carriedNodes(once, markdownWays));
      const elements = told(proseTree(once, ways));
      expect(elements).toBe(told(proseTree(readProse(text, cites), ways)));
      expect(markdown).toBe(writeMarkdown(carriedNodes(readProse(text, cites), markdownWays)));
      expect(writeMarkdown(carriedNodes(once, markdownWays))).toBe(markdown);
    }),
    { numRuns: 100 },
  );
});
