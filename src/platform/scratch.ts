import { letGo } from '../lib/bytes';

/*
 * Files of the browser's own (Origin Private File System): on the disk, not in memory, and seen by nobody but us. What is
 * written there is handed on as a File and removed when it was taken, or when something begins the next time.
 */

const FOLDER = 'exports';

/** What TypeScript has for workers alone. */
interface Handle {
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  truncate(size: number): void;
  close(): void;
}
type WithHandle = FileSystemFileHandle & { createSyncAccessHandle?(): Promise<Handle> };

/** A file that is being written, in a worker. */
export interface Scratch {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends the writing. What comes is read from the disk. */
  file(type: string): Promise<Blob>;
}

const folderOf = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** Begins a file; null where the browser gives none, as Firefox does while it remembers nothing. */
export async function openScratch(name: string): Promise<Scratch | null> {
  const opened = await begun(name);
  if (!opened) return null;
  const { entry, handle } = opened;
  let at = 0;
  return {
    async write(bytes) {
      at += written(handle, bytes, at);
      letGo(bytes);
    },
    async file(type) {
      handle.close();
      const file = await entry.getFile();
      return file.slice(0, file.size, type); // the file's own type is what its name says
    },
  };
}

async function begun(name: string): Promise<{ readonly entry: WithHandle; readonly handle: Handle } | null> {
  try {
    const entry: WithHandle = await (await folderOf()).getFileHandle(name, { create: true });
    const handle = await entry.createSyncAccessHandle?.();
    handle?.truncate(0);
    return handle ? { entry, handle } : null;
  } catch {
    return null; // no room for an empty file, or no such folder here: what is written is held in memory, as it can be
  }
}

/** Browsers say "not written" by a smaller number, or throw, and not all of them why: of a file of ours it is the room. */
function written(handle: Handle, bytes: Uint8Array<ArrayBuffer>, at: number): number {
  const fault = (cause?: unknown): Error => new DOMException(`not written: ${String(cause)}`, 'QuotaExceededError');
  let count: number;
  try {
    count = handle.write(bytes, { at });
  } catch (error) {
    throw fault(error);
  }
  if (count !== bytes.length) throw fault();
  return count;
}

/** A worker that was ended, or a download, may hold a file for a moment yet. Milliseconds between tries. */
const AGAIN_AFTER = [0, 100, 500, 2000] as const;

/** Removes the files that are not to be kept. One that is held for longer stays until the next time. */
export async function sweepScratch(isKept: (name: string) => boolean): Promise<void> {
  for (const milliseconds of AGAIN_AFTER) {
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (await isSwept(isKept)) return;
  }
}

async function isSwept(isKept: (name: string) => boolean): Promise<boolean> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
    const names = (await namesIn(folder)).filter((name) => !isKept(name));
    const removed = await Promise.allSettled(names.map((name) => folder.removeEntry(name)));
    return removed.every(({ status }) => status === 'fulfilled');
  } catch {
    return true; // there is no such folder: nothing was ever written, or nothing can be
  }
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}
