import { append } from '../lib/append';
import { looseText, utf8 } from '../lib/bytes';
import { parseJson, pointerStep, pointerSteps } from '../lib/json';
import { indexOr, isBlank, MARKS, newSkimmer, type Skimmer, skimString, skimValue } from './skim';

/** Where a value stands in the bytes of a JSON text. `place` is the pattern it matched. */
export interface Found {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
  readonly place: string;
}

const BACKSLASH = 0x5c;
const MARK = [0xef, 0xbb, 0xbf];

/** A position in the bytes of a valid JSON text, outside of strings. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly state: Skimmer;
  at: number;
}

/** The byte order mark is no part of the JSON text. */
const cursorOn = (bytes: Uint8Array): Cursor => ({
  bytes,
  state: newSkimmer(),
  at: MARK.every((byte, i) => bytes[i] === byte) ? MARK.length : 0,
});

/** Moves to the comma or the bracket after a value, or to the end. */
function skipValue(cursor: Cursor): void {
  cursor.state.depth = 0;
  cursor.at = skimValue(cursor.state, cursor.bytes, cursor.at);
}

function skipBlank(cursor: Cursor): void {
  while (cursor.at < cursor.bytes.length && isBlank(cursor.bytes[cursor.at] ?? 0)) cursor.at++;
}

const isClosing = (byte: number | undefined): boolean => byte === MARKS.close || byte === MARKS.closeList;
const isOpening = (byte: number | undefined): boolean => byte === MARKS.open || byte === MARKS.openList;

/** Where a member's key stands, without its quotes; of an item of a list, its number. */
interface Key {
  start: number;
  end: number;
  index: number;
}

/** Moves past a member's key and its colon. */
function passKey(cursor: Cursor, key: Key): void {
  const { bytes, state } = cursor;
  key.start = cursor.at + 1;
  const after = skimString(state, bytes, key.start);
  key.end = after - 1;
  cursor.at = indexOr(bytes, MARKS.colon, after) + 1;
}

/** The text of a key. Most are short and plain: a decoder costs more than they do. */
function textOfKey(bytes: Uint8Array, { start, end, index }: Key): string {
  if (index >= 0) return String(index);
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH || byte > 0x7e || at - start > 64) return decodedKey(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

function decodedKey(bytes: Uint8Array): string {
  const text = looseText(bytes);
  return text.includes('\\') ? String(parseJson(`"${text}"`)) : text;
}

/** Visits the children of the list or object that the cursor stands on. `visit` moves the cursor past the value. */
function children(cursor: Cursor, visit: (key: Key) => void): void {
  const { bytes } = cursor;
  const list = bytes[cursor.at] === MARKS.openList;
  const key: Key = { start: 0, end: 0, index: -1 };
  cursor.at++;
  for (let index = 0; ; index++) {
    skipBlank(cursor);
    const before = cursor.at;
    if (before >= bytes.length || isClosing(bytes[before])) break;
    if (list) key.index = index;
    else passKey(cursor, key);
    skipBlank(cursor);
    visit(key);
    skipBlank(cursor);
    if (bytes[cursor.at] === MARKS.comma) cursor.at++;
    if (cursor.at === before) break; // no valid JSON; never stand still
  }
  cursor.at++;
}

/** Places as a tree of steps. `*` stands for any member. */
interface Step {
  readonly next: Named[];
  any: Step | null;
  readonly places: string[];
}

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly step: Step;
}

const newStep = (): Step => ({ next: [], any: null, places: [] });

function growSteps(places: readonly string[]): Step {
  const root = newStep();
  for (const place of places) {
    let step = root;
    for (const name of pointerSteps(place)) step = name === '*' ? anyAfter(step) : nextAfter(step, name);
    step.places.push(place);
  }
  return root;
}

function anyAfter(step: Step): Step {
  step.any ??= newStep();
  return step.any;
}

function nextAfter({ next }: Step, name: string): Step {
  const known = next.find((each) => each.name === name);
  if (known) return known.step;
  const step = newStep();
  next.push({ name, bytes: utf8(name), step });
  return step;
}

const leadsOn = (step: Step): boolean => step.any !== null || step.next.length > 0;

/** True if a key is that name: by its bytes, since most keys are none that is looked for, unless it is written with escapes. */
function isNamed(bytes: Uint8Array, key: Key, { name, bytes: wanted }: Named): boolean {
  if (key.index >= 0) return name === String(key.index);
  const length = key.end - key.start;
  if (length === wanted.length) {
    let same = 0;
    while (same < length && bytes[key.start + same] === wanted[same]) same++;
    if (same === length) return true;
  }
  return bytes.subarray(key.start, key.end).includes(BACKSLASH) && textOfKey(bytes, key) === name;
}

/** The steps that a key leads to: hardly ever more than one, and mostly none. */
function stepsAfter(bytes: Uint8Array, steps: readonly Step[], key: Key): readonly Step[] {
  let alive = NO_STEPS;
  for (const { next, any } of steps) {
    const named = next.find((each) => isNamed(bytes, key, each));
    if (named) alive = [...alive, named.step];
    if (any) alive = [...alive, any];
  }
  return alive;
}

const NO_STEPS: readonly Step[] = [];

/**
 * Finds the values at the given places (JSON Pointers with `*` for any member) in the bytes of a valid JSON text, in
 * the order they stand there; a value is found once for each place that it is at. Looks at each byte at most twice and
 * decodes only the keys on the way to a place. Of a member that is there twice, both values are found.
 */
export function scan(bytes: Uint8Array, places: readonly string[]): Found[] {
  const found: Found[] = [];
  const cursor = cursorOn(bytes);
  const value = (pointer: string, steps: readonly Step[]): void => {
    const start = cursor.at;
    const here = steps.flatMap((step) => step.places).map((place) => ({ pointer, start, end: start, place }));
    append(found, here);
    const deeper = steps.filter(leadsOn);
    if (deeper.length > 0 && isOpening(bytes[start])) children(cursor, (key) => child(pointer, key, deeper));
    else skipValue(cursor);
    for (const each of here) each.end = trimmed(bytes, start, cursor.at);
  };
  const child = (parent: string, key: Key, steps: readonly Step[]): void => {
    const alive = stepsAfter(bytes, steps, key);
    if (alive.length > 0) value(`${parent}/${pointerStep(textOfKey(bytes, key))}`, alive);
    else skipValue(cursor);
  };
  skipBlank(cursor);
  value('', [growSteps(places)]);
  return found;
}

/** The end of a value without the blanks after it. */
function trimmed(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && isBlank(bytes[last - 1] ?? 0)) last--;
  return last;
}

/** Cuts lie where places say, and those are short. */
const DEEPEST_CUT = 40;

/**
 * The pointers of values of which it is known where they begin and end, in ascending order and not inside one another:
 * for bytes that were cut before. Gives them by their beginning; what is no value of the text has none.
 */
export function pointersAt(
  bytes: Uint8Array,
  ranges: readonly { readonly start: number; readonly end: number }[],
): Map<number, string> {
  const pointers = new Map<number, string>();
  const cursor = cursorOn(bytes);
  let next = 0;
  /** The range that begins here or inside a value that ends there. */
  const within = (start: number, end: number): { readonly start: number; readonly end: number } | null => {
    while ((ranges[next]?.start ?? end) < start) next++;
    const range = ranges[next];
    return range && range.start < end ? range : null;
  };
  const value = (pointer: string, depth: number): void => {
    const start = cursor.at;
    skipValue(cursor);
    const range = within(start, cursor.at);
    if (!range) return;
    if (range.start === start && range.end === trimmed(bytes, start, cursor.at)) pointers.set(start, pointer);
    else if (depth < DEEPEST_CUT && isOpening(bytes[start])) {
      cursor.at = start;
      children(cursor, (key) => value(`${pointer}/${pointerStep(textOfKey(bytes, key))}`, depth + 1));
    }
  };
  skipBlank(cursor);
  value('', 0);
  return pointers;
}
