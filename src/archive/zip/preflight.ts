import { readRange } from './binary';
import { parseDirectory } from './directory';
import { type End, readEnd } from './end-record';
import { entryRefusal, nameOf } from './entry-rules';
import type { Limits, Policy } from './limits';
import type { Listed } from './listed';
import { type Placed, placeEntries } from './local';
import { nameBook } from './names';
import type { ByteSource } from './ports';
import { type Refused, refused } from './refusals';

const LOCAL_HEADER = 30;

export interface Sound {
  readonly kind: 'sound';
  /** Every entry, folders too, in the order of the zip's list. */
  readonly entries: readonly Placed[];
}

function namesRefusal(entries: readonly Listed[], policy: Policy): Refused | null {
  const clash = nameBook(policy);
  for (const entry of entries) {
    const found = clash(entry.path, entry.folder);
    if (found !== null) return refused(found.rule, nameOf(entry), { other: found.other });
  }
  return null;
}

function totalRefusal(entries: readonly Listed[], limits: Limits): Refused | null {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const packed = entries.reduce((sum, each) => sum + each.packed, 0);
  if (bytes > limits.totalBytes) return refused('total-too-big', null, { bytes, limit: limits.totalBytes });
  if (bytes > limits.room) return refused('no-room', null, { bytes, limit: limits.room });
  return bytes > limits.totalRatio * packed ? refused('total-ratio', null, { limit: limits.totalRatio }) : null;
}

function listRefusal(entries: readonly Listed[], policy: Policy, limits: Limits): Refused | null {
  for (const entry of entries) {
    const refusal = entryRefusal(entry, policy, limits);
    if (refusal !== null) return refusal;
  }
  return namesRefusal(entries, policy) ?? totalRefusal(entries, limits);
}

type Next = (index: number) => number;

/** By the list alone, before any local header is read: nothing before the first entry, none over another. */
function layoutRefusal(sorted: readonly Listed[], next: Next): Refused | null {
  const [first] = sorted;
  if (first !== undefined && first.offset > 0) {
    return refused('leading-bytes', nameOf(first), { bytes: first.offset });
  }
  for (const [index, entry] of sorted.entries()) {
    const least = entry.offset + LOCAL_HEADER + entry.name.length + entry.packed;
    if (least > next(index)) return refused('overlap', nameOf(entry));
  }
  return null;
}

/** In a foreign zip a data descriptor, or room for alignment, may follow an entry. */
function holeRefusal(placed: readonly Placed[], next: Next): Refused | null {
  for (const [index, { entry, start }] of placed.entries()) {
    const bytes = next(index) - (start + entry.packed);
    if (bytes > 0) return refused('hole', nameOf(entry), { bytes });
  }
  return null;
}

async function readList(source: ByteSource, end: End): Promise<Listed[] | Refused> {
  const directory = await readRange(source, end.from, end.to);
  return directory === null ? refused('source-short') : parseDirectory(directory, end.entries);
}

/**
 * Checks a whole zip before a byte of it is inflated: its end, its list of entries, every name, flag, size and ratio,
 * and that each local header says the same and no two entries overlap. Reads the list and the local headers only.
 */
export async function preflight(source: ByteSource, policy: Policy, limits: Limits): Promise<Sound | Refused> {
  if (source.size > limits.totalBytes) {
    return refused('too-big', null, { bytes: source.size, limit: limits.totalBytes });
  }
  const end = await readEnd(source, policy, limits);
  if (end.kind === 'refused') return end;
  const entries = await readList(source, end);
  if ('kind' in entries) return entries;
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  const next: Next = (index) => sorted[index + 1]?.offset ?? end.from;
  const early = listRefusal(entries, policy, limits) ?? layoutRefusal(sorted, next);
  if (early !== null) return early;
  const placed = await placeEntries(source, sorted, next, policy);
  if ('kind' in placed) return placed;
  const hole = policy === 'archive' ? holeRefusal(placed, next) : null;
  return hole ?? { kind: 'sound', entries: placed };
}
