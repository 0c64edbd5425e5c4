import { type Database, writing } from '../../store/database';
import { endJob, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import type { Moved } from '../../store/saved';
import { isForFolder } from './due';

/** An archive that lies in the folder. */
export interface Lying {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly identity: string;
  readonly moved: Moved | null;
}

/** An export for the folder has done its part: what lies there is remembered with its end. False: it had ended. */
export const keepSaved = (
  db: Database,
  id: string,
  { path, bytes, identity, moved }: Lying,
  at: string,
): Promise<boolean> =>
  writing(db, [db.jobs, db.saved, db.sessions, db.journal], async () => {
    const job = await readJob(db, id);
    if (!job || !isForFolder(job) || !(await endJob(db, id, at, { state: 'done', error: null }))) return false;
    const session = job.ask.sessions[0] ?? '';
    const { place, pattern, version, revision, log } = job.ask.folder;
    if (await db.sessions.get(session)) {
      const lies = { place, name: path, pattern, version, bytes, identity, moved };
      await db.saved.put({ session, revision, log, ...lies, at });
    }
    await note(db, { at, what: 'exported', site: null, detail: `1, ${bytes} B` });
    return true;
  });
