import type { Database } from '../../store/database';
import { readFolder } from '../../store/folder';
import { allJobs } from '../../store/jobs';
import { listSaved } from '../../store/saved';
import { listSessions } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { type FolderFacts, isForFolder } from './due';

/** Everything that decides what is written, as it is now. */
export async function factsOf(db: Database, now: number): Promise<FolderFacts> {
  const { folder, folderQuiet } = await readSettings(db);
  const saved = await listSaved(db);
  return {
    settings: folder,
    quiet: folderQuiet * 1000,
    state: await readFolder(db),
    sessions: folder.on ? await listSessions(db) : [],
    saved: new Map(saved.map((row) => [row.session, row])),
    jobs: (await allJobs(db)).filter(isForFolder),
    now,
  };
}
