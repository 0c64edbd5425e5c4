import { concat } from '../../lib/bytes';
import { numbers } from './binary';
import { ZIP64 } from './extra';
import { STAMP } from './stamp';

/** What the headers of an entry say. */
export interface Written {
  readonly name: Uint8Array;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const ONES_16 = 0xffff;
const ONES_32 = 0xffff_ffff;
const DEFLATE_VERSION = 20;
const ZIP64_VERSION = 45;

/** A value of 32 bits; all ones where it is too big and stands in the zip64 field instead. */
const narrow = (value: number): number => Math.min(value, ONES_32);

function zip64Field(values: readonly number[]): Uint8Array<ArrayBuffer> {
  if (values.length === 0) return new Uint8Array(0);
  return numbers([2, ZIP64], [2, values.length * 8], ...values.map((value) => [8, value] as const));
}

function shared(entry: Written, extra: Uint8Array): Uint8Array {
  const version = extra.length > 0 ? ZIP64_VERSION : DEFLATE_VERSION;
  const { method, crc, packed, size, name } = entry;
  return numbers(
    [2, version],
    [2, STAMP.utf8Flag],
    [2, method],
    [4, STAMP.dosTime],
    [4, crc],
    [4, narrow(packed)],
    [4, narrow(size)],
    [2, name.length],
    [2, extra.length],
  );
}

/** The header before an entry's content. Its zip64 field, if any, must give both sizes. */
export function localHeader(entry: Written): Uint8Array<ArrayBuffer> {
  const big = entry.size >= ONES_32 || entry.packed >= ONES_32;
  const whole = big ? { ...entry, size: ONES_32, packed: ONES_32 } : entry;
  const extra = zip64Field(big ? [entry.size, entry.packed] : []);
  return concat([numbers([4, 0x0403_4b50]), shared(whole, extra), entry.name, extra]);
}

/** The entry's line in the zip's list. */
export function centralHeader(entry: Written): Uint8Array<ArrayBuffer> {
  const { size, packed, offset } = entry;
  const extra = zip64Field([size, packed, offset].filter((value) => value >= ONES_32));
  return concat([
    numbers([4, 0x0201_4b50], [2, STAMP.madeBy]),
    shared(entry, extra),
    numbers([2, 0], [2, 0], [2, 0], [4, STAMP.unixMode * 0x1_0000], [4, narrow(offset)]),
    entry.name,
    extra,
  ]);
}

/** The end of a zip whose list of so many entries has so many bytes and begins there. */
export function endRecords(entries: number, bytes: number, from: number): Uint8Array<ArrayBuffer> {
  const big = entries >= ONES_16 || bytes >= ONES_32 || from >= ONES_32;
  const count = Math.min(entries, ONES_16);
  const end = numbers([4, 0x0605_4b50], [4, 0], [2, count], [2, count], [4, narrow(bytes)], [4, narrow(from)], [2, 0]);
  if (!big) return end;
  return concat([
    numbers([4, 0x0606_4b50], [8, 44], [2, ZIP64_VERSION], [2, ZIP64_VERSION], [4, 0], [4, 0]),
    numbers([8, entries], [8, entries], [8, bytes], [8, from]),
    numbers([4, 0x0706_4b50], [4, 0], [8, from + bytes], [4, 1]),
    end,
  ]);
}
