import type { DownloadEnd } from '../../platform/downloads';
import type { Database } from '../../store/database';
import { isOpen, readJob } from '../../store/jobs';
import type { FolderJob } from './due';

/** What it takes to see that an archive has come before another one goes. */
export interface InPlaceParts {
  readonly db: Database;
  download(url: string, name: string, isOver?: boolean): Promise<number>;
  downloadEnd(id: number): Promise<DownloadEnd | null>;
  /** Removes the file of a download that has ended and is not what it should be. */
  discardDownload(id: number): Promise<void>;
  pause(milliseconds: number): Promise<void>;
}

interface Archive {
  readonly url: string;
  readonly bytes: number;
  /** Where the earlier one lies. */
  readonly path: string;
  /** The download of the same archive under a free name. */
  readonly first: number;
}

const LOOK_AGAIN = 100;

/**
 * Takes the place of an earlier archive in a browser that loses it where the new one does not fit: the new one lies under a free
 * name until it has come under the earlier one's, too. At each moment one of them is whole. Gives the download that counts.
 */
export async function inItsPlace(
  parts: InPlaceParts,
  { id, ask }: FolderJob,
  { url, bytes, path, first }: Archive,
): Promise<number> {
  const { db, download, discardDownload } = parts;
  if (!isWhole(await ended(parts, first), bytes)) return first;
  const job = await readJob(db, id);
  const over = job && isOpen(job) ? await download(url, path, true).catch(() => null) : null;
  if (over === null) return first;
  const end = await ended(parts, over);
  const [counts, other] = isWhole(end, bytes) ? [over, first] : [first, over];
  if (other === first || isShort(end, bytes, ask.folder.over)) await discardDownload(other).catch(() => undefined); // it may be gone by now
  return counts;
}

/** True if a download came with all its bytes, as far as the browser says how many. */
export const isWhole = (end: DownloadEnd, bytes: number): boolean =>
  end.kind === 'complete' && (end.bytes === null || end.bytes === bytes);

/**
 * True if what lies under the name is the beginning of ours, for which there was no room, and nothing else: what has the
 * earlier archive's size may be that one.
 */
export const isShort = (end: DownloadEnd, bytes: number, earlier: number | null): boolean =>
  end.kind === 'complete' && end.bytes !== null && end.bytes < bytes && end.bytes !== earlier;

async function ended({ downloadEnd, pause }: InPlaceParts, id: number): Promise<DownloadEnd> {
  for (;;) {
    const end = await downloadEnd(id);
    if (end) return end;
    await pause(LOOK_AGAIN);
  }
}
