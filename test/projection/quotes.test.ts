import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotedIn } from '../../src/projection/answers';
import { quotationsIn } from '../../src/projection/quotes';
import { sourcesOf } from '../../src/projection/sources';
import { viewOf } from '../../src/projection/view';
import { citation, compose, evidence, text } from '../model/compose';

const words = (markdown: string): string[] => quotationsIn(markdown).map((each) => each.text);

describe('quotations in a text', () => {
  test.each([
    ['in straight marks', 'They say "the lake is very deep indeed" there.', ['the lake is very deep indeed']],
    ['in curved ones', 'He: “nobody has ever seen its bottom”.', ['nobody has ever seen its bottom']],
    ['German', 'Dort steht: „der See ist sehr tief und kalt“.', ['der See ist sehr tief und kalt']],
    ['French', 'On lit « le lac est très profond en hiver ».', ['le lac est très profond en hiver']],
    ['Danish', 'Der står »søen er meget dyb om vinteren«.', ['søen er meget dyb om vinteren']],
    [
      'Japanese',
      '「この湖の水深は四十三メートルであり冬には凍る」とある',
      ['この湖の水深は四十三メートルであり冬には凍る'],
    ],
    ['Hebrew', 'כתוב: "האגם עמוק מאוד בחורף וקר" שם', ['האגם עמוק מאוד בחורף וקר']],
    ['another inside', '“he called it “very deep” and left the shore”', ['he called it “very deep']],
    [
      'a block',
      'It says:\n\n> The lake is deep.\n> It is cold in winter.\n\nSo.',
      ['The lake is deep.\nIt is cold in winter.'],
    ],
    [
      'a block and who said it',
      '> Nobody has ever seen its bottom.\n> — the warden',
      ['Nobody has ever seen its bottom.'],
    ],
    [
      'two in a row',
      '"the lake is very deep indeed" and "the ice is very thick indeed"',
      ['the lake is very deep indeed', 'the ice is very thick indeed'],
    ],
    ['a name', 'The “Deep Lake Hotel” is there.', []],
    ['one that is never closed', 'a 12" pipe of good quality\n\nand then the "other end', []],
    [
      'code',
      '`say "one two three four five six"`\n\n```\n> one two three four five six\n"one two three four five six"\n```',
      [],
    ],
  ])('%s', (_, markdown, quotes) => {
    expect(words(markdown)).toEqual(quotes);
  });

  test('each has its place in the text', () => {
    const markdown = 'First.\n\n> The lake is very deep indeed.\n\nThen “nobody has ever seen its bottom”.';
    expect(quotationsIn(markdown).map(({ start, end }) => markdown.slice(start, end))).toEqual([
      '> The lake is very deep indeed.',
      '“nobody has ever seen its bottom”',
    ]);
  });

  test('any text has quotations in order, none over another, each within it', () => {
    const piece = fc.constantFrom(
      '"',
      '“',
      '”',
      '«',
      '»',
      '„',
      '「',
      '」',
      '\n',
      '\n\n',
      '> ',
      '```',
      '`',
      'a lake of words and more ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markdown = pieces.join('');
        let before = 0;
        for (const { start, end, text: quote } of quotationsIn(markdown)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeLessThanOrEqual(markdown.length);
          expect(quote).toBe(quote.trim());
          before = end;
        }
      }),
    );
  });
});

describe('the sources of a quotation', () => {
  const URLS = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  const quoted = async (
    answer: string,
    cited: (names: readonly string[], at: (words: string) => number) => ReturnType<typeof citation>[],
  ) => {
    const log = compose();
    log.user('How deep?');
    const result = log.result(
      'web.search',
      URLS.map((url, i) => evidence(String(i + 1), url, url, 'p')),
    );
    const names = URLS.map((_, i) => `${result}#${i + 1}`);
    log.assistant([text(answer), ...cited(names, (some) => answer.indexOf(some) + some.length)]);
    const view = viewOf(log.events());
    return (await quotedIn(view, sourcesOf(view).numberOf)).map(({ quotation, beside, sources }) => [
      quotation.text.split(' ')[0],
      beside,
      sources,
    ]);
  };

  test('are those cited within it, right after it, or right before it; then all of the answer', async () => {
    const answer =
      'One “alpha is a word of some length” here (1).\n\nTwo (2): “beta is a word of some length” ends.\n\nFar.\n\nAnd.\n\nThree “gamma is a word of some length”.';
    const at = (names: readonly string[], end: (words: string) => number) => [
      citation([end('(1)'), end('(1)')], names[0] ?? ''),
      citation([end('(2)'), end('(2)')], names[1] ?? ''),
    ];
    expect(await quoted(answer, at)).toEqual([
      ['alpha', [1], [1, 2]],
      ['beta', [2], [2, 1]],
      ['gamma', [], [1, 2]],
    ]);
  });

  test('a citation whose range is the statement itself is of the quotation in it', async () => {
    const answer = 'It says “alpha is a word of some length” there. More “beta is a word of some length”.';
    const at = (names: readonly string[], end: (words: string) => number) => [
      citation([0, end('there.')], names[2] ?? ''),
      citation([end('there.'), answer.length], names[0] ?? ''),
    ];
    expect(await quoted(answer, at)).toEqual([
      ['alpha', [3], [3, 1]],
      ['beta', [1], [1, 3]],
    ]);
  });

  test('an answer that cites nothing has no quotations that could be looked for', async () => {
    expect(await quoted('It says “alpha is a word of some length”.', () => [])).toEqual([]);
  });
});
