import { Fault } from '../lib/fault';
import { revisionsOf } from '../store/backups';
import { type Database, writing } from '../store/database';
import type { ExportJob } from '../store/job-rows';
import { isOpen, readJob, readyExports } from '../store/jobs';
import type { Delivery } from './deliver';
import type { ExportParts, Packed } from './export';
import { type FolderJob, isForFolder } from './folder/due';
import { type PickedParts, writePicked } from './folder/write-picked';
import { type Worker, workOn } from './worker';

export interface RunParts {
  readonly worker: Worker;
  /** Packs and verifies. */
  pack(job: ExportJob, parts: Pick<ExportParts, 'progress' | 'signal'>): Promise<Packed>;
  /** Hands an archive to the downloads; the job ends with the download. */
  deliver(delivery: Delivery): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  /** The folder that was picked for archives, where this browser hands one out. */
  readonly picked?: PickedParts['folder'];
}

const LOOK_AGAIN = 250;

/**
 * Does every export that waits, or whose worker is gone, one after the other. Runs where Blobs have addresses. Those that
 * wait for files are left for the next time.
 */
export async function runExports(parts: RunParts): Promise<void> {
  for (const { id } of await readyExports(parts.worker.db)) await runExport(parts, id);
}

async function runExport(parts: RunParts, id: string): Promise<void> {
  const { worker, pack, deliver, pause, picked } = parts;
  const { db } = worker;
  await othersAreDone(worker, id, pause);
  const job = await readJob(db, id);
  if (job?.kind !== 'export') return;
  await workOn(worker, job, async (mine, progress, signal) => {
    await noteHeld(db, id, mine.ask.sessions);
    const whole = await pack(mine, { progress, signal });
    const { blob, ...packed } = whole;
    if (signal.aborted) throw new Fault('cancelled');
    if (isPicked(mine)) return writePicked(mine, whole, { worker, progress, signal, folder: picked ?? nowhere });
    progress('saving', 0, null);
    const url = URL.createObjectURL(blob);
    try {
      const delivery = { job: id, url, bytes: blob.size, ...packed };
      // the background may be ended while it is told; what goes to the folder is found there and not begun twice
      await deliver(delivery).catch((error) => {
        if (!isForFolder(mine)) throw error;
        return pause(LOOK_AGAIN * 4).then(() => deliver(delivery));
      });
      // the address must hold until the browser has taken the last byte
      while (!signal.aborted && isStill(await readJob(db, id))) await pause(LOOK_AGAIN);
    } finally {
      URL.revokeObjectURL(url);
    }
  });
}

const isPicked = (job: ExportJob): job is FolderJob => isForFolder(job) && job.ask.folder.place === 'picked';
const nowhere = async (): Promise<null> => null;

/** Which revisions the archive holds at least, for whoever counts what lies in no file. */
async function noteHeld(db: Database, id: string, sessions: readonly string[]): Promise<void> {
  const holds = await revisionsOf(db, sessions);
  await writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind === 'export') await db.jobs.put({ ...job, holds } satisfies ExportJob as ExportJob);
  });
}

/** Whoever was at a job when the background was ended, say, counts as alive for a while: it is waited for. */
async function othersAreDone({ db, holder, now }: Worker, id: string, pause: RunParts['pause']): Promise<void> {
  for (;;) {
    const job = await readJob(db, id);
    const until = job?.state === 'running' && job.lease?.holder !== holder ? Date.parse(job.lease?.until ?? '') : 0;
    if (!(until > now())) return;
    await pause(Math.min(until - now() + 1, 1000));
  }
}

const isStill = (job: Awaited<ReturnType<typeof readJob>>): boolean => job !== null && isOpen(job);

/** One run at a time: asked for during one, another follows it. */
export function exclusive(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  const loop = async (): Promise<void> => {
    await null;
    try {
      while (again) {
        again = false;
        await run();
      }
    } finally {
      running = null;
    }
  };
  return () => {
    again = true;
    running ??= loop();
    return running;
  };
}
