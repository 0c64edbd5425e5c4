import { openArchive } from '../archive/open';
import { isOfContent } from '../archive/verdict';
import { verifyArchive } from '../archive/verify';
import { blobSource } from '../archive/zip/ports';
import { Fault } from '../lib/fault';
import type { Written } from './export';
import type { Progress } from './worker';

/** Every finished archive is verified before it is handed over. Gives how much its sessions lack. */
export async function verifyPacked(
  { blob, identity }: Pick<Written, 'blob' | 'identity'>,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<number> {
  progress('verifying', 0, null);
  const archive = await openArchive(blobSource(blob));
  if (archive.kind === 'refused') throw new Fault('broken-promise', { cause: archive.flaw });
  const verdict = await verifyArchive(archive, {
    signal,
    progress: (done, of) => progress('verifying', done, of),
  });
  if (verdict.kind === 'refused' || !verdict.flaws.every(isOfContent) || verdict.archiveIdentity !== identity)
    throw new Fault('broken-promise', { cause: verdict });
  return verdict.flaws.length;
}
