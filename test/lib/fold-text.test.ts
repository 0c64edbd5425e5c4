import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, foldedWithPlaces } from '../../src/lib/fold-text';

describe('a text as it is compared in a search', () => {
  test.each([
    ['Skerry HARBOUR', 'skerry harbour'],
    ['Ångström, naïve, Čapek, Ελλάδα, ёлка', 'angstrom, naive, capek, ελλαδα, елка'],
    ['A\u030angstro\u0308m', 'angstrom'],
    ['İstanbul IRMAK ırmak', 'istanbul irmak irmak'],
    ['Straße STRASSE', 'strasse strasse'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ｆｕｌｌ ｗｉｄｔｈ ﬁne', 'full width fine'],
    ['Smørrebrød, Łódź, œuvre', 'smorrebrod, lodz, oeuvre'],
    ['don’t — “so”', 'don\'t - "so"'],
    ['soft\u00adhy\u200bphen', 'softhyphen'],
    ['a\nb\tc\u00a0d', 'a b c d'],
    ['潮汐表', '潮汐表'],
    ['שָׁלוֹם مُحَمَّد', 'שלום محمد'],
  ])('%j is %j', (text, plain) => {
    expect(folded(text)).toBe(plain);
  });

  test('letters that only look like an accented other stay themselves', () => {
    expect(folded('が')).not.toContain('か');
    expect(folded('한')).not.toContain('하');
    expect(folded('कि')).not.toBe(folded('के'));
  });

  test('half a surrogate pair is no trouble', () => {
    expect(folded('é\ud800')).toBe('e\ufffd');
  });

  test('folding what is folded changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
      }),
    );
  });
});

describe('places of a folded text', () => {
  test.each([
    ['the Straße to Łódź', 'lodz', 'Łódź'],
    ['A\u030angstro\u0308m: naïve', 'naive', 'naïve'],
    ['emoji 👩‍👩‍👧 then Été', 'ete', 'Été'],
    ['明日の潮汐表です', '潮汐表', '潮汐表'],
    ['plain\nwords', 'words', 'words'],
  ])('in %j, %j is found as %j', (text, word, there) => {
    const { folded: plain, placeOf } = foldedWithPlaces(text);
    const at = plain.indexOf(word);
    expect(text.slice(placeOf(at), placeOf(at + word.length))).toBe(there);
  });

  test('are in order and inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { folded: plain, placeOf } = foldedWithPlaces(text);
        const all = Array.from({ length: plain.length + 1 }, (_, at) => placeOf(at));
        expect(all).toEqual(all.toSorted((a, b) => a - b));
        expect(all.at(-1)).toBe(text.length);
      }),
    );
  });
});
