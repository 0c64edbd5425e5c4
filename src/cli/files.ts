import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSink, ByteSource } from '../archive/zip/ports';
import { utf8 } from '../lib/bytes';

/** What a path that is no ordinary file is told with: a pipe would be waited for, and a device has no end. */
const notAFile = (isFolder: boolean): Error =>
  Object.assign(new Error('no ordinary file'), { code: isFolder ? 'EISDIR' : 'EFTYPE' });

/** A file of the disk as a source: only the range that is asked for is read. `close` when done. */
export async function fileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const found = await stat(path);
  if (!found.isFile()) throw notAFile(found.isDirectory());
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

/**
 * Writes a file whole or not at all: under another name beside it, moved into place when `done`. What a link leads to is
 * written, the link stays; what is no ordinary file (a device, a pipe) is never put aside for one.
 */
export async function wholeFile(
  path: string,
): Promise<ByteSink & { readonly partial: string; done(): Promise<void>; drop(): Promise<void> }> {
  const target = await placeOf(path);
  const partial = `${target}.partial-${process.pid}`;
  const file = await open(partial, 'w');
  return {
    partial,
    write: async (chunk) => {
      await file.writeFile(chunk);
    },
    async done() {
      await file.sync();
      await file.close();
      await rename(partial, target);
    },
    async drop() {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}

/** Where a file is to lie: the path itself, or the file that a link leads to. */
async function placeOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null); // what is not there yet can be written
  if (found && !found.isFile()) throw notAFile(found.isDirectory());
  return found ? realpath(path) : path;
}

/** True if both paths lead to one and the same file that is there. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((path) => stat(path).catch(() => null))); // not there: not the same
  return Boolean(one && other && one.ino === other.ino && one.dev === other.dev);
}

/** Writes a small text file, whole or not at all. */
export async function writeText(path: string, text: string): Promise<void> {
  const file = await wholeFile(path);
  try {
    await file.write(utf8(text));
    await file.done();
  } catch (error) {
    await file.drop();
    throw error;
  }
}

/**
 * The files below a path, sorted; the path itself where it is no folder. Links to files are followed, links to folders
 * are not: they may lead round in a circle. Pipes and devices in a folder are passed over.
 */
export async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const below = await Promise.all(
    entries.map(async (entry) => {
      const each = join(path, entry.name);
      if (entry.isDirectory()) return filesBelow(each);
      const found = entry.isSymbolicLink() ? await stat(each).catch(() => null) : entry; // a link that leads nowhere
      return found?.isFile() ? [each] : [];
    }),
  );
  return below.flat().sort();
}
