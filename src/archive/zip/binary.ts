import type { ByteSource } from './ports';

/** A view over bytes, for reading numbers; zip numbers are little-endian. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const u16 = (view: DataView, at: number): number => view.getUint16(at, true);

export const u32 = (view: DataView, at: number): number => view.getUint32(at, true);

/** A 64-bit number; one beyond 2^53 comes back as Infinity, which no size of ours can match. */
export function u64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
}

/** The bytes of a range, or null where the source has fewer than it said. */
export async function readRange(source: ByteSource, from: number, to: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (from < 0 || to > source.size || from > to) return null;
  const bytes = await source.read(from, to);
  return bytes.length === to - from ? bytes : null;
}
