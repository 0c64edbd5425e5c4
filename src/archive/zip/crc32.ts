import { nodeModule } from '../../lib/node';

type Crc32 = (bytes: Uint8Array, before?: number) => number;

/** One table for each byte that is taken at a time: sixteen are four times as fast as one. */
const AT_ONCE = 16;
const TABLES = tables();

/** The tables one behind the other, 256 numbers each. */
function tables(): Int32Array {
  const all = new Int32Array(AT_ONCE * 256);
  for (let n = 0; n < 256; n++) {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    all[n] = value;
  }
  for (let at = 256; at < all.length; at++) {
    const value = all[at - 256] ?? 0;
    all[at] = (value >>> 8) ^ (all[value & 0xff] ?? 0);
  }
  return all;
}

/** CRC-32 as zip uses it, in plain JavaScript, as browsers have to do it. */
export function crc32Portable(bytes: Uint8Array, before = 0): number {
  if (bytes.length < AT_ONCE) return ~oneByOne(bytes, 0, bytes.length, ~before) >>> 0;
  const start = -bytes.byteOffset & 3; // words lie on every fourth byte
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  const end = start + ((words.length >> 2) << 4);
  const head = oneByOne(bytes, 0, start, ~before);
  return ~oneByOne(bytes, end, bytes.length, fourByFour(words, head)) >>> 0;
}

/** CRC-32 as zip uses it, unsigned. Give the result of the bytes before to go on from there. */
export const crc32: Crc32 = ((nodeModule('zlib') ?? {}) as { crc32?: Crc32 }).crc32 ?? crc32Portable;

function oneByOne(bytes: Uint8Array, from: number, to: number, before: number): number {
  let crc = before;
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ (TABLES[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return crc;
}

/** Of all whole fours of words; every machine that runs a browser has the lowest byte of a word first. */
function fourByFour(words: Int32Array, before: number): number {
  const t = TABLES;
  let crc = before;
  // `as number`: an index below the length is always there
  for (let at = 0, end = words.length - 3; at < end; at += 4) {
    const a = crc ^ (words[at] as number);
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    // in fours, so that they do not wait for one another; those of `a` last: only they wait for the round before
    const rest =
      (t[2816 + (b & 0xff)] as number) ^
      (t[2560 + ((b >>> 8) & 0xff)] as number) ^
      (t[2304 + ((b >>> 16) & 0xff)] as number) ^
      (t[2048 + (b >>> 24)] as number) ^
      ((t[1792 + (c & 0xff)] as number) ^
        (t[1536 + ((c >>> 8) & 0xff)] as number) ^
        (t[1280 + ((c >>> 16) & 0xff)] as number) ^
        (t[1024 + (c >>> 24)] as number)) ^
      ((t[768 + (d & 0xff)] as number) ^
        (t[512 + ((d >>> 8) & 0xff)] as number) ^
        (t[256 + ((d >>> 16) & 0xff)] as number) ^
        (t[d >>> 24] as number));
    crc =
      rest ^
      ((t[3840 + (a & 0xff)] as number) ^
        (t[3584 + ((a >>> 8) & 0xff)] as number) ^
        (t[3328 + ((a >>> 16) & 0xff)] as number) ^
        (t[3072 + (a >>> 24)] as number));
  }
  return crc;
}
