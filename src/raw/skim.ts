// Moving through the bytes of a JSON text without parsing it: brackets, strings and commas are all that is looked at.

const QUOTE = 0x22;
const SLASH = 0x5c;
const BLANK = 0x20;

/** The bytes that a JSON text is built of, besides its strings and scalars. */
export const MARKS = {
  quote: QUOTE,
  open: 0x7b,
  close: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
  colon: 0x3a,
  comma: 0x2c,
} as const;

export const isBlank = (byte: number): boolean => byte <= BLANK;

/** Where in a value we are. It goes on from one chunk to the next. */
export interface Skimmer {
  inString: boolean;
  /** The next byte is escaped. */
  escaped: boolean;
  /** How deep inside the value at hand. */
  depth: number;
}

/** At the beginning of a chunk, before a value. */
export const newSkimmer = (): Skimmer => ({ inString: false, escaped: false, depth: 0 });

/** Where a byte stands at or after an index, or the length. */
export function indexOr(bytes: Uint8Array, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}

/** Most strings are short: to ask the platform where they end takes longer than to look. */
const SHORT = 24;

/** Inside a string: gives the index past its closing quote, or the chunk's end. */
export function skimString(state: Skimmer, chunk: Uint8Array, from: number): number {
  const end = state.escaped ? from : Math.min(from + SHORT, chunk.length);
  for (let at = from; at < end; at++) {
    const byte = chunk[at];
    if (byte === SLASH) break;
    if (byte === QUOTE) {
      state.inString = false;
      return at + 1;
    }
  }
  return skimLongString(state, chunk, from);
}

/**
 * A quote closes a string where an even number of backslashes stands before it: they are counted backwards from the few
 * quotes, never looked for, since prose is full of line breaks that begin with one.
 */
function skimLongString(state: Skimmer, chunk: Uint8Array, from: number): number {
  const first = state.escaped ? from + 1 : from;
  for (let at = first; ; ) {
    const quote = indexOr(chunk, QUOTE, at);
    let run = quote;
    while (run > first && chunk[run - 1] === SLASH) run--;
    const isEscaped = (quote - run) % 2 === 1;
    state.inString = isEscaped || quote >= chunk.length;
    state.escaped = quote >= chunk.length && (isEscaped || first > chunk.length);
    if (quote >= chunk.length) return chunk.length;
    if (!isEscaped) return quote + 1;
    at = quote + 1;
  }
}

const [INERT, DEEPER, HIGHER, STRING] = [0, 1, 2, 3];

/** What a byte outside of strings means. A comma is a bracket of no depth: it ends a value, and is nothing inside one. */
const ROLE = new Uint8Array(256);
ROLE[MARKS.open] = ROLE[MARKS.openList] = DEEPER;
ROLE[MARKS.close] = ROLE[MARKS.closeList] = HIGHER;
ROLE[QUOTE] = STRING;
const COMMA = 4;
ROLE[MARKS.comma] = COMMA;

/** Moves to the comma or bracket after the value at hand, or to the chunk's end. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the one loop that sees every byte outside of strings: split up, it takes as long as parsing
export function skimValue(state: Skimmer, chunk: Uint8Array, from: number): number {
  let at = state.inString ? skimString(state, chunk, from) : from;
  let depth = state.depth;
  for (; at < chunk.length; at++) {
    const role = ROLE[chunk[at] ?? 0] ?? 0;
    if (role === INERT) continue;
    if (role === STRING) {
      state.inString = true;
      at = skimString(state, chunk, at + 1) - 1;
    } else if (role === DEEPER) depth++;
    else if (depth === 0) break;
    else if (role === HIGHER) depth--;
  }
  state.depth = depth;
  return at;
}
