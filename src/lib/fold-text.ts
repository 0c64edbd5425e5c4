// What two spellings of one word may differ in. Vowel signs of other scripts are letters, and stay.
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
const SPACE = /\s/g;
const OTHER = /[\u0080-\uffff]/;

/** Letters and marks that no decomposition turns into what is typed for them. */
const TYPED: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
};
const TYPED_FOR = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g');

/**
 * A text as it is compared in a search: the same for capitals and small letters (of any language: both Turkish i's, ß and
 * ss, both sigmas), with and without accents, in full and half width, with curved and straight quotes. Every space, line
 * breaks included, is a space.
 */
export function folded(text: string): string {
  if (!OTHER.test(text)) return text.toLowerCase().replace(SPACE, ' ');
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(IGNORED, '')
    .toUpperCase() // what has one capital has one small letter: ı and i, ſ and s, ß and ss
    .toLowerCase()
    .replace(TYPED_FOR, (each) => TYPED[each] ?? each)
    .normalize('NFC')
    .replace(SPACE, ' ');
}

/** A letter with what belongs to it: what `folded` looks at together. */
const LETTER = /[\u1100-\u115f][\u1160-\u11a7]*[\u11a8-\u11ff]*|\P{M}\p{M}*|\p{M}+/gsu;

/** A folded text that knows where it comes from. */
export interface FoldedText {
  readonly folded: string;
  /** Where in the text itself a place (UTF-16) of the folded one lies: at the letter that it comes from. */
  readonly placeOf: (at: number) => number;
}

/** Folds a text letter by letter: slower than `folded`, for the few texts of which a place is to be shown. */
export function foldedWithPlaces(text: string): FoldedText {
  if (!OTHER.test(text)) return { folded: folded(text), placeOf: (at) => Math.min(Math.max(at, 0), text.length) };
  const places: number[] = [];
  let whole = '';
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    whole += folded(letter);
    while (places.length < whole.length) places.push(index);
  }
  return { folded: whole, placeOf: (at) => (at < 0 ? 0 : (places[at] ?? text.length)) };
}
