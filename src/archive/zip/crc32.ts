/** Eight tables, so that eight bytes are taken at a time: about four times as fast as one. */
const TABLES: readonly Int32Array[] = tables();

function tables(): Int32Array[] {
  const first = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    first[n] = value;
  }
  const all = [first];
  for (let t = 1; t < 8; t++) {
    const before = all[t - 1] as Int32Array; // made in the round before
    all.push(before.map((value) => (value >>> 8) ^ (first[value & 0xff] ?? 0)));
  }
  return all;
}

const [T0, T1, T2, T3, T4, T5, T6, T7] = TABLES as [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

/** CRC-32 as zip uses it, unsigned. Give the result of the bytes before to go on from there. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  // `| 0` and `as number`: an index below 256 is always there.
  for (const end = bytes.length - 7; at < end; at += 8) {
    const low =
      crc ^
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24));
    crc =
      (T7[low & 0xff] as number) ^
      (T6[(low >>> 8) & 0xff] as number) ^
      (T5[(low >>> 16) & 0xff] as number) ^
      (T4[low >>> 24] as number) ^
      (T3[bytes[at + 4] as number] as number) ^
      (T2[bytes[at + 5] as number] as number) ^
      (T1[bytes[at + 6] as number] as number) ^
      (T0[bytes[at + 7] as number] as number);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (T0[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc >>> 0;
}
