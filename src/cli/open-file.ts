import { type OpenedArchive, openArchive } from '../archive/open';
import type { Refused } from '../archive/verdict';
import { type Complaint, complaint, isComplaint } from './complaint';
import { fileSource } from './files';
import type { Out } from './out';

/**
 * Opens an archive file, lets `use` work on it and closes it again; gives the exit code. Whatever is in the way is one
 * sentence on the side of complaints.
 * @param onRefusal told of an archive that is not opened at all, before the complaint
 */
export async function withArchive(
  path: string,
  out: Out,
  use: (archive: OpenedArchive) => Promise<number | Complaint>,
  onRefusal: (refusal: Refused) => void = () => undefined,
): Promise<number> {
  const opened = await openFile(path);
  if (isComplaint(opened)) return tell(opened, out);
  if ('flaw' in opened) {
    onRefusal(opened);
    return tell(complaint(`${path}: ${opened.flaw.sentence}`), out);
  }
  try {
    const result = await use(opened.archive);
    return isComplaint(result) ? tell(result, out) : result;
  } finally {
    await opened.close();
  }
}

function tell({ sentence, code, before = [] }: Complaint, out: Out): number {
  for (const line of [...before, sentence]) out.complain(line);
  return code;
}

async function openFile(
  path: string,
): Promise<{ archive: OpenedArchive; close(): Promise<void> } | Refused | Complaint> {
  let source: Awaited<ReturnType<typeof fileSource>>;
  try {
    source = await fileSource(path);
  } catch (error) {
    return complaint(unreadable(path, error));
  }
  const opened = await openArchive(source);
  if (opened.kind === 'archive') return { archive: opened, close: () => source.close() };
  await source.close();
  return opened;
}

/** The system's code of an error, such as ENOENT; null for what is no error of the system. */
function codeOf(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : null;
}

const READING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  ENOTDIR: 'there is no such file.',
  EACCES: 'this file may not be read.',
  EPERM: 'this file may not be read.',
  EISDIR: 'this is a folder, not a file.',
  EFTYPE: 'this is no ordinary file.',
};

const WRITING: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; nothing was written there.',
  EDQUOT: 'the disk is full; nothing was written there.',
  ENOENT: 'there is no such folder to write into.',
  ENOTDIR: 'there is no such folder to write into.',
  EACCES: 'nothing may be written there.',
  EPERM: 'nothing may be written there.',
  EROFS: 'nothing may be written there.',
  EISDIR: 'this is a folder; say the name of a file.',
  EFTYPE: 'this is no ordinary file; say the name of one.',
};

/** Why a file of the disk cannot be read, in a sentence. What is no error of the system is thrown again. */
export const unreadable = (path: string, error: unknown): string =>
  told(path, error, READING, 'this file cannot be read');

/** Why a file cannot be written, in a sentence. What was there before is untouched. */
export const unwritable = (path: string, error: unknown): string =>
  told(path, error, WRITING, 'nothing can be written there');

function told(path: string, error: unknown, words: Readonly<Record<string, string>>, otherwise: string): string {
  const code = codeOf(error);
  if (code === null) throw error;
  return `${path}: ${words[code] ?? `${otherwise} (${code}).`}`;
}
