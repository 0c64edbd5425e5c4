import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSink, ByteSource } from '../archive/zip/ports';

/** A file of the disk as a source: only the range that is asked for is read. `close` when done. */
export async function fileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(from, to) {
      const bytes = new Uint8Array(to - from);
      let at = 0;
      while (at < bytes.length) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.subarray(0, at);
    },
    close: () => file.close(),
  };
}

const CHUNK = 1 << 20;

/** A source piece by piece, 1 MiB each. */
export async function* chunksOf(source: ByteSource): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < source.size; at += CHUNK) yield await source.read(at, Math.min(source.size, at + CHUNK));
}

/** Writes a file whole or not at all: under another name beside it (`partial`), moved into place when `done`. */
export async function wholeFile(
  path: string,
): Promise<ByteSink & { readonly partial: string; done(): Promise<void>; drop(): Promise<void> }> {
  const partial = `${path}.partial-${process.pid}`;
  const file = await open(partial, 'w');
  return {
    partial,
    write: async (chunk) => {
      await file.writeFile(chunk);
    },
    async done() {
      await file.sync();
      await file.close();
      await rename(partial, path);
    },
    async drop() {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}

/** Writes a small text file. */
export const writeText = (path: string, text: string): Promise<void> => writeFile(path, text, 'utf8');

/** The files below a path, sorted; the path itself where it is a file. */
export async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const below = await Promise.all(entries.map((entry) => filesBelow(join(path, entry.name))));
  return below.flat().sort();
}
