import { utf8 } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { sha256Native } from '../lib/hash';
import type { BagFile } from './bag';
import { readied } from './zip/pack-entry';
import type { ZipEntryIn } from './zip/ports';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of an archive that is about to be written. */
export type Filled = BagFile & Pick<ZipEntryIn, 'bytes' | 'ready' | 'compressed'>;

/** Makes a file of what was computed. */
export type Fill = (path: string, content: string | Bytes) => Promise<Filled>;

/** @param early what was computed is packed at once, and only that is held: of texts a fifth or less */
export const filling =
  (early: boolean, signal?: AbortSignal): Fill =>
  async (path, content) => {
    const bytes = typeof content === 'string' ? utf8(content) : content;
    const file = { path, sha256: await sha256Native(bytes), size: bytes.length };
    if (!early) return { ...file, bytes: handed(bytes) };
    const ready = handed(await readied(bytes, false, signal));
    return { ...file, ready: async () => ready(), bytes: () => Promise.reject(new Fault('broken-promise')) };
  };

/** Something that is asked for once: what was taken is not held until the last of it is. */
export function handed<T>(value: T): () => Promise<T> {
  let held: { readonly value: T } | null = { value };
  return async () => {
    const given = held;
    held = null;
    if (!given) throw new Fault('broken-promise');
    return given.value;
  };
}
