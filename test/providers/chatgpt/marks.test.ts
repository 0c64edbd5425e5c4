import { describe, expect, test } from 'vitest';
import { hasMarks, locator, marksIn, straysIn, withoutMarks } from '../../../src/providers/chatgpt/marks';
import { published } from '../../../src/providers/chatgpt/sources';
import { draftOf, mark, message, partsOf, readChain, textOf } from './compose';

const cut = (...args: readonly string[]): string => `\ue200${args.join('\ue202')}`;
const textBy = (role: string, text: string): string => textOf(draftOf(readChain([message('m', role, text)]), 'm'));

describe('what has not the form of a mark keeps its words', () => {
  const texts = [
    ['an open mark of words', `She wrote ${cut('cite', 'no balance in these words')}`, 'no balance in these words'],
    ['an open mark of no kind', `Prose ${cut('cut words', 'and more of them')}`, 'and more of them'],
    ['a closed one of no kind', `All ${mark('the words between')} stay`, 'the words between'],
    ['a kind with words behind it', cut('i', 'words after the sign'), 'words after the sign'],
  ] as const;

  test.each(texts)('%s', (_name, text, words) => {
    for (const role of ['user', 'assistant', 'system']) {
      expect(textBy(role, text)).toContain(words);
      expect(hasMarks(textBy(role, text))).toBe(false);
    }
    expect(withoutMarks(text)).toContain(words);
  });

  test('one that the end of the text cut off goes, wherever it was cut', () => {
    const whole = mark('cite', 'turn0search0', 'turn12news3');
    for (let at = whole.indexOf('\ue202'); at < whole.length; at++)
      expect(textBy('assistant', `The tide. ${whole.slice(0, at)}`)).toBe('The tide. ');
  });

  test('what a person wrote in the form of one stays, but for names of sources', () => {
    expect(textBy('user', `A ${mark('video', 'title of a film')} b`)).toBe('A video title of a film b');
    expect(textBy('user', `A ${mark('cite', 'turn0search0')}b`)).toBe('A b');
  });
});

test('what references say without a source of their own is readable', () => {
  const references = [
    'a reference that is words',
    { matched_text: null, alt: 'words without a type' },
    { matched_text: 'The tide', start_idx: 0, type: 'hidden', prompt_text: 'words for the model' },
    { matched_text: 'nowhere', type: 'alt_text', alt: 'words without a place' },
  ];
  const metadata = { content_references: references };
  const draft = draftOf(readChain([message('m', 'assistant', 'The tide turns.', { metadata })]), 'm');
  expect(textOf(draft)).toBe('The tide turns.');
  const parts = JSON.stringify(partsOf(draft));
  for (const words of [
    'a reference that is words',
    'words without a type',
    'words for the model',
    'words without a place',
  ])
    expect(parts).toContain(words);
});

describe('in time that grows with the text alone', () => {
  const within = (work: () => unknown): void => {
    const begun = performance.now();
    work();
    expect(performance.now() - begun).toBeLessThan(2_000);
  };

  test('marks with many arguments, and marks that never end', () => {
    const names = Array.from({ length: 50_000 }, (_, i) => `turn0search${i}`);
    for (const text of [
      `${mark('cite', ...names)} end`,
      `${cut('cite', ...names)} end`,
      cut('cite').repeat(100_000),
      `\ue200${'\ue202'.repeat(200_000)} x`,
    ])
      within(() => [marksIn(text), straysIn(text), withoutMarks(text)]);
  });

  test('sixty thousand references to different marks and words, at places that are not theirs', () => {
    const marks = Array.from({ length: 60_000 }, (_, i) =>
      i % 2 ? mark('cite', `turn0search${i}`) : `【${i}†source】`,
    );
    const text = marks.join(' and ');
    within(() => {
      const named = marks.map((each) => ({ text: each, at: 1 }));
      const locate = locator(text, named);
      const astray = named.filter((one) => !text.startsWith(one.text, locate(one)?.start ?? text.length));
      expect(astray).toEqual([]);
    });
  });

  test('a day of publication that is no time', () => {
    within(() => expect(published('1T'.repeat(300_000))).toBe('1T'.repeat(300_000)));
    expect(published('2026-06-01T08:00:00+02:00')).toBe('2026-06-01T06:00:00.000Z');
    expect(published('2026-06-01')).toBe('2026-06-01');
  });

  test('sixty thousand references to the same words, each in the nearest place that is free', () => {
    const text = 'ab'.repeat(60_000);
    const named = Array.from({ length: 60_000 }, () => ({ text: 'ab', at: 60_001 }));
    within(() => {
      const locate = locator(text, named);
      const found = named.map((one) => locate(one)?.start);
      expect(found.slice(0, 4)).toEqual([60_000, 60_002, 59_998, 60_004]);
      expect(new Set(found).size).toBe(60_000);
      expect(locate({ text: 'ab', at: 0 })).toMatchObject({ start: 0 }); // stands where it says
      expect(locate({ text: 'ab', at: 1 })).toBeNull();
    });
  });
});
