import { type OpenedArchive, openArchive } from '../archive/open';
import { type Complaint, complaint, isComplaint } from './complaint';
import { fileSource } from './files';
import type { Out } from './out';

/**
 * Opens an archive file, lets `use` work on it and closes it again; gives the exit code. Whatever is in the way is one
 * sentence on the side of complaints.
 */
export async function withArchive(
  path: string,
  out: Out,
  use: (archive: OpenedArchive) => Promise<number | Complaint>,
): Promise<number> {
  const opened = await openFile(path);
  if (isComplaint(opened)) return tell(opened, out);
  try {
    const result = await use(opened.archive);
    return isComplaint(result) ? tell(result, out) : result;
  } finally {
    await opened.close();
  }
}

function tell({ sentence, code }: Complaint, out: Out): number {
  out.complain(sentence);
  return code;
}

async function openFile(path: string): Promise<{ archive: OpenedArchive; close(): Promise<void> } | Complaint> {
  let source: Awaited<ReturnType<typeof fileSource>>;
  try {
    source = await fileSource(path);
  } catch (error) {
    return complaint(unreadable(path, error));
  }
  const opened = await openArchive(source);
  if (opened.kind === 'archive') return { archive: opened, close: () => source.close() };
  await source.close();
  return complaint(`${path}: ${opened.flaw.sentence}`);
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

/** Why a file of the disk cannot be read, in a sentence. */
export function unreadable(path: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `${path}: there is no such file.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path}: this file may not be read.`;
  if (code === 'EISDIR') return `${path}: this is a folder, not a file.`;
  throw error;
}

/** Why a file cannot be written, in a sentence. What was there before is untouched. */
export function unwritable(path: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return `${path}: the disk is full; nothing was written there.`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${path}: there is no such folder to write into.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${path}: nothing may be written there.`;
  if (code === 'EISDIR') return `${path}: this is a folder; say the name of a file.`;
  throw error;
}
