import { ext } from './browser';

/**
 * Saves what is at a Blob's address under a name in the downloads folder. Gives the browser's number of the download.
 * @param isOver what has the name there is ours, and goes; else another name is found where it is taken
 */
export const download = (url: string, name: string, isOver = false): Promise<number> =>
  ext.downloads.download({
    url,
    filename: name,
    saveAs: false,
    conflictAction: isOver ? 'overwrite' : 'uniquify',
  });

/**
 * How a download ended. `complete`: under which name, which the browser may have changed (`x (1).zip`), and with how many
 * bytes; null where it does not say. `cancelled`: by the person; `no-space`: the disk is full; `interrupted`: anything else.
 */
export type DownloadEnd =
  | { readonly kind: 'complete'; readonly name: string | null; readonly bytes: number | null }
  | { readonly kind: 'cancelled' | 'no-space' | 'interrupted' };

/** How a download ended, or null while it runs. */
export async function downloadEnd(id: number): Promise<DownloadEnd | null> {
  const [found] = await ext.downloads.search({ id });
  if (found?.state === 'in_progress') return null;
  if (found?.state !== 'complete') return { kind: interruption(found?.error) };
  const name = baseOf(found.filename);
  return { kind: 'complete', name: name === '' ? null : name, bytes: found.fileSize >= 0 ? found.fileSize : null };
}

// the folders are nobody's business
const baseOf = (filename: string): string => filename.replace(/^.*[/\\]/s, '');

function interruption(error: string | undefined): Exclude<DownloadEnd['kind'], 'complete'> {
  if (error === 'USER_CANCELED') return 'cancelled';
  return error === 'FILE_NO_SPACE' ? 'no-space' : 'interrupted';
}

/** A download of ours since then that runs, or is there whole, under that name, but for the number a browser adds; or null. */
export async function findDownload(sought: {
  readonly name: string;
  readonly bytes: number;
  readonly since: string;
}): Promise<number | null> {
  const found = await ext.downloads.search({ startedAfter: sought.since });
  const match = found.find(
    ({ byExtensionId, state, exists, fileSize, filename }) =>
      byExtensionId === ext.runtime.id &&
      (state === 'in_progress' || (state === 'complete' && exists && fileSize === sought.bytes)) &&
      isNamed(baseOf(filename), sought.name),
  );
  return match?.id ?? null;
}

// the name may have a number itself: it lies beside another one
const isNamed = (name: string, sought: string): boolean =>
  name === sought || name.replace(/ ?\(\d+\)(?=\.zip$)/, '') === sought;

/** True if the browser still lists a download when it has been closed and opened again. Firefox begins with an empty list. */
export const keepsList = !import.meta.env.FIREFOX;

/**
 * True if a file whose place a download was to take stays where that finds no room. Firefox removes it, or has it empty (seen in
 * 153: `test/slow/full-folder`).
 */
export const keepsEarlier = !import.meta.env.FIREFOX;

/** A file that a download of ours has written. */
export interface WrittenFile {
  /** The whole path, with `/` between folders. */
  readonly path: string;
  readonly bytes: number;
  /** False: the browser has looked, and nothing has that name any more. */
  readonly isThere: boolean;
}

/**
 * The files that downloads of ours have written, as far as the browser lists them. Chromium looks at the disk because it is
 * asked, at most every ten seconds; its answer is what it knew before, and what it finds `onFileFound` hears.
 */
export async function ourFiles(): Promise<WrittenFile[]> {
  const found = await ext.downloads.search({ state: 'complete', limit: 0 });
  return found
    .filter(({ byExtensionId }) => byExtensionId === ext.runtime.id)
    .map(({ filename, fileSize, exists }) => ({
      path: filename.replaceAll('\\', '/'),
      bytes: fileSize,
      isThere: exists,
    }));
}

/** Since when the person is asked where to save a download, in milliseconds; null: it has its name, or has ended. */
export async function askedSince(id: number): Promise<number | null> {
  const [found] = await ext.downloads.search({ id });
  return found?.state === 'in_progress' && found.filename === '' ? Date.parse(found.startTime) : null;
}

/** Calls back with the number of each download that ends. */
export const onDownloadEnd = (listener: (id: number) => void): void =>
  ext.downloads.onChanged.addListener(({ id, state }) => {
    if (state?.current === 'complete' || state?.current === 'interrupted') listener(id);
  });

/**
 * Calls back when the browser has found that a file which a download wrote is there no longer, or again. Gives the function
 * that ends it.
 */
export function onFileFound(listener: () => void): () => void {
  const heard = ({ exists }: { readonly exists?: unknown }): void => {
    if (exists !== undefined) listener();
  };
  ext.downloads.onChanged.addListener(heard);
  return () => ext.downloads.onChanged.removeListener(heard);
}

/** Removes the file of a download that has ended and is not what it should be, and its line in the browser's list. */
export async function discardDownload(id: number): Promise<void> {
  await ext.downloads.removeFile(id);
  await ext.downloads.erase({ id });
}

/** Stops a download that runs. One that has ended is left as it is. */
export async function stopDownload(id: number): Promise<void> {
  if ((await downloadEnd(id)) === null) await ext.downloads.cancel(id);
}
