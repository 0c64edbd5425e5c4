import { sweepScratch } from '../platform/scratch';
import { inWorker } from '../platform/workers';
import type { Database } from '../store/database';
import type { ExportJob } from '../store/job-rows';
import { openJobs } from '../store/jobs';
import type { Packed, Written } from './export';
import type { RunParts } from './run-exports';
import type { Progress } from './worker';

/** What a worker is to pack, and under which name it may write. */
export interface PackOrder {
  readonly ask: ExportJob['ask'];
  readonly release: string;
  readonly scratch: string;
}

export type VerifyOrder = Pick<Written, 'blob' | 'identity'>;

/** The programs of the two workers. */
export const PACK = 'pack';
export const VERIFY = 'verify';

/**
 * Packs in one worker and verifies in another, each ended when it has done its part. The archive is a file of the
 * browser's, where it gives one: in memory it is never whole.
 */
export const packingApart = (release: string): Pick<RunParts, 'pack'> => ({
  async pack({ id, ask }, { progress, signal }) {
    const told = (step: readonly unknown[]): void => progress(...(step as Parameters<Progress>));
    // another name every time: a download of an earlier try may still be at its file
    const order: PackOrder = { ask, release, scratch: `${id}.${crypto.randomUUID()}` };
    const written = await inWorker<Written>(PACK, order, { told, signal });
    const { blob, identity } = written;
    const verify: VerifyOrder = { blob, identity };
    const lacking = await inWorker<number>(VERIFY, verify, { told, signal });
    return { ...written, lacking } satisfies Packed;
  },
});

/** Removes the files of exports that have ended: what became of their jobs is written down. */
export async function removeLeft(db: Database): Promise<void> {
  const open = new Set((await openJobs(db)).map(({ id }: Pick<ExportJob, 'id'>) => id));
  await sweepScratch((name) => open.has(name.split('.')[0] ?? ''));
}
