import { readRange } from './binary';
import { crc32 } from './crc32';
import { type End, inflateAtOnce, inflateStream } from './inflate';
import { LIMITS, type Limits, type Policy } from './limits';
import { type Listed, STORE } from './listed';
import type { Placed } from './local';
import type { ByteSource } from './ports';
import { preflight } from './preflight';
import { damage, type Refused, refused } from './refusals';

const CHUNK = 1024 * 1024;
/** Up to here a content is read in one piece. */
const AT_ONCE = { packed: 16 * 1024 * 1024, size: 64 * 1024 * 1024 } as const;

/** One file of an opened zip. Reading goes to its own bytes only. */
export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  /** The whole content, its size and checksum checked. Damage is thrown: `damageIn` finds the refusal in the error. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The content piece by piece, with no more than some megabytes held. The checksum is known only at the end: the last
   * step throws where it differs, so nothing may be kept of a stream that did not end well.
   */
  stream(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

export interface OpenedZip {
  readonly kind: 'zip';
  /** The files by path, in the order in which they lie in the zip; folders are left out. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

const fault = (rule: Refused['rule'], entry: Listed): Error => damage(refused(rule, entry.path, { bytes: entry.size }));

async function* packedBytes(source: ByteSource, { entry, start }: Placed): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const end = start + entry.packed;
  for (let at = start; at < end; at += CHUNK) {
    const bytes = await readRange(source, at, Math.min(end, at + CHUNK));
    if (bytes === null) throw fault('source-short', entry);
    yield bytes;
  }
}

const ENDS: Readonly<Record<Exclude<End, 'whole'>, Refused['rule']>> = {
  'too-long': 'size-lies',
  broken: 'broken-data',
  hidden: 'hidden-bytes',
};

/** What hides after a content is a lie in an archive; in a foreign zip it is of no use and does no harm. */
function checkEnd(end: End, { entry }: Placed, policy: Policy): void {
  if (end !== 'whole' && (end !== 'hidden' || policy === 'archive')) throw fault(ENDS[end], entry);
}

async function* content(source: ByteSource, placed: Placed, policy: Policy): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const packed = packedBytes(source, placed);
  if (placed.entry.method === STORE) return yield* packed;
  checkEnd(yield* inflateStream(packed, placed.entry.size), placed, policy);
}

async function* checked(source: ByteSource, placed: Placed, policy: Policy): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { entry } = placed;
  let crc = 0;
  let size = 0;
  for await (const piece of content(source, placed, policy)) {
    crc = crc32(piece, crc);
    size += piece.length;
    yield piece;
  }
  if (size !== entry.size) throw fault('size-lies', entry);
  if (crc !== entry.crc) throw fault('wrong-crc', entry);
}

/**
 * The content in one piece, by the fastest way there is; null for one too big for that, and for one that is not as it
 * should be: the other way finds out what is wrong.
 */
async function readAtOnce(source: ByteSource, { entry, start }: Placed): Promise<Uint8Array<ArrayBuffer> | null> {
  if (entry.packed > AT_ONCE.packed || entry.size > AT_ONCE.size) return null;
  const packed = await readRange(source, start, start + entry.packed);
  if (!packed || entry.method !== STORE) return packed && inflateAtOnce(packed, entry);
  return crc32(packed) === entry.crc ? packed : null;
}

/** Piece by piece. */
async function readPieces(source: ByteSource, placed: Placed, policy: Policy): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(placed.entry.size);
  let at = 0;
  for await (const piece of checked(source, placed, policy)) {
    // A stored entry has as many bytes as it declares and an inflated one is cut off there: a piece always fits.
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function openedEntry(source: ByteSource, placed: Placed, policy: Policy): ZipEntry {
  const { path, size } = placed.entry;
  return {
    path,
    size,
    read: async () => (await readAtOnce(source, placed)) ?? readPieces(source, placed, policy),
    stream: () => checked(source, placed, policy),
  };
}

/**
 * Opens a zip: checks all of it that can be checked without inflating, then gives its files. What breaks a rule comes
 * back as a refusal; `refusalSentence` says it in words.
 */
export async function openZip(
  source: ByteSource,
  policy: Policy,
  limits: Partial<Limits> = {},
): Promise<OpenedZip | Refused> {
  const sound = await preflight(source, policy, { ...LIMITS, ...limits });
  if (sound.kind === 'refused') return sound;
  const files = sound.entries.filter(({ entry }) => !entry.folder);
  return {
    kind: 'zip',
    entries: new Map(files.map((placed) => [placed.entry.path, openedEntry(source, placed, policy)])),
  };
}
