import { countBelow, fromCodePoints } from '../kit/offsets';

/*
 * The marks of the site's texts stand in the private use area: U+E200 kind U+E202 argument … U+E201, and U+E203 …
 * U+E204 around a statement that is highlighted. Older answers have 【7†source】 instead. All code points are written
 * as escapes here: typed literally they are invisible and easily destroyed.
 */
const MARK = /\ue200([^\ue200\ue201]*)\ue201/g;
const KINDS =
  'cite|navlist|i|image|image_group|entity|filecite|video|products|product_entity|businesses_map|forecast|finance|genui';
/** What a mark's argument is but for words: a source's name, lines of a file; at a text's end perhaps half of it. */
const REFERENCE = /^(?:turn\d+[a-z_]+\d+|L\d+(?:-L\d+)?|)$/;
const HALF = '(?:t|tu|tur|turn(?:\\d+(?:[a-z_]+\\d*)?)?|L\\d*(?:-L?\\d*)?|)';
const CUT_OFF = new RegExp(`\ue200(?:(?:${KINDS})(?:\ue202${HALF})*)?$`);
const KNOWN = new RegExp(`^(?:${KINDS})$`);
const KIND = /^[a-z_]+$/;
const STRAY = /[\ue200-\ue2ff]/g;
const ANY = /[\ue200-\ue2ff]/;
const OLD_MARK = /【[^【】]*】/g;
const NUMBERED = /^【\d+†[^】]*】$/;

/** A mark in a text, with its kind and arguments. Offsets in UTF-16. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly args: readonly string[];
}

export const hasMarks = (text: string): boolean => ANY.test(text);

/** True for a word that is a kind, or one that may be a kind of its own where arguments follow. Else it is a word. */
const hasForm = ([kind = '', ...args]: readonly string[]): boolean =>
  KNOWN.test(kind) || (args.length > 0 && KIND.test(kind));

/** The whole marks of a text, in order. */
export const marksIn = (text: string): Mark[] =>
  Array.from(text.matchAll(MARK), ({ 0: whole, 1: inside = '', index }) => ({
    start: index,
    end: index + whole.length,
    args: inside.split('\ue202'),
  })).filter(({ args }) => hasForm(args));

/** The arguments of a mark that are words, and no names of sources. */
export const wordsOf = ({ args }: Pick<Mark, 'args'>): string[] =>
  args.slice(1).filter((each) => !REFERENCE.test(each));

/**
 * What is left of marks when the whole ones are gone: code points alone, and a mark that the end of the text cut off.
 * What has not the form of a mark loses its code points alone: its words stay.
 */
export function straysIn(text: string): { start: number; end: number; put: string }[] {
  const strays: { start: number; end: number; put: string }[] = [];
  const whole = new Map(marksIn(text).map(({ start, end }) => [start, end]));
  let over = 0;
  for (const { index } of text.matchAll(STRAY)) {
    if (index < over) continue;
    over = whole.get(index) ?? index;
    if (over === index) strays.push({ start: index, end: index + 1, put: apart(text[index]) });
  }
  const cut = CUT_OFF.exec(text);
  if (cut) strays.push({ start: cut.index, end: text.length, put: '' });
  return strays;
}

/** What stands in the place of a code point alone: what it parted stays apart. */
const apart = (point: string | undefined): string => (point === '\ue202' ? ' ' : '');

/** True if a text holds a mark of the older kind. */
export const hasOldMarks = (text: string): boolean => text.includes('†') && /【\d+†[^【】]*】/.test(text);

/** Marks of the older kind that name a source by its number. */
export const oldMarksIn = (text: string): Mark[] =>
  Array.from(text.matchAll(OLD_MARK), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
    args: [whole.slice(1, -1)],
  })).filter(({ start, end }) => NUMBERED.test(text.slice(start, end)));

/** True for a text that is nothing but marks, of either kind: only such a text is taken out. */
export const isMark = (text: string): boolean =>
  ANY.test(text) ? text.replace(MARK, '').replace(STRAY, '').trim() === '' : /^【[^【】]*】$/.test(text);

/** A text without marks of the newer kind, but with their words: for texts that have no references of their own. */
export const withoutMarks = (text: string): string =>
  ANY.test(text) ? text.replace(MARK, wordsIn).replace(CUT_OFF, '').replace(STRAY, apart) : text;

function wordsIn(whole: string, inside: string): string {
  const args = inside.split('\ue202');
  return hasForm(args) ? wordsOf({ args }).join(' ') : whole;
}

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

interface Named {
  readonly text: string;
  /** Where the site says it begins. */
  readonly at: number | null;
}

/**
 * Finds where the texts that references name stand: at their offset in either unit, else nearest to it, each once. Null:
 * the text is not there. A blank text is never looked for: what it stands for has no place of its own.
 */
export function locator(text: string, named: readonly Named[]): (one: Named) => Place | null {
  const toUnits = fromCodePoints(text);
  const [first, second] = unitsOf(text, named, toUnits);
  const offset = (unit: Place['unit'], at: number): number => (unit === 'codepoint' ? toUnits(at) : at);
  const occurrences = occurrencesIn(text);
  const taken = new Set<number>();

  return ({ text: matched, at }) => {
    if (matched.trim() === '') return null;
    const unit = [first, second].find((each) => at !== null && stands(text, matched, offset(each, at)));
    const start = unit && at !== null ? offset(unit, at) : nearest(occurrences(matched), at ?? 0, taken);
    if (start === null) return null;
    taken.add(start);
    return { start, end: start + matched.length, unit: unit ?? first };
  };
}

const stands = (text: string, matched: string, at: number): boolean => at >= 0 && text.startsWith(matched, at);

/** Whether the site counted code points or UTF-16 units is not known: what fits more of its numbers is tried first. */
function unitsOf(
  text: string,
  named: readonly Named[],
  toUnits: (at: number) => number,
): [Place['unit'], Place['unit']] {
  const votes = named.reduce((sum, { text: matched, at }) => {
    if (at === null || matched.trim() === '' || toUnits(at) === at) return sum;
    return sum + Number(stands(text, matched, toUnits(at))) - Number(stands(text, matched, at));
  }, 0);
  return votes > 0 ? ['codepoint', 'utf16'] : ['utf16', 'codepoint'];
}

/** Where a text stands, and for each place the way to the next free one on either side. */
interface Occurrences {
  readonly places: readonly number[];
  readonly ways: Readonly<Record<-1 | 1, Map<number, number>>>;
}

/** How much text is searched for words that are no marks: of those beyond it no place is known. */
const MOST_SEARCHED = 1_000_000_000;

function occurrencesIn(text: string): (matched: string) => Occurrences {
  const known = new Map<string, Occurrences>();
  const ofMarks = placesOfMarks(text);
  let left = MOST_SEARCHED;
  return (matched) => {
    const before = known.get(matched);
    if (before) return before;
    const isWords = !WHOLE.test(matched);
    if (isWords) left -= text.length;
    const places = !isWords ? (ofMarks().get(matched) ?? []) : left < 0 ? [] : placesOf(text, matched);
    const found = { places, ways: { [-1]: new Map<number, number>(), 1: new Map<number, number>() } };
    known.set(matched, found);
    return found;
  };
}

function placesOf(text: string, matched: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(matched); at >= 0; at = text.indexOf(matched, at + matched.length)) places.push(at);
  return places;
}

const WHOLE = /^(?:\ue200[^\ue200\ue201]*\ue201|【[^【】]*】)$/;

/** Where each mark stands, made when it is asked for: a text may hold as many different ones as it has references. */
function placesOfMarks(text: string): () => ReadonlyMap<string, number[]> {
  let made: Map<string, number[]> | null = null;
  return () => {
    if (made) return made;
    made = new Map();
    for (const pattern of [MARK, OLD_MARK])
      for (const { 0: whole, index } of text.matchAll(pattern)) {
        const same = made.get(whole);
        if (same) same.push(index);
        else made.set(whole, [index]);
      }
    return made;
  };
}

function nearest({ places, ways }: Occurrences, at: number, taken: ReadonlySet<number>): number | null {
  const free = (from: number, step: -1 | 1): number | null => {
    let nth = from;
    const passed: number[] = [];
    for (let place = places[nth]; place !== undefined && taken.has(place); place = places[nth]) {
      passed.push(nth);
      nth = ways[step].get(nth) ?? nth + step;
    }
    for (const each of passed) ways[step].set(each, nth); // nobody walks here twice
    return places[nth] ?? null;
  };
  const next = countBelow(places, at);
  const [below, above] = [free(next - 1, -1), free(next, 1)];
  if (below === null || above === null) return below ?? above;
  return at - below <= above - at ? below : above;
}
