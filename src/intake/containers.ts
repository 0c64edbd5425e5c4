import { findBytes, textOf, utf8 } from '../lib/bytes';
import { sha256Hex, sha256Stream } from '../lib/hash';
import { canonical, parseJson } from '../lib/json';
import type { MaskRule, Reader } from '../providers/contract';
import type { ContainerFrame } from '../raw/frame';
import { type MaskCount, maskBytes, sumMasks } from '../raw/mask';
import { split } from '../raw/split';
import { type Exchange, type Taken, take } from './take';

/** Root members of an official export that may hold its list of conversations. */
const LISTS = ['conversations'] as const;

export interface ContainerOptions {
  /** Native ids of the only conversations wanted; none: all of them. */
  readonly only: readonly string[];
  /** The reader that knows a conversation, or null. */
  readonly readerFor: (value: unknown) => Reader | null;
  /** What is known of the container as an exchange, for that reader. */
  readonly head: (reader: Reader) => Exchange['head'];
  /** ISO time where neither the container nor a conversation states one. */
  readonly fallbackTime: string;
  /** Takes a conversation. Gives the native id of its session if the log points into it now, else null. */
  readonly each: (taken: Taken) => string | null | Promise<string | null>;
}

/** A session that came out of a container: its frame, and what `containers` of `session.json` names it by. */
export interface Contained {
  readonly native: string;
  /** Bare hash of the container frame. */
  readonly frame: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ContainerReading {
  /** `broken`: the text is cut off; what came before was taken. `no-list`: it is no list of conversations. */
  readonly kind: 'whole' | 'broken' | 'no-list';
  /** Conversations that were taken. */
  readonly read: number;
  /** Elements that no reader knows, or that it could not read. */
  readonly unread: number;
  /** Conversations with nothing in them. */
  readonly empty: number;
  readonly containers: readonly Contained[];
}

type Element = Uint8Array<ArrayBuffer>;

interface Reading {
  readonly options: ContainerOptions;
  readonly wanted: readonly Uint8Array[] | null;
  /** The latest reader: whose conversations those are that are not even parsed. */
  reader: Reader | null;
  /** Bytes of the masked whole so far. */
  size: number;
  readonly hash: ReturnType<typeof sha256Stream>;
  masks: readonly MaskCount[];
  readonly counts: { read: number; unread: number; empty: number };
  readonly kept: Place[];
}

/** Where a session stood in the masked whole. */
interface Place {
  readonly native: string;
  readonly head: Taken['head'];
  readonly own: string;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Reads a file of many conversations as it streams in: holds one of them at a time, and gives each to `each` with its
 * own frame. Of the others no byte stays. Only conversations are masked: what stands between them is not kept.
 */
export async function readContainer(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ContainerOptions,
): Promise<ContainerReading> {
  const state: Reading = {
    options,
    wanted: options.only.length > 0 && options.only.every(isPlain) ? options.only.map(utf8) : null,
    reader: null,
    size: 0,
    hash: sha256Stream(),
    masks: [],
    counts: { read: 0, unread: 0, empty: 0 },
    kept: [],
  };
  const stretches = split(chunks, LISTS);
  for (;;) {
    const next = await stretches.next();
    if (next.done) return finish(state, next.value === 'cut' ? 'broken' : next.value);
    if (next.value.kind === 'between') count(state, next.value.bytes, []);
    else await readElement(state, next.value.bytes);
  }
}

/** An id that JSON writes in one way only, so that bytes without it need no parsing. */
const isPlain = (id: string): boolean => /^[\w.:-]+$/.test(id);

function count(state: Reading, bytes: Uint8Array, masks: readonly MaskCount[]): void {
  state.hash.update(bytes);
  state.size += bytes.length;
  if (masks.length > 0) state.masks = sumMasks([...state.masks, ...masks]);
}

async function readElement(state: Reading, bytes: Element): Promise<void> {
  const { reader, wanted, options } = state;
  if (reader && wanted && !wanted.some((id) => findBytes(bytes, id) >= 0)) return passOver(state, bytes, reader);
  const text = textOf(bytes);
  const known = text === null ? null : options.readerFor(parseJson(text));
  state.reader = known ?? reader;
  const taken =
    known &&
    (await take({ head: options.head(known), body: bytes.slice(), request: null }, known, options.fallbackTime));
  if (!taken) {
    if (options.only.length === 0) state.counts.unread++;
    return passOver(state, bytes, state.reader);
  }
  const offset = state.size;
  count(state, taken.body, taken.masks);
  if (!isWanted(taken, options.only)) return;
  const native = tally(state, taken) ? await options.each(taken) : null;
  const { head, whole: own, body } = taken;
  if (native !== null) state.kept.push({ native, head, own, offset, bytes: body.length });
}

function passOver(state: Reading, bytes: Element, reader: Reader | null): void {
  const rules: readonly MaskRule[] = reader ? reader.masks(headOf(state, reader)) : [];
  const masked = rules.length > 0 ? maskBytes(bytes, rules) : { bytes, masks: [] };
  count(state, masked.bytes, masked.masks);
}

function headOf({ options }: Reading, reader: Reader): Parameters<Reader['masks']>[0] {
  const head = options.head(reader);
  return { ...head, at: head.at ?? options.fallbackTime };
}

/** With `only`, what cannot be read is not known to be wanted. */
const isWanted = ({ outcome }: Taken, only: readonly string[]): boolean =>
  only.length === 0 || (outcome.kind === 'session' && outcome.native !== null && only.includes(outcome.native));

function tally({ counts }: Reading, { outcome }: Taken): boolean {
  if (outcome.kind === 'session') counts.read++;
  else if (outcome.because === 'empty') counts.empty++;
  else counts.unread++;
  return outcome.kind === 'session';
}

function finish(state: Reading, kind: ContainerReading['kind']): ContainerReading {
  const whole = { sha256: state.hash.hex(), bytes: state.size };
  const containers = state.kept.map(({ native, head, ...place }): Contained => {
    const { route, method, address, status, type, at } = head;
    const frame: ContainerFrame = {
      exchange: { route, method, address, status, type, at, request: null },
      masks: [...state.masks],
      whole,
      ...place,
    };
    const bytes = utf8(canonical(frame));
    return { native, frame: sha256Hex(bytes), bytes };
  });
  return { kind, ...state.counts, containers };
}
