import { utf8 } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { crc32 } from './crc32';
import { packed } from './deflate';
import type { Written } from './headers';
import type { ZipEntryIn } from './ports';

/**
 * An entry ready to be written at an offset: what its headers say, and its packed bytes.
 * Faults: `broken-promise` where it has not the size it promised; `cancelled`.
 */
export async function packEntry(
  entry: ZipEntryIn,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<{ header: Written; pieces: readonly Uint8Array<ArrayBuffer>[] }> {
  const bytes = await entry.bytes();
  if (bytes.length !== entry.size) throw new Fault('broken-promise');
  const { method, pieces, size } = await packed(bytes, entry.compressed ?? false, signal);
  const header = { name: utf8(entry.path), method, crc: crc32(bytes), packed: size, size: bytes.length, offset };
  return { header, pieces };
}
