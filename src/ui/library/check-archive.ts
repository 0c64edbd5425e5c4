import { type OpenedArchive, openArchive } from '../../archive/open';
import type { Refused } from '../../archive/verdict';
import { type Verdict, verifyArchive } from '../../archive/verify';
import { blobSource } from '../../archive/zip/ports';

/** What was found out about a file: refused, or opened and checked. */
export type Checked =
  | Refused
  | { readonly kind: 'checked'; readonly archive: OpenedArchive; readonly verdict: Verdict };

export interface CheckOptions {
  /** Files checked so far, of how many. */
  readonly progress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Opens a file as an archive and checks all of it. Throws the Fault `cancelled`. */
export async function checkArchive(file: Blob, { progress, signal }: CheckOptions): Promise<Checked> {
  const archive = await openArchive(blobSource(file));
  if (archive.kind === 'refused') return archive;
  const verdict = await verifyArchive(archive, { progress, signal });
  return verdict.kind === 'refused' ? verdict : { kind: 'checked', archive, verdict };
}
