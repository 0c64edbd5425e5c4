import { u16, u64, viewOf } from './binary';

export const ZIP64 = 0x0001;

/** Fields that hold times and owners only; programs that pack a folder again add them. */
const HARMLESS: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7855, 0x7875]);

/** The fields behind a header's name, in order, or null where they do not fit their length. */
export function extraFields(extra: Uint8Array): { id: number; data: Uint8Array }[] | null {
  const view = viewOf(extra);
  const fields: { id: number; data: Uint8Array }[] = [];
  for (let at = 0; at < extra.length; ) {
    if (at + 4 > extra.length) return null;
    const end = at + 4 + u16(view, at + 2);
    if (end > extra.length) return null;
    fields.push({ id: u16(view, at), data: extra.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** The first field that an archive may not carry: its number, or null. */
export function strangeField(extra: Uint8Array): number | null {
  const fields = extraFields(extra) ?? [];
  return fields.find(({ id }) => id !== ZIP64 && !HARMLESS.has(id))?.id ?? null;
}

/**
 * Puts the 64-bit values of the zip64 field in the places that are all ones in the header, in the header's order.
 * Null where a value is missing.
 */
export function zip64Values(extra: Uint8Array, values: readonly number[]): number[] | null {
  if (!values.includes(0xffff_ffff)) return [...values];
  const field = extraFields(extra)?.find(({ id }) => id === ZIP64)?.data ?? new Uint8Array(0);
  const view = viewOf(field);
  let at = 0;
  const whole: number[] = [];
  for (const value of values) {
    if (value !== 0xffff_ffff) {
      whole.push(value);
    } else if (at + 8 <= field.length) {
      whole.push(u64(view, at));
      at += 8;
    } else {
      return null;
    }
  }
  return whole;
}
