import { type OpenedArchive, openArchive } from '../../archive/open';
import type { Refused } from '../../archive/verdict';
import { type Verdict, verifyArchive } from '../../archive/verify';
import { blobSource } from '../../archive/zip/ports';
import { Fault } from '../../lib/fault';

/** What was found out about a file: refused, or opened and checked. */
export type Checked =
  | Refused
  | { readonly kind: 'checked'; readonly archive: OpenedArchive; readonly verdict: Verdict };

export interface CheckOptions {
  /** Files and events checked so far, of how many. */
  readonly progress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Lets the page answer; a timer would be slowed down in a tab that is not in front. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Opens a file as an archive and checks all of it. Throws the Fault `cancelled`. */
export async function checkArchive(file: Blob, { progress, signal }: CheckOptions): Promise<Checked> {
  const archive = await openArchive(blobSource(file));
  if (signal.aborted) throw new Fault('cancelled');
  if (archive.kind === 'refused') return archive;
  const verdict = await verifyArchive(archive, { progress, signal, rest });
  return verdict.kind === 'refused' ? verdict : { kind: 'checked', archive, verdict };
}
