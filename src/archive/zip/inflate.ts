import { Inflate, inflateSync } from 'fflate';

/** What comes out at a time is at most about a thousand times this; smaller slices are slower. */
const SLICE = 64 * 1024;

/**
 * Inflates packed bytes as they come and gives what they hold, piece by piece. Ends with 'too-long' as soon as more
 * than `size` bytes came out, with 'broken' where the packed bytes are no whole deflate stream.
 */
export async function* inflateStream(
  packed: AsyncIterable<Uint8Array>,
  packedSize: number,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, 'whole' | 'too-long' | 'broken'> {
  let out: Uint8Array<ArrayBuffer>[] = [];
  let produced = 0;
  let taken = 0;
  const inflate = new Inflate((piece) => {
    produced += piece.length;
    out.push(piece);
  });
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      const slice = chunk.subarray(at, at + SLICE);
      taken += slice.length;
      if (!pushed(inflate, slice, taken === packedSize)) return 'broken';
      if (produced > size) return 'too-long';
      yield* out.filter((piece) => piece.length > 0);
      out = [];
    }
  }
  return 'whole';
}

/** False where fflate finds the bytes damaged. */
function pushed(inflate: Inflate, slice: Uint8Array, final: boolean): boolean {
  try {
    inflate.push(slice, final);
    return true;
  } catch {
    return false; // its errors name kinds of damage to deflate data: all the same to a reader
  }
}

/**
 * Inflates something small at once. The result has one byte more than `size` where it is longer, and is null where
 * the packed bytes are damaged.
 */
export function inflateSmall(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  try {
    // A buffer of the caller's is never grown: what does not fit is dropped, and the extra byte shows it.
    return inflateSync(packed, { out: new Uint8Array(size + 1) });
  } catch {
    return null; // damaged, see above
  }
}
