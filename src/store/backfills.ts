import { type Database, reading, writing } from './database';
import type { BackfillJob } from './job-rows';
import { isOpen, openJobs } from './jobs';

/** The bringing in of everything that has not ended, in order. */
export const openBackfills = async (db: Database): Promise<BackfillJob[]> =>
  (await openJobs(db)).filter((job): job is BackfillJob => job.kind === 'backfill');

/**
 * Takes it on. There is one background in a browser: whoever had it before is dead, and what he still writes is not
 * taken. Null: it has ended, or the person lets it rest.
 */
export const takeBackfill = (
  db: Database,
  id: string,
  { holder, now, until }: { readonly holder: string; readonly now: string; readonly until: string },
): Promise<BackfillJob | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind !== 'backfill' || !isOpen(job) || job.paused) return null;
    const mine: BackfillJob = { ...job, state: 'running', changed: now, lease: { holder, until } };
    await db.jobs.put(mine);
    return mine;
  });

/** Changes it, as a part of a transaction where there is one. `holder` null: whoever has it. Null: it has ended, or is another's. */
export const changeBackfill = (
  db: Database,
  { id, holder }: { readonly id: string; readonly holder: string | null },
  change: (job: BackfillJob) => BackfillJob,
): Promise<BackfillJob | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind !== 'backfill' || !isOpen(job) || (holder !== null && job.lease?.holder !== holder)) return null;
    const changed = change(job);
    await db.jobs.put(changed);
    return changed;
  });

/** The latest bringing in of a site's everything, whether it has ended or not; null: none is remembered. */
export const latestBackfill = (db: Database, site: string): Promise<BackfillJob | null> =>
  reading(db, async () => {
    const all = await db.jobs.filter((job) => job.kind === 'backfill' && job.ask.site === site).toArray();
    const [latest] = (all as BackfillJob[]).sort((a, b) => (a.made < b.made ? 1 : -1));
    return latest ?? null;
  });
