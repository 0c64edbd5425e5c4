import { compareBytes } from '../../lib/bytes';
import { readRange, u16, u32, viewOf } from './binary';
import { nameOf } from './entry-rules';
import { extraFields, strangeField, zip64Values } from './extra';
import type { Policy } from './limits';
import { FLAG, type Listed } from './listed';
import type { ByteSource } from './ports';
import { type Refused, refused } from './refusals';

const SIGNATURE = 0x04034b50;
const LENGTH = 30;
const NEAR = 64 * 1024;
const WINDOW = 256 * 1024;
const ALONE = 1024;

/** Reads headers that lie close together as one, because every read of a Blob costs a third of a millisecond. */
function windowed(source: ByteSource): (from: number, to: number, near: boolean) => Promise<Uint8Array | null> {
  let start = 0;
  let held: Uint8Array = new Uint8Array(0);
  return async (from, to, near) => {
    if (from < start || to > start + held.length) {
      const end = Math.max(to, from + (near ? WINDOW : ALONE));
      const bytes = await readRange(source, from, Math.min(source.size, end));
      if (bytes === null) return null;
      [start, held] = [from, bytes];
    }
    return held.subarray(from - start, to - start);
  };
}

/** An entry whose local header agrees with the list, and where its packed bytes begin. */
export interface Placed {
  readonly entry: Listed;
  readonly start: number;
}

/** Sizes and checksum in the local header: the same, or not yet there where a data descriptor follows. */
function sameNumbers(entry: Listed, header: DataView, extra: Uint8Array): boolean {
  const sizes = zip64Values(extra, [u32(header, 22), u32(header, 18)]);
  if (sizes === null) return false;
  const described = (entry.flags & FLAG.descriptor) !== 0;
  const listed = [entry.size, entry.packed, entry.crc];
  return [...sizes, u32(header, 14)].every((value, i) => value === listed[i] || (described && value === 0));
}

/** What the local header says otherwise than the list of entries: a word for the sentence, or null. */
function difference(entry: Listed, header: DataView, name: Uint8Array, extra: Uint8Array, policy: Policy) {
  if (compareBytes(name, entry.name) !== 0) return 'name';
  if (u16(header, 8) !== entry.method) return 'method';
  const compared = policy === 'archive' ? 0xffff : FLAG.encrypted | FLAG.strong | FLAG.descriptor;
  if (((u16(header, 6) ^ entry.flags) & compared) !== 0) return 'flags';
  if (extraFields(extra) === null || (policy === 'archive' && strangeField(extra) !== null)) return 'hidden fields';
  return sameNumbers(entry, header, extra) ? null : 'size or checksum';
}

/**
 * Reads the local headers, of entries sorted by where they lie, and compares each with the list. `next` gives where
 * the part after an entry begins.
 */
export async function placeEntries(
  source: ByteSource,
  sorted: readonly Listed[],
  next: (index: number) => number,
  policy: Policy,
): Promise<Placed[] | Refused> {
  const read = windowed(source);
  const placed: Placed[] = [];
  for (const [index, entry] of sorted.entries()) {
    const from = entry.offset;
    const near = next(index) - from < NEAR;
    const fixed = await read(from, from + LENGTH, near);
    if (fixed === null) return refused('source-short');
    const header = viewOf(fixed);
    if (u32(header, 0) !== SIGNATURE) return refused('local-differs', nameOf(entry), { what: 'no header' });
    const nameEnd = from + LENGTH + u16(header, 26);
    const start = nameEnd + u16(header, 28);
    if (start + entry.packed > next(index)) return refused('overlap', nameOf(entry));
    const rest = await read(from + LENGTH, start, near);
    if (rest === null) return refused('source-short');
    const name = rest.subarray(0, nameEnd - from - LENGTH);
    const what = difference(entry, header, name, rest.subarray(name.length), policy);
    if (what !== null) return refused('local-differs', nameOf(entry), { what });
    placed.push({ entry, start });
  }
  return placed;
}
