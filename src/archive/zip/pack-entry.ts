import { utf8 } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { crc32 } from './crc32';
import { packed } from './deflate';
import type { Written } from './headers';
import type { Ready, ZipEntryIn } from './ports';

/** Bytes as they go into a zip. */
export async function readied(
  bytes: Uint8Array<ArrayBuffer>,
  compressed: boolean,
  signal: AbortSignal | undefined,
): Promise<Ready> {
  const { method, pieces, size } = await packed(bytes, compressed, signal);
  return { method, pieces, packed: size, size: bytes.length, crc: crc32(bytes) };
}

/**
 * An entry ready to be written at an offset: what its headers say, and its packed bytes.
 * Faults: `broken-promise` where it has not the size it promised; `cancelled`.
 */
export async function packEntry(
  entry: ZipEntryIn,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<{ header: Written; pieces: readonly Uint8Array<ArrayBuffer>[] }> {
  const ready = (await entry.ready?.()) ?? (await readied(await entry.bytes(), entry.compressed ?? false, signal));
  const { pieces, ...header } = ready;
  if (header.size !== entry.size) throw new Fault('broken-promise');
  return { header: { name: utf8(entry.path), ...header, offset }, pieces };
}
