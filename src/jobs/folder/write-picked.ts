import { sha256Stream } from '../../lib/hash';
import { isoTime } from '../../lib/time';
import type { PickedFolder } from '../../platform/picked-folder';
import type { FolderError } from '../../store/job-rows';
import { endJob } from '../../store/jobs';
import type { Packed } from '../export';
import type { Progress, Worker } from '../worker';
import type { FolderJob } from './due';
import { keepSaved, type Lying } from './keep-saved';
import { withNote } from './names';

export interface PickedParts {
  readonly worker: Worker;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** The folder that was picked; null: it is not known any more. */
  folder(): Promise<PickedFolder | null>;
}

/** Writes an archive into the folder that was picked, reads it back, and ends its job. */
export async function writePicked(job: FolderJob, packed: Packed, parts: PickedParts): Promise<void> {
  const { db, now } = parts.worker;
  const end = await written(job, packed, parts);
  if (typeof end === 'string') await endJob(db, job.id, isoTime(now()), { state: 'failed', error: end });
  else await keepSaved(db, job.id, end, isoTime(now()));
}

async function written(
  { ask: { folder: ask } }: FolderJob,
  { blob, identity }: Packed,
  { folder: find, progress, signal }: PickedParts,
): Promise<FolderError | Lying> {
  const folder = await find();
  if (!folder) return 'folder-gone';
  if (!(await folder.isAllowed())) return 'folder-locked';
  try {
    progress('saving', 0, blob.size);
    const hash = await hashOf(blob);
    const path = await placeIn(folder, ask, { size: blob.size, hash });
    if (!(await holds(folder, path, { size: blob.size, hash }))) {
      await folder.write(path, blob, signal);
      progress('verifying', 0, null);
      if (!(await holds(folder, path, { size: blob.size, hash }))) return 'folder-failing';
    }
    return { path, bytes: blob.size, identity, moved: ask.over !== null && path !== ask.path ? 'beside' : null };
  } catch (error) {
    if (signal.aborted) throw error;
    return folder.errorOf(error);
  }
}

interface Content {
  readonly size: number;
  readonly hash: string;
}

/**
 * The first path at which nothing lies, or what an earlier try wrote or had only begun, or the archive whose place is to be
 * taken.
 */
async function placeIn(folder: PickedFolder, ask: FolderJob['ask']['folder'], content: Content): Promise<string> {
  for (let n = 1, path = ask.path; ; n++, path = withNote(ask.path, `(${n - 1})`)) {
    const there = await folder.read(path);
    if (!there || there.size === 0 || (n === 1 && there.size === ask.over)) return path;
    if (there.size === content.size && (await hashOf(there)) === content.hash) return path;
  }
}

async function holds(folder: PickedFolder, path: string, { size, hash }: Content): Promise<boolean> {
  const there = await folder.read(path);
  return there !== null && there.size === size && (await hashOf(there)) === hash;
}

const PIECE = 4 * 1024 * 1024;

async function hashOf(blob: Blob): Promise<string> {
  const hash = sha256Stream();
  for (let at = 0; at < blob.size; at += PIECE)
    hash.update(new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer()));
  return hash.hex();
}
