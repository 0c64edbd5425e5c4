import { z } from 'zod';
import { base64, concat, fromBase64, textOf, utf8 } from '../lib/bytes';
import { artifactName, hashIn, sha256Native } from '../lib/hash';
import { canonical } from '../lib/json';
import { ArtifactName } from '../model/parts';
import type { MaskCount } from './mask';
import type { Found } from './scan';

const maybe = z.string().nullable();
const Slice = z.strictObject({ slice: ArtifactName, bytes: z.int() });
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Whole = z.strictObject({ sha256: Hash, bytes: z.int() });
const Piece = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() }), Slice]);
const Masks = z.array(z.strictObject({ rule: z.string(), count: z.int() }));

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
  offset: z.int(),
  bytes: z.int(),
  own: Hash,
});
export type ContainerFrame = z.infer<typeof ContainerFrame>;

export type Artifacts = Map<string, Uint8Array<ArrayBuffer>>;

/** Puts bytes under their hash; gives the bare hash. */
export async function keep(artifacts: Artifacts, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await sha256Native(bytes);
  if (!artifacts.has(hash)) artifacts.set(hash, bytes);
  return hash;
}

/** A payload cut at its message places, its pieces kept. `sliceOf` has the slice's hash by the pointer it stood at. */
export interface Cut {
  readonly frame: Frame;
  readonly hash: string;
  readonly sliceOf: ReadonlyMap<string, string>;
  /** The piece that holds a byte of the payload. */
  pieceAt(offset: number): number;
}

/**
 * Cuts a masked payload into slices and writes its frame into `artifacts`. Without places the whole is one slice.
 * @param found values to slice, in order, not inside one another
 */
export async function cut(
  bytes: Uint8Array<ArrayBuffer>,
  found: readonly Found[],
  about: { exchange: FrameExchange; masks: readonly MaskCount[] },
  artifacts: Artifacts,
): Promise<Cut> {
  const pieces: z.infer<typeof Piece>[] = [];
  const starts: number[] = [];
  const sliceOf = new Map<string, string>();
  const slice = async (part: Uint8Array<ArrayBuffer>, start: number): Promise<string> => {
    const hash = await keep(artifacts, part);
    starts.push(start);
    pieces.push({ slice: artifactName(hash), bytes: part.length });
    return hash;
  };
  const between = (start: number, end: number): void => {
    if (start >= end) return;
    const text = textOf(bytes.subarray(start, end));
    starts.push(start);
    pieces.push(text === null ? { base64: base64(bytes.subarray(start, end)) } : { text });
  };

  let at = 0;
  for (const { pointer, start, end } of found) {
    between(at, start);
    sliceOf.set(pointer, await slice(bytes.slice(start, end), start));
    at = end;
  }
  if (found.length === 0 && bytes.length > 0) sliceOf.set('', await slice(bytes, 0));
  else between(at, bytes.length);

  const whole = { sha256: await sha256Native(bytes), bytes: bytes.length };
  const frame: Frame = { exchange: about.exchange, masks: [...about.masks], whole, pieces };
  const hash = await keep(artifacts, utf8(canonical(frame)));
  const pieceAt = (offset: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= offset),
    );
  return { frame, hash, sliceOf, pieceAt };
}

/** The bare hashes that a frame needs: its slices and the request. */
export function sliceHashes(frame: Frame): string[] {
  const named = frame.pieces.flatMap((piece) => ('slice' in piece ? [piece.slice] : []));
  if (frame.exchange.request) named.push(frame.exchange.request.slice);
  return named.flatMap((name) => hashIn(name) ?? []);
}

/** Puts a frame's bytes together again, or names the slice that is not there. */
export async function assemble(
  frame: Frame,
  artifact: (hash: string) => Promise<Uint8Array | null>,
): Promise<{ kind: 'whole'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'missing'; hash: string }> {
  const pieces: Uint8Array[] = [];
  for (const piece of frame.pieces) {
    if ('text' in piece) pieces.push(utf8(piece.text));
    else if ('base64' in piece) pieces.push(fromBase64(piece.base64));
    else {
      const hash = hashIn(piece.slice) ?? '';
      const bytes = await artifact(hash);
      if (!bytes) return { kind: 'missing', hash };
      pieces.push(bytes);
    }
  }
  return { kind: 'whole', bytes: concat(pieces) };
}
