import { describe, expect, test } from 'vitest';
import { bare, likeness, plain } from '../../src/compose/page/same';

describe('how a text that was read back stands to the one that was meant', () => {
  test.each([
    ['as it is', 'one\n\ntwo', 'one\n\ntwo'],
    ['other line ends', 'one\ntwo', 'one\r\ntwo'],
    ['white space at line ends and around', 'one  \ntwo\n\n', 'one\ntwo'],
    ['blanks that do not break', 'a  b', 'a\u00a0 b'],
    ['characters of no width', 'ab', '\ufeffa\u200bb\u2060'],
    ['composed letters', 'é', 'e\u0301'],
    ['nothing', '', '\n'],
  ])('%s: whole', (_, meant, found) => {
    expect(likeness('', meant, found).kind).toBe('whole');
  });

  test.each([
    ['a joiner in a family', '👩‍👩‍👧', '👩👩👧'],
    ['a joiner in Persian', 'می‌خواهم', 'میخواهم'],
    ['white space at the beginning of a line', 'a\n  b', 'a\nb'],
  ])('%s is a part of the text', (_, meant, found) => {
    expect(likeness('', meant, found).kind).not.toBe('whole');
  });

  test.each([
    ['headings and lists', '# One\n\n- a\n- b\n\n2. c\n\n- [x] done', 'One\na\nb\nc\ndone'],
    ['marks', 'a **bold** _word_ and `code`', 'a bold word and code'],
    ['a fence', 'x\n```ts\nconst a = 1;\n```\ny', 'x\nconst a = 1;\ny'],
    ['a link', 'see [the tides](https://a.example/?b=1)', 'see the tides'],
    ['empty lines', 'a\n\n\nb', 'a\nb'],
    ['a quotation and a rule', '> a\n\n---\n\nb', 'a\nb'],
  ])('%s shown in the editor’s own way: formatted', (_, meant, found) => {
    expect(likeness('', meant, found).kind).toBe('formatted');
  });

  test.each([
    ['a word that is missing', 'a **bold** word', 'a bold'],
    ['a digit that is another', '# 1. Tides at 10', 'Tides at 11'],
    ['words in another order', 'one two', 'two one'],
  ])('%s is no formatting', (_, meant, found) => {
    expect(['cut', 'differs']).toContain(likeness('', meant, found).kind);
  });

  test('one that ends too early is cut, and one that was never begun is untouched', () => {
    expect(likeness('mine', '\n\nabcdef', 'mine\n\nabc').kind).toBe('cut');
    expect(likeness('mine', '\n\nabcdef', 'mine').kind).toBe('untouched');
    expect(likeness('mine', '\n\nabcdef', '').kind).toBe('differs');
  });

  test('how much of it is the same is counted', () => {
    expect(likeness('', 'abcdef', 'abcxef')).toEqual({ kind: 'differs', meant: 6, found: 6, same: 3 });
    expect(likeness('', 'abc', 'abcabc')).toEqual({ kind: 'differs', meant: 3, found: 6, same: 3 });
  });

  test('half a pair, and two million characters, are compared as well', () => {
    expect(likeness('', 'a\ud83d', 'a\ud83d').kind).toBe('whole');
    const long = 'line of text\n'.repeat(150_000);
    expect(likeness('', long, long).kind).toBe('whole');
    expect(likeness('', `${long}x`, `${long}y`).kind).toBe('differs');
    expect(plain(' '.repeat(500_000))).toBe('');
    expect(bare('#'.repeat(500_000))).toBe('');
  });
});
