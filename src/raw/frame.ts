import { z } from 'zod';
import { base64, concat, fromBase64, textOf, utf8 } from '../lib/bytes';
import { artifactName, hashIn, sha256Native, sha256Quick } from '../lib/hash';
import { canonical } from '../lib/json';
import { ArtifactName } from '../model/parts';
import type { MaskCount } from './mask';
import { type Found, pointersAt } from './scan';

const maybe = z.string().nullable();
const Size = z.int().nonnegative();
const Slice = z.strictObject({ slice: ArtifactName, bytes: Size });
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Whole = z.strictObject({ sha256: Hash, bytes: Size });
const Piece = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() }), Slice]);
const Masks = z.array(z.strictObject({ rule: z.string(), count: Size }));

/** What is known of an exchange besides its bytes. */
export const FrameExchange = z.strictObject({
  route: z.string(),
  method: maybe,
  address: maybe,
  status: z.int().nullable(),
  type: maybe,
  at: z.string(),
  request: Slice.nullable(),
});
export type FrameExchange = z.infer<typeof FrameExchange>;

/** How the bytes of one kept exchange are put together again from the slices and the text between them. */
export const Frame = z.strictObject({ exchange: FrameExchange, masks: Masks, whole: Whole, pieces: z.array(Piece) });
export type Frame = z.infer<typeof Frame>;

/** Where one session stood in a container of many, without a byte of the others. */
export const ContainerFrame = z.strictObject({
  exchange: FrameExchange,
  masks: Masks,
  whole: Whole,
  offset: Size,
  bytes: Size,
  own: Hash,
});
export type ContainerFrame = z.infer<typeof ContainerFrame>;

export type Artifacts = Map<string, Uint8Array<ArrayBuffer>>;

/** Puts bytes under their hash; gives the bare hash. */
export async function keep(artifacts: Artifacts, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await sha256Quick(bytes);
  if (!artifacts.has(hash)) artifacts.set(hash, bytes);
  return hash;
}

/** A payload cut at its message places, its pieces kept. */
export interface Cut {
  readonly frame: Frame;
  /** Bare hash of the frame. */
  readonly hash: string;
  /** The bare hash of a slice by the pointer it stood at. */
  readonly sliceOf: ReadonlyMap<string, string>;
  /** The number of the piece that holds a byte of the payload. */
  pieceAt(offset: number): number;
}

type Piece = z.infer<typeof Piece>;

/**
 * Cuts a masked payload into slices and writes its frame into `artifacts`. Without places the whole is one slice.
 * @param found values to slice, in the order they stand there; of those inside one another the outer one counts
 */
export async function cut(
  bytes: Uint8Array<ArrayBuffer>,
  found: readonly Found[],
  about: { exchange: FrameExchange; masks: readonly MaskCount[] },
  artifacts: Artifacts,
): Promise<Cut> {
  const pieces: Piece[] = [];
  const sliceOf = new Map<string, string>();
  let at = 0;
  for (const { pointer, start, end } of found.length > 0 ? found : whole(bytes)) {
    if (start < at || start === end) continue;
    if (start > at) pieces.push(written(bytes.subarray(at, start)));
    const hash = await keep(artifacts, bytes.slice(start, end));
    pieces.push({ slice: artifactName(hash), bytes: end - start });
    sliceOf.set(pointer, hash);
    at = end;
  }
  if (at < bytes.length) pieces.push(written(bytes.subarray(at)));

  const hashed = { sha256: await sha256Native(bytes), bytes: bytes.length };
  const frame: Frame = { exchange: about.exchange, masks: [...about.masks], whole: hashed, pieces };
  const hash = await keep(artifacts, utf8(canonical(frame)));
  return { frame, hash, sliceOf, pieceAt: pieceFinder(pieces) };
}

/** A payload that was cut before, with its bytes put together: the same as when it was cut. */
export function cutBefore(frame: Frame, hash: string, bytes: Uint8Array): Cut {
  const starts = startsOf(frame.pieces);
  const slices = frame.pieces.flatMap((piece, i) => {
    const start = starts[i] ?? 0;
    return 'slice' in piece ? [{ start, end: start + piece.bytes, hash: sliceHash(piece) }] : [];
  });
  const [only] = slices;
  if (only && frame.pieces.length === 1)
    return { frame, hash, sliceOf: new Map([['', only.hash]]), pieceAt: pieceFinder(frame.pieces) };
  const pointers = pointersAt(bytes, slices);
  const sliceOf = new Map(
    slices.flatMap((slice) => {
      const pointer = pointers.get(slice.start);
      return pointer === undefined ? [] : [[pointer, slice.hash] as const];
    }),
  );
  return { frame, hash, sliceOf, pieceAt: pieceFinder(frame.pieces) };
}

const whole = (bytes: Uint8Array): Pick<Found, 'pointer' | 'start' | 'end'>[] => [
  { pointer: '', start: 0, end: bytes.length },
];

function written(bytes: Uint8Array): Piece {
  const text = textOf(bytes);
  return text === null ? { base64: base64(bytes) } : { text };
}

const sizeOf = (piece: Piece): number =>
  'slice' in piece ? piece.bytes : 'text' in piece ? utf8(piece.text).length : fromBase64(piece.base64).length;

function startsOf(pieces: readonly Piece[]): number[] {
  let at = 0;
  return pieces.map((piece) => {
    const start = at;
    at += sizeOf(piece);
    return start;
  });
}

function pieceFinder(pieces: readonly Piece[]): Cut['pieceAt'] {
  const starts = startsOf(pieces);
  return (offset) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
}

/** The bare hashes that a frame needs: its slices and the request. */
export function sliceHashes(frame: Frame): string[] {
  const named = frame.pieces.flatMap((piece) => ('slice' in piece ? [piece.slice] : []));
  if (frame.exchange.request) named.push(frame.exchange.request.slice);
  return named.flatMap((name) => hashIn(name) ?? []);
}

/** More than any exchange has. A frame may name one slice a thousand times: what it states is looked at first. */
const MOST_BYTES = 2 ** 30;

type Assembled =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'missing'; readonly hash: string }
  | { readonly kind: 'differs' };

/** Puts a frame's bytes together again; or names the slice that is not there, or says that they are not what it states. */
export async function assemble(
  frame: Frame,
  artifact: (hash: string) => Promise<Uint8Array | null>,
): Promise<Assembled> {
  const written = frame.pieces.map((piece) => ('slice' in piece ? null : unwritten(piece)));
  const stated = frame.pieces.reduce(
    (sum, piece, i) => sum + ('slice' in piece ? piece.bytes : lengthOf(written[i])),
    0,
  );
  if (stated !== frame.whole.bytes || stated > MOST_BYTES) return { kind: 'differs' };
  const pieces: Uint8Array[] = [];
  for (const [i, piece] of frame.pieces.entries()) {
    const bytes = 'slice' in piece ? await artifact(sliceHash(piece)) : written[i];
    if (!bytes) return { kind: 'missing', hash: sliceHash(piece) };
    if ('slice' in piece && bytes.length !== piece.bytes) return { kind: 'differs' };
    pieces.push(bytes);
  }
  const bytes = concat(pieces);
  return (await sha256Native(bytes)) === frame.whole.sha256 ? { kind: 'whole', bytes } : { kind: 'differs' };
}

/**
 * Whether a frame whose one piece is a slice gives the bytes it states, without looking at them. Null: that has to be put
 * together.
 * @param sizeOf how many bytes a slice has that was found to have its hash
 */
export function isOnePiece({ pieces, whole }: Frame, sizeOf: (hash: string) => number | undefined): boolean | null {
  const [only] = pieces;
  if (!only || pieces.length > 1 || !('slice' in only)) return null;
  const bytes = sizeOf(sliceHash(only));
  if (bytes === undefined) return null;
  return only.bytes === bytes && whole.bytes === bytes && bytes <= MOST_BYTES && whole.sha256 === sliceHash(only);
}

const lengthOf = (bytes: Uint8Array | null | undefined): number => bytes?.length ?? 0;

const sliceHash = (piece: Piece): string => ('slice' in piece ? (hashIn(piece.slice) ?? '') : '');

const unwritten = (piece: Exclude<Piece, { slice: string }>): Uint8Array =>
  'text' in piece ? utf8(piece.text) : fromBase64(piece.base64);
