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

/** What belongs to the character before it: marks, what joins, and what changes its look. */
const CONTINUES = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\udc00-\udfff])/u;
/** A joiner, or one of the signs that bind two letters of an Indic script. */
const JOINS = /[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]$/;
/** Letters of flags, of which two are one. */
const HALF_FLAG = /(?<![\u{1f1e6}-\u{1f1ff}])(?:[\u{1f1e6}-\u{1f1ff}]{2})*[\u{1f1e6}-\u{1f1ff}]$/u;
const FLAG_LETTER = /^[\u{1f1e6}-\u{1f1ff}]/u;

/** No character that people write is longer; in UTF-16. */
const LONGEST_CHARACTER = 64;

/** True where a cut would be inside a character as people see it. By fixed rules: browsers' own tables differ. */
function isInside(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_CHARACTER), at);
  const after = text.slice(at, at + 2);
  return CONTINUES.test(after) || JOINS.test(before) || (FLAG_LETTER.test(after) && HALF_FLAG.test(before));
}

/** The last place up to a limit at which a text may be cut. */
function cutBefore(text: string, limit: number): number {
  for (let at = limit; at > Math.max(0, limit - LONGEST_CHARACTER); at--) if (!isInside(text, at)) return at;
  return /[\ud800-\udbff]$/.test(text.slice(0, limit)) ? limit - 1 : limit;
}

/** A text on one line, at most so many characters, never cut inside one. */
export function clipped(text: string, limit: number): string {
  // what is far beyond the limit need not be looked at
  const line = shownName(text.slice(0, limit * 8));
  if (line.length <= limit && text.length <= limit * 8) return line;
  return `${line.slice(0, cutBefore(line, limit)).trimEnd()} …`;
}
