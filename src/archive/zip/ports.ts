import { concat, letGo } from '../../lib/bytes';

/** Bytes that can be read from anywhere: a file, a Blob, memory. Ranges are half open and lie within the size. */
export interface ByteSource {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Takes the finished bytes, in order. A writer awaits every call before the next one, and looks at no chunk afterwards. */
export interface ByteSink {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** The bytes of a file as they go into a zip: deflated, or as they are. */
export interface Ready {
  readonly method: 0 | 8;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
}

/** One file that goes into a zip. */
export interface ZipEntryIn {
  readonly path: string;
  readonly size: number;
  /** Its bytes; asked for once, when its turn has come, and let go of afterwards. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** The same as it is packed already. Where this is there, nobody asks for the bytes. */
  readonly ready?: () => Promise<Ready>;
  /** True where its sniffed type is compressed already (an image, a video, a zip): it is stored as it is. */
  readonly compressed?: boolean;
}

export interface WriteOptions {
  /** Called after each entry, with entries and uncompressed bytes done so far. */
  readonly progress?: (done: { readonly entries: number; readonly bytes: number }) => void;
  /** Stops the writing between entries with the Fault `cancelled`; what the sink took so far is of no use. */
  readonly signal?: AbortSignal;
}

/** Writes a whole zip. The same entries give the same bytes, whatever their order. */
export type ZipWriter = (entries: readonly ZipEntryIn[], sink: ByteSink, options?: WriteOptions) => Promise<void>;

/** A source over bytes in memory. */
export const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (from, to) => bytes.slice(from, to),
});

/** How far a read behind another reaches beyond what was asked, and from when on a read is large enough by itself. */
const AHEAD = 4 * 1024 * 1024;
const LARGE = 1024 * 1024;
/** Between the contents of two entries stands a header. */
const NEXT = 1024;

/**
 * A source over a Blob or File. Reads only the range that is asked for, or, where that stands behind the range before,
 * some of what comes next: every read of a Blob costs a third of a millisecond.
 */
export function blobSource(blob: Blob): ByteSource {
  const read = async (from: number, to: number) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
  let held = { from: 0, bytes: new Uint8Array(0) };
  let last = 0;
  return {
    size: blob.size,
    async read(from, to) {
      const isNext = from >= last && from - last <= NEXT;
      last = to;
      if (from < held.from || to > held.from + held.bytes.length) {
        if (!isNext || to - from >= LARGE) return read(from, to);
        const { bytes } = held;
        held = { from, bytes: await read(from, Math.min(blob.size, from + AHEAD)) };
        letGo(bytes); // who asked for some of it has a copy
        if (to > from + held.bytes.length) return read(from, to);
      }
      return held.bytes.slice(from - held.from, to - held.from);
    },
  };
}

/** A sink that keeps everything, for small archives and tests. */
export function memorySink(): ByteSink & { bytes(): Uint8Array<ArrayBuffer> } {
  const chunks: Uint8Array[] = [];
  return {
    write: async (chunk) => void chunks.push(chunk),
    bytes: () => concat(chunks),
  };
}
