import type { DownloadEnd } from '../../platform/downloads';
import type { Database } from '../../store/database';
import type { FolderError } from '../../store/job-rows';
import { endJob } from '../../store/jobs';
import type { FolderJob } from './due';
import { keepSaved } from './keep-saved';
import { plainPath } from './names';

/** What the folder needs of the browser's downloads. */
export interface DownloadsFolder {
  download(url: string, name: string, isOver?: boolean): Promise<number>;
  /** A download of ours since then that has ended well, has that name but for a number, and so many bytes; else null. */
  findDownload(sought: {
    readonly name: string;
    readonly bytes: number;
    readonly since: string;
  }): Promise<number | null>;
}

/** Begins the download into the folder; gives the number of an earlier try's where that had come to its end. */
export async function downloadToFolder(
  { download, findDownload }: DownloadsFolder,
  { made, ask: { folder } }: FolderJob,
  { url, bytes }: { readonly url: string; readonly bytes: number },
): Promise<number> {
  const isOver = folder.over !== null;
  for (const path of [folder.path, plainPath(folder.path)]) {
    const before = await findDownload({ name: nameIn(path), bytes, since: made });
    if (before !== null) return before;
  }
  try {
    return await download(url, folder.path, isOver);
  } catch (error) {
    const plain = plainPath(folder.path);
    if (plain === folder.path) throw error;
    return download(url, plain, isOver); // a browser that takes fewer names than others
  }
}

const ERRORS: Record<Exclude<DownloadEnd['kind'], 'complete'>, FolderError> = {
  cancelled: 'folder-asks',
  'no-space': 'folder-full',
  interrupted: 'folder-failing',
};

/** The end of such a download is its job's: what came is believed if it has the size that it had here. */
export async function endInFolder(db: Database, job: FolderJob, end: DownloadEnd, at: string): Promise<void> {
  const { result, ask } = job;
  const isWhole = end.kind === 'complete' && (end.bytes === null || end.bytes === result?.bytes);
  if (!isWhole || !result) {
    const error = end.kind === 'complete' ? 'folder-failing' : ERRORS[end.kind];
    await endJob(db, job.id, at, { state: 'failed', error });
    return;
  }
  const path = end.name === null ? ask.folder.path : `${folderOf(ask.folder.path)}${end.name}`;
  await keepSaved(db, job.id, { path, bytes: result.bytes, identity: result.identity }, at);
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
