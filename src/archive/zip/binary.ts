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

type Field = readonly [width: 2 | 4 | 8, value: number];

/** Numbers one after the other, little-endian, each in its width of bytes. */
export function numbers(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = viewOf(bytes);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}
