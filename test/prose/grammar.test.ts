import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GRAMMAR } from '../../src/prose/grammar';
import { readFences, readMarkdown } from '../../src/prose/read';
import { hostileText } from '../archive/pages/hostile';
import { nodesIn } from './readers';

/** Few signs, so that what stands between them comes together often; and what other tests stumble over. */
const TEXT = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          'www.',
          'WWW.',
          'w',
          'http',
          'HTTPS',
          '://',
          ':',
          '//',
          'a@b.example',
          '@',
          '.',
          'a.example',
          'mailto:',
          'xmpp:',
          '&#64;',
        ],
        ...[
          '~',
          '~~',
          '|',
          ':-',
          '-:',
          '-',
          '--',
          ' ',
          '\n',
          '\n\n',
          '\r\n',
          '\t',
          'a',
          'b1',
          '_',
          '*',
          '**',
          '[',
          ']',
          '(',
          ')',
          '!',
        ],
        ...[
          '[^',
          '[x] ',
          '- ',
          '> ',
          '    ',
          '1. ',
          '\\',
          '`',
          '```',
          '~~~',
          '$',
          '\\(',
          '\\)',
          '<',
          '>',
          '&vert;',
          '=',
          'é',
          '。',
        ],
      ),
      { maxLength: 14 },
    )
    .map((pieces) => pieces.join('')),
  hostileText(10),
);

test('what is left out of the grammar would have found nothing', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const quick = readMarkdown(text);
      const whole = readMarkdown(text, () => [...GRAMMAR]);
      expect(quick?.root).toEqual(whole?.root);
      expect([...(quick?.runs.values() ?? [])]).toEqual([...(whole?.runs.values() ?? [])]);
    }),
    { numRuns: 1000 },
  );
});

test('a text in which no fence is looked for has none', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      if (readFences(text) !== null) return;
      const all = nodesIn(readMarkdown(text, () => [...GRAMMAR])?.root ?? { type: 'root', children: [] });
      const fences = all.filter(
        (node) => node.type === 'code' && /^[`~]/.test(text.slice(node.position?.start.offset)),
      );
      expect(fences).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
