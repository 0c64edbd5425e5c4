import { FlateErrorCode, Gunzip, inflateSync } from 'fflate';
import { concat } from '../../lib/bytes';
import { nodeModule } from '../../lib/node';
import { numbers } from './binary';
import { crc32 } from './crc32';

/** What comes out at a time is at most about a thousand times this; smaller slices are slower. */
const SLICE = 64 * 1024;

/** How a packed content ended. `hidden`: the content is whole, and bytes follow it that belong to nothing. */
export type End = 'whole' | 'too-long' | 'broken' | 'hidden';

// fflate says where a packed content ends only of a gzip file with another one after it: so each is read as such a file.
// Nothing but the place of the second one's beginning is asked; a gzip file's own size and checksum are not looked at.
const HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const TRAILER = new Uint8Array(8);
const NOTHING = Uint8Array.of(3, 0);
const AFTER = concat([TRAILER, HEAD, NOTHING, TRAILER]);

interface Inflating {
  /** Takes some of the packed bytes; the end, where they brought it too early. */
  push(packed: Uint8Array): End | null;
  /** After the last of them. */
  end(): End;
}

/** Inflates; `take` is given what comes out. */
function inflating(size: number, take: (piece: Uint8Array<ArrayBuffer>) => void): Inflating {
  let produced = 0;
  let pushed = 0;
  let end: number | null = null;
  const gunzip = new Gunzip((piece) => {
    if (piece.length === 0 || end !== null) return;
    produced += piece.length;
    take(piece);
  });
  gunzip.onmember = (offset) => {
    end ??= offset - TRAILER.length;
  };
  const next = (bytes: Uint8Array, final: boolean): End | null => {
    pushed += bytes.length;
    try {
      gunzip.push(bytes, final);
    } catch (error) {
      // no second file where one should begin; all other errors name kinds of damage, the same to a reader
      return isNoHeader(error) && produced === size ? 'hidden' : 'broken';
    }
    return produced > size ? 'too-long' : null;
  };
  return {
    push: (packed) => next(pushed === 0 ? concat([HEAD, packed]) : packed, false),
    end() {
      const whole = pushed;
      const early = next(AFTER, true);
      if (early !== null) return early;
      return end === whole ? 'whole' : end === null ? 'broken' : 'hidden';
    },
  };
}

const isNoHeader = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FlateErrorCode.InvalidHeader;

/**
 * Inflates packed bytes as they come and gives what they hold, piece by piece. Ends with 'too-long' as soon as more
 * than `size` bytes came out, with 'broken' where the packed bytes are no whole deflate stream, with 'hidden' where
 * some of them stand after its end.
 */
export async function* inflateStream(
  packed: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, End> {
  let out: Uint8Array<ArrayBuffer>[] = [];
  const inflater = inflating(size, (piece) => void out.push(piece));
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += SLICE) {
      const early = inflater.push(chunk.subarray(at, at + SLICE));
      if (early !== null) return early;
      yield* out;
      out = [];
    }
  }
  const end = inflater.end();
  if (end === 'whole' || end === 'hidden') yield* out;
  return end;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Packed bytes up to here fflate has inflated before a stream of the browser has begun (measured). */
const SMALL = 64 * 1024;

/**
 * Inflates packed bytes that are one whole content of that size and checksum, in the fastest way there is. It gives null
 * for packed bytes that are anything else: what is wrong with them {@link inflateStream} finds out, everywhere the same.
 */
export async function inflateAtOnce(
  packed: Bytes,
  { size, crc }: { readonly size: number; readonly crc: number },
): Promise<Bytes | null> {
  if (!zlib && packed.length > SMALL) return inflateByBrowser(packed, size, crc);
  const bytes = zlib ? inflateByNode(zlib, packed, size) : inflateSmall(packed, size);
  return bytes && crc32(bytes) === crc ? bytes : null;
}

/** With fflate. Where the last byte is not needed the content ends before it: bytes follow that belong to nothing. */
function inflateSmall(packed: Bytes, size: number): Bytes | null {
  const out = new Uint8Array(size + 1); // one more than it may fill
  const short = packed.length < 2 || inflatedInto(out, packed.subarray(0, -1));
  const length = short ? null : inflatedInto(out, packed);
  return length === size ? out.subarray(0, size) : null;
}

/** How many bytes of `out` the content fills; null: these are no whole packed bytes. */
function inflatedInto(out: Bytes, packed: Bytes): number | null {
  try {
    return inflateSync(packed, { out }).length;
  } catch {
    return null; // see above
  }
}

/**
 * With the browser's own code, which knows gzip files, and looks at their size and checksum. It refuses what follows the
 * end of one: no bytes can hide.
 */
async function inflateByBrowser(packed: Bytes, size: number, crc: number): Promise<Bytes | null> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const given = [HEAD, packed, numbers([4, crc], [4, size])].map((bytes) => writer.write(bytes));
  // what is refused is found by the one who reads: here it must only not count as unhandled
  void Promise.allSettled([...given, writer.close()]);
  const whole = new Uint8Array(size);
  let at = 0;
  try {
    for await (const piece of readable) {
      if (at + piece.length > size) return null;
      whole.set(piece, at);
      at += piece.length;
    }
    return at === size ? whole : null;
  } catch {
    return null; // see above
  }
}

interface Zlib {
  inflateRawSync(
    packed: Uint8Array,
    options: { chunkSize: number; maxOutputLength: number; info: true },
  ): { readonly buffer: Uint8Array<ArrayBuffer>; readonly engine: { readonly bytesWritten: number } };
}
const zlib = nodeModule('zlib') as Zlib | null;

const LEAST_ROOM = 64;
const POOLED = 8192;

/** The same bytes as no Buffer; of small ones, which Node keeps in memory that others share, a copy. */
const ownBytes = (buffer: Bytes): Bytes =>
  buffer.length < POOLED ? new Uint8Array(buffer) : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);

/** With Node's own code, which takes a fifth of the time. */
function inflateByNode({ inflateRawSync }: Zlib, packed: Bytes, size: number): Bytes | null {
  const room = Math.max(LEAST_ROOM, size + 1); // one more than it may fill: a full one would be followed by another
  try {
    const { buffer, engine } = inflateRawSync(packed, { chunkSize: room, maxOutputLength: room, info: true });
    return buffer.length === size && engine.bytesWritten === packed.length ? ownBytes(buffer) : null;
  } catch {
    return null; // see above
  }
}
