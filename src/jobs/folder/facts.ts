import type { Database } from '../../store/database';
import { readFolder } from '../../store/folder';
import { allJobs } from '../../store/jobs';
import { listSaved } from '../../store/saved';
import { listSessions } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { type FolderFacts, isForFolder } from './due';

/** Everything that decides what is written, as it is now. All is asked for at once: so a live query sees all of it. */
export async function factsOf(db: Database, now: number): Promise<FolderFacts> {
  const [{ folder, folderQuiet }, state, sessions, saved, jobs] = await Promise.all([
    readSettings(db),
    readFolder(db),
    listSessions(db),
    listSaved(db),
    allJobs(db),
  ]);
  return {
    settings: folder,
    quiet: folderQuiet * 1000,
    state,
    sessions,
    saved: new Map(saved.map((row) => [row.session, row])),
    jobs: jobs.filter(isForFolder),
    now,
  };
}
