import { readRange, u16, u32, u64, viewOf } from './binary';
import type { Limits, Policy } from './limits';
import type { ByteSource } from './ports';
import { type Refused, refused } from './refusals';

const END = { signature: 0x06054b50, length: 22, longestComment: 0xffff } as const;
const LOCATOR = { signature: 0x07064b50, length: 20 } as const;
const END64 = { signature: 0x06064b50, length: 56 } as const;
const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_LENGTH = 46;

/** Where the list of entries lies. */
export interface End {
  readonly kind: 'end';
  readonly entries: number;
  readonly from: number;
  readonly to: number;
}

/** What an end record says, in its 32-bit or its 64-bit form, and where it begins. */
interface Record {
  readonly at: number;
  readonly disks: readonly number[];
  readonly entriesHere: number;
  readonly entries: number;
  readonly size: number;
  readonly from: number;
}

interface Tail {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the tail begins in the zip. */
  readonly from: number;
}

const none = async (source: ByteSource): Promise<Refused> => {
  const head = source.size >= 4 ? await readRange(source, 0, 4) : null;
  return refused(head !== null && u32(viewOf(head), 0) === LOCAL_SIGNATURE ? 'cut-off' : 'not-a-zip');
};

/** The place of the end record in the tail: the one whose comment ends with the file, else the last there is. */
function findEnd(view: DataView): { at: number; behind: number } | null {
  let last: { at: number; behind: number } | null = null;
  for (let at = view.byteLength - END.length; at >= 0; at--) {
    if (u32(view, at) !== END.signature) continue;
    const behind = view.byteLength - (at + END.length + u16(view, at + 20));
    if (behind === 0) return { at, behind };
    last ??= { at, behind };
  }
  return last;
}

const classic = (view: DataView, at: number, from: number): Record => ({
  at: from + at,
  disks: [u16(view, at + 4), u16(view, at + 6)],
  entriesHere: u16(view, at + 8),
  entries: u16(view, at + 10),
  size: u32(view, at + 12),
  from: u32(view, at + 16),
});

/** A value of the 32-bit record is either its 64-bit twin or all ones. */
const agree = (small: number, big: number, ones: number): boolean => small === ones || small === big;

const sameRecord = (small: Record, big: Record): boolean =>
  agree(small.entries, big.entries, 0xffff) &&
  agree(small.entriesHere, big.entriesHere, 0xffff) &&
  agree(small.size, big.size, 0xffff_ffff) &&
  agree(small.from, big.from, 0xffff_ffff) &&
  small.disks.every((disk) => disk === 0 || disk === 0xffff);

/** The 64-bit record before the 32-bit one; null where there is none. */
async function zip64(source: ByteSource, tail: Tail, small: Record): Promise<Record | Refused | null> {
  const at = small.at - LOCATOR.length - tail.from;
  if (at < 0 || u32(tail.view, at) !== LOCATOR.signature) return null;
  if (u32(tail.view, at + 4) !== 0 || u32(tail.view, at + 16) > 1) return refused('multi-disk');
  const from = u64(tail.view, at + 8);
  const bytes = await readRange(source, from, from + END64.length);
  if (bytes === null) return refused('directory-lies');
  const view = viewOf(bytes);
  const reaches = from + 12 + u64(view, 4);
  if (u32(view, 0) !== END64.signature || reaches !== tail.from + at) return refused('directory-lies');
  const big: Record = {
    at: from,
    disks: [u32(view, 16), u32(view, 20)],
    entriesHere: u64(view, 24),
    entries: u64(view, 32),
    size: u64(view, 40),
    from: u64(view, 48),
  };
  return sameRecord(small, big) ? big : refused('directory-lies');
}

function judge(record: Record, limits: Limits): End | Refused {
  const { entries, size, from, at } = record;
  if (record.disks.some((disk) => disk !== 0) || record.entriesHere !== entries) return refused('multi-disk');
  if (entries > limits.entries) return refused('too-many-entries', null, { entries, limit: limits.entries });
  if (size > limits.directoryBytes) {
    return refused('directory-too-big', null, { bytes: size, limit: limits.directoryBytes });
  }
  const stray = at - (from + size);
  if (stray > 0) return refused('stray-bytes', null, { bytes: stray });
  if (stray < 0 || entries * CENTRAL_LENGTH > size) return refused('directory-lies');
  return { kind: 'end', entries, from, to: from + size };
}

/** Reads the end of a zip: at most some 64 KB of it. */
export async function readEnd(source: ByteSource, policy: Policy, limits: Limits): Promise<End | Refused> {
  const from = Math.max(0, source.size - END.length - END.longestComment - LOCATOR.length);
  const bytes = await readRange(source, from, source.size);
  if (bytes === null) return refused('source-short');
  const tail: Tail = { bytes, view: viewOf(bytes), from };
  const found = findEnd(tail.view);
  if (found === null) return none(source);
  if (found.behind > 0) return refused('trailing-bytes', null, { bytes: found.behind });
  if (found.behind < 0) return refused('cut-off');
  if (policy === 'archive' && u16(tail.view, found.at + 20) > 0) return refused('comment');
  const small = classic(tail.view, found.at, from);
  const big = await zip64(source, tail, small);
  if (big !== null && 'kind' in big) return big;
  return judge(big ?? small, limits);
}
