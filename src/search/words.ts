import { folded } from '../lib/fold-text';

/** Longer is no search. */
const LONGEST = 200;
const MOST = 12;

/** What is looked for: words, those between straight or curved quotes together, folded, each once; none for nothing. */
export function wordsIn(query: string): readonly string[] {
  const plain = folded(query.slice(0, LONGEST));
  const words = Array.from(plain.matchAll(/"([^"]+)"|[^\s"]+/g), ({ 0: word, 1: phrase }) => (phrase ?? word).trim());
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MOST);
}

/** Scripts written without spaces, in which one letter is a word. */
const DENSE = /\p{sc=Han}|\p{sc=Hira}|\p{sc=Kana}|\p{sc=Hang}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}/u;

/** Whether texts are worth reading for the words: a single letter is in all of them. */
export const isEnough = (words: readonly string[]): boolean =>
  words.some((word) => word.length > 1 || DENSE.test(word));

/** True if a text holds all words. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const plain = folded(text);
  return words.every((word) => plain.includes(word));
}
