import fc from 'fast-check';
import type { PhrasingContent, Root, RootContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { expect, test } from 'vitest';
import { OPTIONS, writeMarkdown } from '../../src/prose/write';

const WORD = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'awWz019.,;:/?()\'"+-= \n\t\r!#&<>[]{}|_*`~^%@$\\é“…中\u2028\ufeff\u00a0'),
    maxLength: 8,
  }),
  fc.constantFrom(
    ...[
      'See www.a.example',
      'Step 1. Then 2) and',
      'so: (a) b',
      'a://b',
      'p:/',
      '1.',
      '1)',
      'w.x',
      'a:b',
      'a: ',
      '-',
      '+ a',
      '– a',
    ],
    ...[
      'Nobody, said the "warden\'s" daughter; has ever seen its bottom (or so).',
      ' (',
      ')(',
      'a](b)',
      'Ｗ.a',
      '٣. a',
    ],
  ),
);
const PHRASE: fc.Arbitrary<PhrasingContent> = fc.letrec<{ phrase: PhrasingContent }>((tie) => ({
  phrase: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: WORD.map((value): PhrasingContent => ({ type: 'text', value })) },
    WORD.map((value): PhrasingContent => ({ type: 'inlineCode', value })),
    fc.constant<PhrasingContent>({ type: 'break' }),
    fc
      .tuple(fc.constantFrom('emphasis', 'strong', 'delete'), fc.array(tie('phrase'), { minLength: 1, maxLength: 3 }))
      .map(([type, children]) => ({ type, children }) as PhrasingContent),
    fc
      .tuple(
        fc.constantFrom('https://a.example/b', '#c', 'mailto:a@b.example'),
        fc.array(tie('phrase'), { maxLength: 3 }),
      )
      .map(([url, children]) => ({ type: 'link', url, children }) as PhrasingContent),
  ),
})).phrase;
const LINE = fc.array(PHRASE, { minLength: 1, maxLength: 4 });
const BLOCK: fc.Arbitrary<RootContent> = fc.oneof(
  LINE.map((children): RootContent => ({ type: 'paragraph', children })),
  LINE.map((children): RootContent => ({ type: 'heading', depth: 3, children })),
  fc.array(LINE, { minLength: 1, maxLength: 3 }).map(
    (lines): RootContent => ({
      type: 'list',
      ordered: lines.length === 2,
      spread: false,
      children: lines.map((children) => ({
        type: 'listItem',
        spread: false,
        children: [{ type: 'paragraph', children }],
      })),
    }),
  ),
  LINE.map((children): RootContent => ({ type: 'blockquote', children: [{ type: 'paragraph', children }] })),
  fc.array(LINE, { minLength: 1, maxLength: 3 }).map(
    (cells): RootContent => ({
      type: 'table',
      align: [],
      children: [0, 1].map(() => ({
        type: 'tableRow',
        children: cells.map((children) => ({ type: 'tableCell', children })),
      })),
    }),
  ),
);

test('words that are written without asking every rule are what the rules make of them', () => {
  fc.assert(
    fc.property(fc.array(BLOCK, { minLength: 1, maxLength: 3 }), (children) => {
      const root: Root = { type: 'root', children };
      expect(writeMarkdown(children)).toBe(toMarkdown(root, OPTIONS));
    }),
    { numRuns: 1000 },
  );
});
