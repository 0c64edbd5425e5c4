import { countBelow, fromCodePoints } from '../kit/offsets';

/*
 * The marks of the site's texts stand in the private use area: U+E200 kind U+E202 argument … U+E201, and U+E203 …
 * U+E204 around a statement that is highlighted. Older answers have 【7†source】 instead. All code points are written
 * as escapes here: typed literally they are invisible and easily destroyed.
 */
const MARK = /\ue200([^\ue200\ue201]*)\ue201/g;
const CUT_OFF = /\ue200[a-z_]*(?:\ue202[^\ue200\ue201\n]*)*$/;
const STRAY = /[\ue200-\ue20f]/g;
const ANY = /[\ue200-\ue20f]/;
const OLD_MARK = /【[^【】]*】/g;
const NUMBERED = /^【\d+†[^】]*】$/;

/** A mark in a text, with its kind and arguments. Offsets in UTF-16. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly args: readonly string[];
}

export const hasMarks = (text: string): boolean => ANY.test(text);

/** The whole marks of a text, in order. */
export const marksIn = (text: string): Mark[] =>
  Array.from(text.matchAll(MARK), ({ 0: whole, 1: inside = '', index }) => ({
    start: index,
    end: index + whole.length,
    args: inside.split('\ue202'),
  }));

/** What is left of marks when the whole ones are gone: code points alone, and a mark that the end of the text cut off. */
export function straysIn(text: string): { start: number; end: number }[] {
  const cut = CUT_OFF.exec(text);
  const strays = Array.from(text.matchAll(STRAY), ({ index }) => ({ start: index, end: index + 1 }));
  return cut ? [...strays, { start: cut.index, end: text.length }] : strays;
}

/** Marks of the older kind that name a source by its number. */
export const oldMarksIn = (text: string): Mark[] =>
  Array.from(text.matchAll(OLD_MARK), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
    args: [whole.slice(1, -1)],
  })).filter(({ start, end }) => NUMBERED.test(text.slice(start, end)));

/** True for a text that is a mark of either kind: only such a text is taken out. */
export const isMark = (text: string): boolean => ANY.test(text) || /^【[^【】]*】$/.test(text);

/** A text without marks of the newer kind: for texts that have no references of their own. */
export const withoutMarks = (text: string): string =>
  ANY.test(text) ? text.replace(MARK, '').replace(CUT_OFF, '').replace(STRAY, '') : text;

/** The statement highlighted just before a place, or null: the claim that the mark standing there supports. */
export function statementsIn(text: string): (place: number) => number | null {
  const ends: number[] = [];
  const starts: number[] = [];
  for (const { index, 0: whole } of text.matchAll(/\ue203[^\ue203\ue204]*\ue204/g)) {
    starts.push(index);
    ends.push(index + whole.length);
  }
  return (place) => {
    const nth = countBelow(ends, place + 1) - 1;
    const end = ends[nth];
    if (end === undefined || place - end > 500) return null;
    const between = text.slice(end, place).replace(MARK, '').trim();
    return between === '' ? (starts[nth] ?? null) : null;
  };
}

export interface Place {
  readonly start: number;
  readonly end: number;
  readonly unit: 'utf16' | 'codepoint';
}

/** Finds where the texts that references name stand: at their offset in either unit, else nearest to it, each once. */
export function locator(text: string, named: readonly { readonly text: string; readonly at: number | null }[]) {
  const toUnits = fromCodePoints(text);
  const stands = (matched: string, at: number): boolean => at >= 0 && text.startsWith(matched, at);
  const votes = named.reduce((sum, { text: matched, at }) => {
    if (at === null || matched.trim() === '' || toUnits(at) === at) return sum;
    return sum + (stands(matched, toUnits(at)) ? 1 : 0) - (stands(matched, at) ? 1 : 0);
  }, 0);
  const taken = new Set<number>();
  const places = new Map<string, number[]>();
  const occurrences = (matched: string): number[] => {
    const known = places.get(matched);
    if (known) return known;
    const found: number[] = [];
    for (let at = text.indexOf(matched); at >= 0; at = text.indexOf(matched, at + matched.length)) found.push(at);
    places.set(matched, found);
    return found;
  };
  const units = votes > 0 ? (['codepoint', 'utf16'] as const) : (['utf16', 'codepoint'] as const);

  /** Null: the text is not there. A blank text is never looked for, it only names a point. */
  return (matched: string, at: number | null): Place | null => {
    if (matched.trim() === '') {
      if (at === null || at < 0) return null;
      const point = Math.min(units[0] === 'codepoint' ? toUnits(at) : at, text.length);
      return { start: point, end: point, unit: units[0] };
    }
    const found = at === null ? null : verified(matched, at);
    const start = found?.start ?? nearest(occurrences(matched), at ?? 0, taken);
    if (start === null) return null;
    taken.add(start);
    return { start, end: start + matched.length, unit: found?.unit ?? units[0] };
  };

  function verified(matched: string, at: number): { start: number; unit: Place['unit'] } | null {
    for (const unit of units) {
      const start = unit === 'codepoint' ? toUnits(at) : at;
      if (stands(matched, start)) return { start, unit };
    }
    return null;
  }
}

function nearest(places: readonly number[], at: number, taken: ReadonlySet<number>): number | null {
  let best: number | null = null;
  for (const place of places)
    if (!taken.has(place) && (best === null || Math.abs(place - at) < Math.abs(best - at))) best = place;
  return best;
}
