import { Deflate, deflateSync } from 'fflate';
import { Fault } from '../../lib/fault';

/** How an entry lies in the zip. */
export interface Packed {
  readonly method: 0 | 8;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
}

const PIECE = 1024 * 1024;
const MOST_SHRUNK = 50;

/**
 * Whether an entry is kept deflated: not where that saves under a twentieth, and not where it shrinks over 50-fold,
 * because readers with limits, ours among them, take such an entry for a bomb.
 */
export const worthDeflating = (size: number, deflated: number): boolean =>
  deflated * 20 <= size * 19 && deflated * MOST_SHRUNK >= size;

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * The size of fflate's hash table, from whole numbers alone: its own default takes a logarithm, whose last digit an
 * engine may choose.
 */
const memory = (size: number) => LEVELS[Math.max(0, Math.min(8, 21 - Math.clz32(size)))] ?? 8;

/** Gives other work a turn, so that a page stays alive and a cancel is heard. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function deflateInPieces(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const deflate = new Deflate({ level: 6, mem: 8 }, (piece) => void pieces.push(piece));
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (signal?.aborted) throw new Fault('cancelled');
    deflate.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    await turn();
  }
  return pieces;
}

async function deflated(
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  if (bytes.length > PIECE) return deflateInPieces(bytes, signal);
  return [deflateSync(bytes, { level: 6, mem: memory(bytes.length) })];
}

/**
 * The bytes of an entry as they go into the zip: by fflate's deflate of this release, the same in every engine.
 * Something big is deflated piece by piece, with turns for others in between.
 */
export async function packed(
  bytes: Uint8Array<ArrayBuffer>,
  compressed: boolean,
  signal?: AbortSignal,
): Promise<Packed> {
  const stored: Packed = { method: 0, pieces: [bytes], size: bytes.length };
  if (compressed || bytes.length === 0) return stored;
  const pieces = await deflated(bytes, signal);
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return worthDeflating(bytes.length, size) ? { method: 8, pieces, size } : stored;
}
