import { type CountryCode, findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import type { Found } from './kinds';

/** Digits as people write them: with spaces, dashes, dots, slashes and brackets between. */
const WRITTEN = /[+(]?\d(?:[\s()./\u00a0\u2010-\u2013-]{0,3}\d){6,18}/g;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Phone numbers in a text: those that begin with a plus, and with a country also those written as people there write them.
 * A plain row of digits is none: it may be any number.
 */
export function phonesIn(text: string, country: string | null): Found[] {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  return Array.from(text.matchAll(WRITTEN), ({ 0: run, index }) => ({ run, before: text[index - 1] ?? ' ' })).flatMap(
    ({ run, before }) => {
      if (/[\w.,:/-]/.test(before) || !(run.startsWith('+') || (home && /[\s()/-]/.test(run)))) return [];
      return findPhoneNumbersInText(run, home ? { defaultCountry: home } : {}).map(
        ({ number, startsAt, endsAt }): Found => ({
          kind: 'phone',
          value: run.slice(startsAt, endsAt),
          key: number.number,
        }),
      );
    },
  );
}

/** How many digits the cards of each brand have, by what they begin with. */
const BRANDS: readonly (readonly [begins: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^3(?:[68]|0[0-5])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 17, 18, 19]],
];

/** The check digit of cards. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]?\d)/g;

/** Payment cards in a text: of a brand's length and beginning, with the right check digit. */
export const cardsIn = (text: string): Found[] =>
  Array.from(text.matchAll(CARD), ([value]): Found => ({ kind: 'card', value, key: digitsOf(value) })).filter(
    ({ key }) =>
      BRANDS.some(([begins, lengths]) => begins.test(key) && lengths.includes(key.length)) && passesLuhn(key),
  );
