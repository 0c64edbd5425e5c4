import type { DownloadEnd, WrittenFile } from '../../platform/downloads';
import type { FolderError } from '../../store/job-rows';
import { endJob } from '../../store/jobs';
import type { Moved } from '../../store/saved';
import type { FolderJob } from './due';
import { type Lies, ownOf } from './gone';
import { type InPlaceParts, inItsPlace, isShort, isWhole } from './in-its-place';
import { keepSaved } from './keep-saved';
import { plainPath } from './names';

/** What the folder needs of the browser's downloads. */
export interface DownloadsFolder extends InPlaceParts {
  /** A download of ours since then that has ended well, has that name but for a number, and so many bytes; else null. */
  findDownload(sought: {
    readonly name: string;
    readonly bytes: number;
    readonly since: string;
  }): Promise<number | null>;
  /** The files that downloads of ours have written, as far as the browser knows of them. */
  ourFiles(): Promise<readonly WrittenFile[]>;
  /** True if it goes on to know them when it has been closed and opened again. */
  readonly keepsList: boolean;
  /** True if a file whose place is to be taken stays where the new one does not fit. */
  readonly keepsEarlier: boolean;
}

/** A download of the folder's: its number, and the path that was asked for. */
interface Begun {
  readonly download: number;
  readonly path: string;
}

/**
 * Begins the download into the folder; gives an earlier try's where that had come to its end. Only what we wrote ourselves has
 * its place taken: by our own record, and by the browser's list of what it wrote.
 */
export async function downloadToFolder(
  parts: DownloadsFolder,
  job: FolderJob,
  { url, bytes }: { readonly url: string; readonly bytes: number },
): Promise<Begun> {
  const { path, over } = job.ask.folder;
  const isOver = over !== null && mayBeOurs({ name: path, bytes: over }, await parts.ourFiles(), parts.keepsList);
  const isFirst = isOver && !parts.keepsEarlier;
  const begun =
    (await earlierTry(parts, job, bytes)) ?? (await begin(parts, { url, path, isOver: isOver && !isFirst }));
  if (!isFirst || begun.path !== path || (await isAt(parts, begun))) return begun;
  return { download: await inItsPlace(parts, job, { url, bytes, path, first: begun.download }), path };
}

async function earlierTry(
  { findDownload }: DownloadsFolder,
  { made, ask: { folder } }: FolderJob,
  bytes: number,
): Promise<Begun | null> {
  for (const path of [folder.path, plainPath(folder.path)]) {
    const before = await findDownload({ name: nameIn(path), bytes, since: made });
    if (before !== null) return { download: before, path };
  }
  return null;
}

async function begin(
  { download }: DownloadsFolder,
  { url, path, isOver }: { readonly url: string; readonly path: string; readonly isOver: boolean },
): Promise<Begun> {
  try {
    return { download: await download(url, path, isOver), path };
  } catch (error) {
    const plain = plainPath(path);
    if (plain === path) throw error;
    // a browser that takes fewer names than others; whatever has that one, our record does not say that it is ours
    return { download: await download(url, plain), path: plain };
  }
}

/** True if a download has ended under the very name that was asked for. */
async function isAt({ downloadEnd }: DownloadsFolder, { download, path }: Begun): Promise<boolean> {
  const end = await downloadEnd(download);
  return end?.kind === 'complete' && end.name === nameIn(path);
}

/**
 * False where what has the name may be somebody else's: the file that we wrote is known to be gone, or the browser, which would
 * know it, does not.
 */
function mayBeOurs(lies: Lies, files: readonly WrittenFile[], keepsList: boolean): boolean {
  const own = ownOf(lies, files);
  return own.length === 0 ? !keepsList : own.some(({ isThere }) => isThere);
}

const ERRORS: Record<Exclude<DownloadEnd['kind'], 'complete'>, FolderError> = {
  cancelled: 'folder-asks',
  'no-space': 'folder-full',
  interrupted: 'folder-failing',
};

/** Firefox calls a small download complete for which the disk had no room: it has fewer bytes then, or none (seen in 153). */
function errorOf(end: DownloadEnd, bytes: number): FolderError {
  if (end.kind !== 'complete') return ERRORS[end.kind];
  return end.bytes !== null && end.bytes < bytes ? 'folder-full' : 'folder-failing';
}

/** The end of such a download is its job's: what came is believed if it has the size that it had here. */
export async function endInFolder(
  { db, ourFiles, discardDownload }: DownloadsFolder,
  job: FolderJob,
  end: DownloadEnd,
  at: string,
): Promise<void> {
  const { result, ask } = job;
  if (!result) return void (await endJob(db, job.id, at, { state: 'failed', error: errorOf(end, 0) }));
  const { bytes, download } = result;
  if (end.kind !== 'complete' || !isWhole(end, bytes)) {
    const isEnded = await endJob(db, job.id, at, { state: 'failed', error: errorOf(end, bytes) });
    if (isEnded && download !== null && isShort(end, bytes, ask.folder.over))
      await discardDownload(download).catch(() => undefined); // it may be gone by now
    return;
  }
  const path = end.name === null ? ask.folder.path : `${folderOf(ask.folder.path)}${end.name}`;
  const moved = movedFrom(job, { name: path, bytes: result.bytes }, await ourFiles());
  await keepSaved(db, job.id, { path, bytes: result.bytes, identity: result.identity, moved }, at);
}

/** Whether an archive that was to take the place of an earlier one lies in another; null: it does not. */
function movedFrom({ ask: { folder } }: FolderJob, lies: Lies, files: readonly WrittenFile[]): Moved | null {
  if (folder.over === null) return null;
  if (lies.name !== folder.path) return 'beside';
  const [before, now] = [ownOf({ name: folder.path, bytes: folder.over }, files), ownOf(lies, files)];
  const isElsewhere = before.length > 0 && !before.some(({ path }) => now.some((each) => each.path === path));
  return isElsewhere ? 'elsewhere' : null;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
