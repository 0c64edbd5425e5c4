import { crc32, deflateRawSync } from 'node:zlib';

/** One entry, honest unless told otherwise. `central` and `local` overwrite what the two headers say. */
export interface Spec {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly store?: boolean;
  /** The packed bytes as they are, whatever the content. */
  readonly raw?: Uint8Array;
  readonly both?: Partial<Header>;
  readonly central?: Partial<Header>;
  readonly local?: Partial<Header>;
  readonly comment?: string;
  /** Bytes after the packed content: a data descriptor, or a hole. */
  readonly after?: Uint8Array;
  /** No bytes of its own: the local header of another entry is named instead. */
  readonly sameAs?: number;
}

export interface Header {
  madeBy: number;
  flags: number;
  method: number;
  time: number;
  crc: number;
  packed: number;
  size: number;
  attributes: number;
  offset: number;
  disk: number;
  name: Uint8Array;
  extra: Uint8Array;
}

export interface Whole {
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  readonly comment?: string | Uint8Array;
  readonly zip64?: boolean;
  /** Overwrites values of the end record, of the 64-bit one where there is one. */
  readonly end?: Partial<{ disk: number; entriesHere: number; entries: number; size: number; from: number }>;
  /** Bytes between the list of entries and the end record. */
  readonly beforeEnd?: Uint8Array;
}

export const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

const text = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value;

/** Little-endian fields, [width in bytes, value]. */
export function fields(...list: readonly (readonly [number, number])[]): Buffer {
  return Buffer.concat(
    list.map(([width, value]) => {
      const field = Buffer.alloc(width);
      if (width === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, width);
      return field;
    }),
  );
}

/** An extra field. */
export const extra = (id: number, data: Uint8Array): Uint8Array =>
  Buffer.concat([fields([2, id], [2, data.length]), data]);

function honest(spec: Spec): { header: Header; raw: Uint8Array } {
  const content = text(spec.content ?? '');
  const stored = spec.store ?? content.length === 0;
  const raw = spec.raw ?? (stored ? content : deflateRawSync(content));
  const header: Header = {
    madeBy: 0x031e,
    flags: 0x0800,
    method: stored ? 0 : 8,
    time: 0x00210000,
    crc: crc32(content),
    packed: raw.length,
    size: content.length,
    attributes: 0o100644 * 0x10000,
    offset: 0,
    disk: 0,
    name: text(spec.name),
    extra: new Uint8Array(0),
    ...spec.both,
  };
  return { header, raw };
}

const localHeader = (h: Header): Buffer =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, 20], [2, h.flags], [2, h.method], [4, h.time], [4, h.crc], [4, h.packed]),
    fields([4, h.size], [2, h.name.length], [2, h.extra.length]),
    h.name,
    h.extra,
  ]);

const centralHeader = (h: Header, comment: Uint8Array): Buffer =>
  Buffer.concat([
    fields([4, 0x02014b50], [2, h.madeBy], [2, 20], [2, h.flags], [2, h.method], [4, h.time], [4, h.crc]),
    fields([4, h.packed], [4, h.size], [2, h.name.length], [2, h.extra.length], [2, comment.length]),
    fields([2, h.disk], [2, 0], [4, h.attributes], [4, h.offset]),
    h.name,
    h.extra,
    comment,
  ]);

function endRecords(at: number, size: number, entries: number, whole: Whole): Buffer {
  const end = { disk: 0, entriesHere: entries, entries, size, from: at, ...whole.end };
  const comment = text(whole.comment ?? '');
  const recordAt = at + size + (whole.beforeEnd?.length ?? 0);
  const big = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, end.disk], [4, 0], [8, end.entriesHere], [8, end.entries]),
    fields([8, end.size], [8, end.from], [4, 0x07064b50], [4, 0], [8, recordAt], [4, 1]),
  ]);
  const small = whole.zip64
    ? fields([2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, 0xffffffff], [4, 0xffffffff])
    : fields([2, end.disk], [2, 0], [2, end.entriesHere], [2, end.entries], [4, end.size], [4, end.from]);
  return Buffer.concat([
    ...(whole.zip64 ? [big] : []),
    fields([4, 0x06054b50]),
    small,
    fields([2, comment.length]),
    comment,
  ]);
}

/** A zip, byte by byte: honest where the specs are, hostile where they are not. */
export function buildZip(specs: readonly Spec[], whole: Whole = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [whole.before ?? new Uint8Array(0)];
  const list: Uint8Array[] = [];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const spec of specs) {
    const { header, raw } = honest(spec);
    const offset = spec.sameAs === undefined ? at : (offsets[spec.sameAs] ?? 0);
    offsets.push(offset);
    if (spec.sameAs === undefined) {
      const local = [localHeader({ ...header, ...spec.local }), raw, spec.after ?? new Uint8Array(0)];
      parts.push(...local);
      at += local.reduce((sum, part) => sum + part.length, 0);
    }
    list.push(centralHeader({ ...header, offset, ...spec.central }, text(spec.comment ?? '')));
  }
  const directory = Buffer.concat(list);
  const end = endRecords(at, directory.length, specs.length, whole);
  const all = [...parts, directory, whole.beforeEnd ?? new Uint8Array(0), end, whole.after ?? new Uint8Array(0)];
  return Uint8Array.from(Buffer.concat(all));
}
