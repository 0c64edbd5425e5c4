import { open } from 'node:fs/promises';
import type { ByteSource } from '../../../../src/archive/zip/ports';
import { openZip } from '../../../../src/archive/zip/reader';
import { sha256Stream } from '../../../../src/lib/hash';

/** A file as a source of bytes, read range by range. */
async function fileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    async read(from, to) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** Streams one entry of a zip on disk: its length and hash, or why not. */
export async function run(path: string, policy: 'archive' | 'foreign', name: string): Promise<unknown> {
  const source = await fileSource(path);
  const opened = await openZip(source, policy);
  if (opened.kind === 'refused') return opened;
  const sha256 = sha256Stream();
  let length = 0;
  for await (const piece of opened.entries.get(name)?.stream() ?? []) {
    sha256.update(piece);
    length += piece.length;
  }
  await source.close();
  return { entries: opened.entries.size, length, sha256: sha256.hex() };
}
