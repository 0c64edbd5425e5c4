/*
 * A folder of the person's own, in browsers that hand one out (File System Access, Chromium). Nothing outside it can be
 * reached, and nothing of it is read but what was written there by us.
 */

/** What TypeScript does not know of it. */
interface Asking {
  queryPermission?(of: { readonly mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(of: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}
type Handle = FileSystemDirectoryHandle & Asking;
type Picker = (options: { readonly id: string; readonly mode: 'readwrite' }) => Promise<Handle>;

const WRITE = { mode: 'readwrite' } as const;

const picker = (): Picker | null => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker ?? null;

/** True if this browser hands out folders. */
export const canPick = (): boolean => picker() !== null;

/** Asks the person for a folder; null: none was chosen. The browser asks only from within a click. */
export async function pickFolder(): Promise<{ readonly name: string; readonly handle: unknown } | null> {
  try {
    const handle = await picker()?.({ id: 'valise', ...WRITE });
    return handle ? { name: handle.name, handle } : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Asks the person to let us into a folder again. From within a click alone. */
export const allowAgain = async (handle: unknown): Promise<boolean> =>
  (await (handle as Asking).requestPermission?.(WRITE)) === 'granted';

/** True if we are let into a folder now; nobody is asked. */
export const isAllowed = async (handle: unknown): Promise<boolean> =>
  ((await (handle as Asking).queryPermission?.(WRITE)) ?? 'granted') === 'granted';

/** A folder, as far as archives are written into it. */
export interface PickedFolder {
  isAllowed(): Promise<boolean>;
  /** What lies at a path; null: nothing. */
  read(path: string): Promise<Blob | null>;
  /** Writes it whole, or leaves what was there. */
  write(path: string, blob: Blob, signal: AbortSignal): Promise<void>;
  /** What an error of these says. */
  errorOf(error: unknown): 'folder-failing' | 'folder-full' | 'folder-gone' | 'folder-locked';
}

/** A folder by the browser's handle of it. */
export function pickedFolder(given: unknown): PickedFolder {
  const root = given as Handle;
  return {
    isAllowed: () => isAllowed(root),
    async read(path) {
      try {
        const { folder, name } = await walk(root, path, false);
        return await (await folder.getFileHandle(name)).getFile();
      } catch (error) {
        if (!isMissing(error)) throw error;
        await root.keys().next(); // the folder itself must be there
        return null;
      }
    },
    async write(path, blob, signal) {
      const { folder, name } = await walk(root, path, true);
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await blob.stream().pipeTo(file, { signal }); // on an error it is given up, and what was there stays
    },
    errorOf: (error) => ERRORS[error instanceof DOMException ? error.name : ''] ?? 'folder-failing',
  };
}

const ERRORS: Record<string, ReturnType<PickedFolder['errorOf']>> = {
  NotAllowedError: 'folder-locked',
  NotFoundError: 'folder-gone',
  QuotaExceededError: 'folder-full',
  SecurityError: 'folder-locked',
};

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

async function walk(root: Handle, path: string, create: boolean) {
  const pieces = path.split('/');
  const name = pieces.pop() ?? '';
  let folder: FileSystemDirectoryHandle = root;
  for (const piece of pieces) folder = await folder.getDirectoryHandle(piece, { create });
  return { folder, name };
}
