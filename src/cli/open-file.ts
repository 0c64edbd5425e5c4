import { type OpenedArchive, openArchive } from '../archive/open';
import { type Complaint, complaint } from './complaint';
import { fileSource } from './files';

/** Opens an archive file, or says in a sentence why not. `close` lets go of the file. */
export async function openFile(path: string): Promise<{ archive: OpenedArchive; close(): Promise<void> } | Complaint> {
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

/** Why a file of the disk cannot be read, in a sentence. */
export function unreadable(path: string, error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return `${path}: there is no such file.`;
  if (code === 'EACCES' || code === 'EPERM') return `${path}: this file may not be read.`;
  throw error;
}
