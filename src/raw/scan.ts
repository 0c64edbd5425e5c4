import { looseText } from '../lib/bytes';
import { pointerSteps } from '../lib/json';

/** Where a value stands in the bytes of a JSON text. `place` is the pattern it matched. */
export interface Found {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
  readonly place: string;
}

const QUOTE = 0x22;
const SLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

interface Place {
  readonly text: string;
  readonly steps: readonly string[];
}

/**
 * Finds the values at the given places (JSON Pointers with `*` for any member) in the bytes of a valid JSON text, in
 * the order they stand there. Looks at each byte at most twice and decodes only the keys on the way to a place.
 */
export function scan(bytes: Uint8Array, places: readonly string[]): Found[] {
  const found: Found[] = [];
  let at = 0;
  let slash = bytes.indexOf(SLASH);
  if (slash < 0) slash = bytes.length;

  /** Goes from an opening quote to just past the closing one. */
  const skipString = (): void => {
    at++;
    for (;;) {
      const next = bytes.indexOf(QUOTE, at);
      const quote = next < 0 ? bytes.length : next;
      // the next backslash is remembered, since most strings have none and to look for it in each would read on to the end
      if (slash < at) slash = nextSlash(bytes, at);
      if (slash >= quote) {
        at = quote + 1;
        return;
      }
      at = slash + 2;
    }
  };

  const skipValue = (): void => {
    let depth = 0;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        skipString();
        at--;
      } else if (byte === OPEN || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (depth === 0) return;
        depth--;
      } else if (byte === COMMA && depth === 0) return;
    }
  };

  const skipBlank = (): void => {
    while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++;
  };

  const children = (pointer: string, depth: number, alive: readonly Place[]): void => {
    const list = bytes[at] === OPEN_LIST;
    const close = list ? CLOSE_LIST : CLOSE;
    at++;
    for (let index = 0; ; index++) {
      skipBlank();
      if (at >= bytes.length || bytes[at] === close) {
        at++;
        return;
      }
      const key = list ? String(index) : readKey();
      const matching = alive.filter((place) => place.steps[depth] === '*' || place.steps[depth] === key);
      value(`${pointer}/${escapeStep(key)}`, depth + 1, matching);
      skipBlank();
      if (bytes[at] === COMMA) at++;
    }
  };

  const readKey = (): string => {
    const start = at;
    skipString();
    const raw = looseText(bytes.subarray(start, at));
    while (at < bytes.length && bytes[at] !== COLON) at++;
    at++;
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
  };

  const value = (pointer: string, depth: number, alive: readonly Place[]): void => {
    skipBlank();
    const start = at;
    const here = alive.find((place) => place.steps.length === depth);
    const deeper = alive.filter((place) => place.steps.length > depth);
    const slot = here ? found.push({ pointer, start, end: start, place: here.text }) - 1 : -1;
    if (deeper.length > 0 && (bytes[at] === OPEN || bytes[at] === OPEN_LIST)) children(pointer, depth, deeper);
    else skipValue();
    if (here) found[slot] = { pointer, start, end: trimmed(bytes, start, at), place: here.text };
  };

  if (bytes[0] === 0xef) at = 3; // a byte order mark
  value(
    '',
    0,
    places.map((text) => ({ text, steps: pointerSteps(text) })),
  );
  return found;
}

function nextSlash(bytes: Uint8Array, from: number): number {
  const next = bytes.indexOf(SLASH, from);
  return next < 0 ? bytes.length : next;
}

/** The end of a value without the blanks after it. */
function trimmed(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && (bytes[last - 1] ?? 0) <= 0x20) last--;
  return last;
}

const escapeStep = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
