import { release } from './artifacts';
import { type Database, writing } from './database';
import type { JobRow } from './job-rows';

/** Remembers, in an import's row, a session whose artifacts come in before its log. */
export const noteStaged = (db: Database, job: string, session: string): Promise<void> =>
  writing(db, [db.jobs], async () => {
    const row = await db.jobs.get(job);
    if (row?.kind !== 'import') return;
    await db.jobs.put({ ...row, ask: { ...row.ask, staged: [...row.ask.staged, session] } } satisfies JobRow);
  });

/** Lets go of artifacts that came in for sessions which then did not: the import failed, or its page was closed. */
export const sweepStaged = (db: Database, staged: readonly string[]): Promise<void> =>
  writing(db, [db.sessions, db.artifacts, db.contents], async () => {
    const there = await db.sessions.bulkGet([...staged]);
    const orphans = new Set(staged.filter((_, at) => there[at] === undefined));
    const { gone, left } = await release(db, orphans);
    const hashes = gone.map(({ hash }) => hash);
    await db.artifacts.bulkDelete(hashes);
    await db.contents.bulkDelete(hashes);
    await db.artifacts.bulkPut(left);
  });
