import { parseJson } from '../lib/json';
import { isBlank, MARKS, newSkimmer, type Skimmer, skimString, skimValue } from './skim';

/** A stretch of a JSON text: an element of its list, with where it began, or bytes outside of them. */
export type Stretch =
  | { readonly kind: 'element'; readonly bytes: Uint8Array<ArrayBuffer>; readonly offset: number }
  | { readonly kind: 'between'; readonly bytes: Uint8Array };

/** `whole`: the text ended where it should. `cut`: it is cut off. `no-list`: it has no such list. */
export type SplitEnd = 'whole' | 'cut' | 'no-list';

const LONGEST_KEY = 200;
const FIRST_BUFFER = 1 << 16;

/** Blanks, and the bytes of a byte order mark. */
const isBefore = (byte: number): boolean => isBlank(byte) || byte === 0xef || byte === 0xbb || byte === 0xbf;

type Phase = 'start' | 'members' | 'key' | 'value' | 'skip' | 'list' | 'element' | 'done' | 'no-list';

interface Splitter extends Skimmer {
  phase: Phase;
  /** Whether the list was met: a second one is not split. */
  met: boolean;
  /** The root is an object, and these are its members whose list is looked for. */
  inObject: boolean;
  readonly members: readonly string[];
  key: number[];
  /** Bytes of earlier chunks. */
  base: number;
  offset: number;
  /** The element at hand as far as it has come: one buffer for all of them, that only grows. */
  buffer: Uint8Array<ArrayBuffer>;
  length: number;
  readonly out: Stretch[];
}

/** Each phase looks at a chunk from an index on, and says how far it came. */
const PHASES: Readonly<Record<Phase, (state: Splitter, chunk: Uint8Array, at: number) => number>> = {
  start(state, chunk, at) {
    const byte = chunk[at] ?? 0;
    if (isBefore(byte)) return at + 1;
    if (byte === MARKS.openList) state.phase = 'list';
    else state.phase = byte === MARKS.open ? 'members' : 'no-list';
    state.inObject = byte === MARKS.open;
    state.met = byte === MARKS.openList;
    return at + 1;
  },
  members(state, chunk, at) {
    const byte = chunk[at] ?? 0;
    if (byte === MARKS.quote) {
      state.phase = 'key';
      state.key = [];
      state.inString = true;
    } else if (byte === MARKS.close) state.phase = 'done';
    return at + 1;
  },
  key(state, chunk, at) {
    const end = skimString(state, chunk, at);
    for (let i = at; i < end && state.key.length <= LONGEST_KEY; i++) state.key.push(chunk[i] ?? 0);
    if (!state.inString) state.phase = 'value';
    return end;
  },
  value(state, chunk, at) {
    const byte = chunk[at] ?? 0;
    if (isBlank(byte) || byte === MARKS.colon) return at + 1;
    if (byte === MARKS.openList && !state.met && isWanted(state)) {
      state.phase = 'list';
      state.met = true;
      return at + 1;
    }
    state.phase = 'skip';
    state.depth = 0;
    return at;
  },
  skip(state, chunk, at) {
    const end = skimValue(state, chunk, at);
    if (end < chunk.length) state.phase = 'members';
    return end;
  },
  list(state, chunk, at) {
    const byte = chunk[at] ?? 0;
    if (byte === MARKS.closeList) state.phase = state.inObject ? 'members' : 'done';
    else if (!isBlank(byte) && byte !== MARKS.comma && byte !== MARKS.close) {
      state.phase = 'element'; // what begins here is no bracket that closes: an element moves on by a byte at least
      state.depth = 0;
      state.offset = state.base + at;
      state.length = 0;
      return at;
    }
    return at + 1;
  },
  element(state, chunk, at) {
    const end = skimValue(state, chunk, at);
    append(state, chunk.subarray(at, end));
    if (end < chunk.length) {
      state.phase = 'list';
      finishElement(state);
    }
    return end;
  },
  done: (_state, chunk) => chunk.length,
  'no-list': (_state, chunk) => chunk.length,
};

function isWanted({ key, members }: Splitter): boolean {
  const text = parseJson(`"${new TextDecoder().decode(new Uint8Array(key))}`); // the closing quote is in it
  return typeof text === 'string' && members.includes(text);
}

function append(state: Splitter, bytes: Uint8Array): void {
  const length = state.length + bytes.length;
  if (length > state.buffer.length) {
    const larger = new Uint8Array(Math.max(length, 2 * state.buffer.length));
    larger.set(state.buffer.subarray(0, state.length));
    state.buffer = larger;
  }
  state.buffer.set(bytes, state.length);
  state.length = length;
}

/** Blanks after an element are none of it. */
function finishElement({ buffer, length, offset, out }: Splitter): void {
  let end = length;
  while (end > 0 && isBlank(buffer[end - 1] ?? 0)) end--;
  out.push({ kind: 'element', bytes: buffer.subarray(0, end), offset });
  if (end < length) out.push({ kind: 'between', bytes: buffer.subarray(end, length) });
}

/** Goes through a chunk, and gives each stretch before it goes on. */
function* feed(state: Splitter, chunk: Uint8Array): Generator<Stretch> {
  let at = 0;
  let from = 0;
  while (at < chunk.length) {
    const { phase } = state;
    const next = PHASES[phase](state, chunk, at);
    if (phase !== 'element' && state.phase === 'element') between(state, chunk, from, next);
    if (phase === 'element') from = next;
    at = next;
    yield* state.out.splice(0);
  }
  if (state.phase !== 'element') between(state, chunk, from, at);
  state.base += chunk.length;
  yield* state.out.splice(0);
}

function between({ out }: Splitter, chunk: Uint8Array, from: number, to: number): void {
  if (from < to) out.push({ kind: 'between', bytes: chunk.subarray(from, to) });
}

/**
 * Splits a JSON text that comes in chunks into the elements of its list (the root's own, or that of the first named
 * member of the root) and the bytes between them: in order, and all of them. Holds no more than one element and one
 * chunk. It looks at brackets and strings only: whether an element is JSON is for whoever parses it.
 * The bytes are views of what is used again: copy what you keep before the next is asked for.
 */
export async function* split(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  members: readonly string[],
): AsyncGenerator<Stretch, SplitEnd> {
  const state: Splitter = {
    phase: 'start',
    met: false,
    inObject: false,
    members,
    key: [],
    base: 0,
    offset: 0,
    buffer: new Uint8Array(FIRST_BUFFER),
    length: 0,
    out: [],
    ...newSkimmer(),
  };
  for await (const chunk of chunks) yield* feed(state, chunk);
  if (state.phase === 'element') yield { kind: 'between', bytes: state.buffer.subarray(0, state.length) };
  if (state.phase === 'no-list' || state.phase === 'start' || (state.phase === 'done' && !state.met)) return 'no-list';
  return state.phase === 'done' ? 'whole' : 'cut';
}
