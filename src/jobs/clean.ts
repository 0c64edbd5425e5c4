import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import type { Event } from '../model/event';
import { type Database, reading } from '../store/database';
import { dropArtifacts } from '../store/drop';
import type { CleanJob } from '../store/job-rows';
import { addJob, endJob, newClean, openJobs } from '../store/jobs';
import { note } from '../store/journal';
import type { ArtifactRow, SessionRow } from '../store/rows';
import { artifactsOf, listSessions, readArtifact, readLog } from '../store/sessions';
import { type Held, planCleaning } from './clean-plan';
import { type Worker, workOn } from './worker';

export type Choice = CleanJob['ask']['choice'];

/** What a choice would let go of. */
export interface CleaningPlan {
  /** Of so many sessions. */
  readonly sessions: number;
  readonly artifacts: number;
  /** Bytes that it frees: what another session needs stays. */
  readonly bytes: number;
}

/** Says what a choice would let go of; changes nothing. Throws the Fault `cancelled`. */
export async function measureCleaning(db: Database, choice: Choice, signal: AbortSignal): Promise<CleaningPlan> {
  const needed = new Map<string, string[]>();
  let sessions = 0;
  for (const row of await listSessions(db)) {
    if (signal.aborted) throw new Fault('cancelled');
    const dropping = row.copy ? null : await planFor(db, row, choice);
    if (dropping) sessions++;
    for (const hash of dropping?.hashes ?? []) needed.set(hash, [...(needed.get(hash) ?? []), row.id]);
  }
  const bytes = await freed(db, needed);
  return { sessions, artifacts: needed.size, bytes };
}

/** @param dropping the sessions that let go of each */
async function freed(db: Database, dropping: ReadonlyMap<string, readonly string[]>): Promise<number> {
  const rows = await reading(db, () => db.artifacts.bulkGet([...dropping.keys()]));
  const isFree = ({ hash, sessions }: ArtifactRow): boolean =>
    sessions.every((id) => dropping.get(hash)?.includes(id) ?? false);
  return rows.reduce((sum, row) => sum + (row && isFree(row) ? row.size : 0), 0);
}

async function planFor(db: Database, row: SessionRow, choice: Choice) {
  const sizes = new Map((await artifactsOf(db, row.id)).map(({ hash, size }) => [hash, size]));
  const events = ((await readLog(db, row.id)) ?? []).map((line) => JSON.parse(line) as Event); // our own lines
  const held: Held = { site: row.site, native: row.native, events, sizes, artifact: (hash) => readArtifact(db, hash) };
  return planCleaning(held, { choice });
}

/** Lets go of what the person chose, session by session, as a job of this page. What is done by then stays done. */
export async function clean(
  worker: Worker,
  newId: () => string,
  choice: Choice,
  begun: (job: string) => void,
): Promise<void> {
  const job = newClean(newId(), { choice }, isoTime(worker.now()));
  await addJob(worker.db, job);
  begun(job.id);
  await work(worker, job);
}

/** Goes on with what a page that was closed had begun: what it had done by then is not done again. */
export async function goOnCleaning(worker: Worker): Promise<void> {
  for (const job of await openJobs(worker.db)) if (job.kind === 'clean') await work(worker, job);
}

const work = (worker: Worker, job: CleanJob): Promise<unknown> =>
  workOn(worker, job, async ({ ask }, progress, signal) => {
    const { db, now } = worker;
    const rows = (await listSessions(db)).filter(({ copy }) => copy === null);
    let freed = 0;
    let sessions = 0;
    for (const [at, row] of rows.entries()) {
      progress('dropping', at, rows.length);
      if (signal.aborted) throw new Fault('cancelled');
      const dropping = await planFor(db, row, ask.choice);
      // a session that has grown meanwhile is left for the next time
      const bytes = dropping && (await dropArtifacts(db, row, dropping, isoTime(now())));
      if (bytes === null) continue;
      freed += bytes;
      sessions++;
    }
    const at = isoTime(now());
    await endJob(db, job.id, at, { state: 'done', error: null, result: { sessions, bytes: freed } });
    await note(db, { at, what: 'cleaned', site: null, detail: `${sessions}, ${freed} B` });
  });
