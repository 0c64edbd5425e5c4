import { z } from 'zod';
import { concat, looseText, utf8 } from '../lib/bytes';
import { hashIn } from '../lib/hash';
import { canonical, parseJson } from '../lib/json';
import { compareText } from '../lib/text';
import type { Event } from '../model/event';
import { Frame, sliceHashes } from '../raw/frame';

/** The largest slice or frame that goes into `raw.pack`; what is larger is an artifact of its own. */
export const PACKED_LIMIT = 1_048_576;

/** `raw.index.json`: where each slice and frame lies in `raw.pack`. */
export const RawIndex = z.array(
  z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), offset: z.int(), bytes: z.int() }),
);
export type RawIndex = z.infer<typeof RawIndex>;

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes of many artifacts by their bare hashes, in that order; null for what is not there. */
export type GetMany = (hashes: readonly string[]) => AsyncIterable<Bytes | null>;

/** Many, one after the other. */
export const oneByOne = (get: (hash: string) => Promise<Bytes | null>): GetMany =>
  async function* (hashes) {
    for (const hash of hashes) yield await get(hash);
  };

/** How many bytes each of many artifacts has, 0 for what is not there: where that is known without reading them. */
export type GetSizes = (hashes: readonly string[]) => Promise<readonly number[]>;

/** The frame that bytes are, or null. */
export function frameOf(bytes: Uint8Array): Frame | null {
  if (looseText(bytes.subarray(0, 12)) !== '{"exchange":') return null;
  const parsed = Frame.safeParse(parseJson(looseText(bytes)));
  return parsed.success ? parsed.data : null;
}

/**
 * The raw artifacts of a session in the order in which they are packed: by the first `seq` that needs them, then by
 * hash; what no event needs (frames of containers) last.
 */
export async function rawOrder(
  events: readonly Event[],
  containers: readonly string[],
  get: GetMany,
): Promise<string[]> {
  const slices = await slicesIn(events, get);
  const first = new Map<string, number>();
  const need = (hash: string | null, seq: number): void => {
    if (hash !== null && !first.has(hash)) first.set(hash, seq);
  };
  const framed = new Set<string>();
  for (const { seq, source } of events)
    for (const { artifact, frame } of source.raw) {
      need(hashIn(artifact), seq);
      need(hashIn(frame), seq);
      if (framed.has(frame)) continue;
      framed.add(frame);
      for (const slice of slices.get(frame) ?? []) need(slice, seq);
    }
  for (const frame of containers) need(hashIn(frame), Number.POSITIVE_INFINITY);
  return [...first].sort(([a, m], [b, n]) => (m === n ? compareText(a, b) : m - n)).map(([hash]) => hash);
}

/** The slices of every frame that events name. */
async function slicesIn(events: readonly Event[], get: GetMany): Promise<Map<string, string[]>> {
  const frames = [...new Set(events.flatMap(({ source }) => source.raw.map(({ frame }) => frame)))];
  const slices = new Map<string, string[]>();
  let at = 0;
  for await (const bytes of get(frames.map((frame) => hashIn(frame) ?? ''))) {
    const parsed = bytes && frameOf(bytes);
    slices.set(frames[at++] ?? '', parsed ? sliceHashes(parsed) : []);
  }
  return slices;
}

/** `raw.pack` and its index. Gives also the hashes that are too large for it. What is not there is left out. */
export async function packRaw(
  order: readonly string[],
  get: GetMany,
): Promise<{ pack: Bytes; index: Bytes; packed: string[]; large: string[] }> {
  const pieces: Uint8Array[] = [];
  const index: RawIndex = [];
  const large: string[] = [];
  const newline = utf8('\n');
  let offset = 0;
  let at = 0;
  for await (const bytes of get(order)) {
    const sha256 = order[at++] ?? '';
    if (!bytes) continue;
    if (bytes.length > PACKED_LIMIT) {
      large.push(sha256);
      continue;
    }
    index.push({ sha256, offset, bytes: bytes.length });
    pieces.push(bytes, newline);
    offset += bytes.length + 1;
  }
  return { pack: concat(pieces), index: utf8(canonical(index)), packed: index.map((each) => each.sha256), large };
}
