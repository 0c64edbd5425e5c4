// Some sites mark places in their texts with code points of the private use area. They are written as escapes here:
// typed literally they cannot be seen and are easily destroyed.
const MARKS = /\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue2ff]/g;
const ANY = /[\ue200-\ue2ff]/;

/** A text without a site's marks. They stay in the log and in the kept bytes. */
export const withoutMarks = (text: string): string => (ANY.test(text) ? text.replace(MARKS, '') : text);

/** Where marks stand in a text, in order, in UTF-16. */
export const markSpans = (text: string): { readonly start: number; readonly end: number }[] =>
  Array.from(text.matchAll(MARKS), ({ 0: mark, index }) => ({ start: index, end: index + mark.length }));

// What cannot be seen, or turns the direction of what follows. Joiners (U+200C, U+200D) and direction marks (U+200E,
// U+200F) belong to scripts and emoji, and change nothing beyond themselves.
const INVISIBLE =
  /\p{Cc}|\p{Co}|\p{Cs}|\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|\u200b|[\u2028-\u202e]|[\u2060-\u206f]|\u3164|\ufeff|\uffa0|[\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** Tags that spell letters nobody sees, marks that turn the direction, and blanks without width. Those of a flag are seen. */
const UNSEEN = /[\u{e0000}-\u{e007f}]|[\u202a-\u202e\u2066-\u2069]|[\u200b\u2060\ufeff]/gu;
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;

/** How many characters of a text are there and not seen. */
export const unseenIn = (text: string): number => text.replace(FLAG, '').match(UNSEEN)?.length ?? 0;

const codePoint = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text in which everything can be seen, on one line: what steers, hides or turns stands there by its number. */
export const visible = (text: string): string => text.toWellFormed().replace(INVISIBLE, codePoint);

/** A name or title on one line, in which everything can be seen. */
export function shownName(name: string): string {
  const line = withoutMarks(name.toWellFormed())
    .replace(/[\t\n\r\f\v\u0085\u2028\u2029 ]+/g, ' ')
    .trim();
  return visible(line);
}

/** The first of some names in which there is something to see; null: there is none. */
export const seenName = (...names: readonly (string | null | undefined)[]): string | null =>
  names.find((name) => typeof name === 'string' && /[\p{L}\p{N}\p{P}\p{S}]/u.test(shownName(name))) ?? null;

/** A text on one line, at most so many characters, never cut inside one. */
export function clipped(text: string, limit: number): string {
  // what is far beyond the limit need not be looked at
  const line = shownName(text.slice(0, limit * 8));
  if (line.length <= limit && text.length <= limit * 8) return line;
  const cut = line.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()} …`;
}
