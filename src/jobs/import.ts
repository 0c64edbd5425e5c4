import type { OpenedArchive } from '../archive/open';
import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import type { LibraryHead } from '../model/library';
import { missingParts, noteRestored, readBackups } from '../store/backups';
import type { Database } from '../store/database';
import type { Imported, ImportJob } from '../store/job-rows';
import { addJob, endJob, newImport } from '../store/jobs';
import { note } from '../store/journal';
import { changeSettings, Settings } from '../store/settings';
import { noteStaged, sweepStaged } from '../store/staging';
import { importSession } from './import-session';
import { type Worker, workOn } from './worker';

/** An archive that was opened and verified, and what is to become of it. */
export interface ImportAsk {
  readonly archive: OpenedArchive;
  /** The file's name, as the person knows it. */
  readonly file: string;
  /** `import`: somebody's archive, kept as read-only copies. `restore`: the person's own backup, which goes on as ours. */
  readonly verb: ImportJob['ask']['verb'];
}

export interface ImportParts {
  readonly worker: Worker;
  newId(): string;
  /** Called with the job's id as soon as there is one. */
  begun?(job: string): void;
}

/**
 * Keeps the sessions of an archive, as a job of the page that calls this. What equals our log or is a prefix of it, or is
 * kept as a copy already, adds nothing. What is ours is never changed by `import`; `restore` makes it longer where ours
 * is a prefix. Gives what became of each session, or null: cancelled or failed, as the job's row says; sessions that
 * were done by then stay.
 */
export async function importArchive(parts: ImportParts, ask: ImportAsk): Promise<ImportJob['result']> {
  const { worker, newId } = parts;
  const { db } = worker;
  const { archive, file, verb } = ask;
  const job = newImport(newId(), { file, verb, staged: [] }, isoTime(worker.now()));
  await addJob(db, job);
  parts.begun?.(job.id);
  const staged: string[] = [];
  const stage = async (id: string): Promise<void> => {
    staged.push(id);
    await noteStaged(db, job.id, id);
  };
  try {
    return await workOn(worker, job, async (_, progress, signal) => {
      const sessions: Imported[] = [];
      for (const [at, session] of archive.sessions.entries()) {
        progress('keeping', at, archive.sessions.length);
        if (signal.aborted) throw new Fault('cancelled');
        const advance = (share: number): void => progress('keeping', at + share, archive.sessions.length);
        sessions.push(await importSession({ db, now: worker.now, newId, stage, signal, advance }, ask, session));
      }
      const backup = verb === 'restore' && archive.library ? await restoreLibrary(db, archive.library) : null;
      const now = isoTime(worker.now());
      const result = { sessions, ...(backup && { backup }) };
      await endJob(db, job.id, now, { state: 'done', error: null, result });
      const what = verb === 'import' ? 'imported' : 'restored';
      await note(db, { at: now, what, site: null, detail: String(sessions.length) });
      return result;
    });
  } finally {
    await sweepStaged(db, staged);
  }
}

/** What a backup holds beside its sessions: the settings come back, and what is missing of it is remembered. */
async function restoreLibrary(
  db: Database,
  { settings, part }: LibraryHead,
): Promise<NonNullable<ImportJob['result']>['backup']> {
  await changeSettings(db, Settings.parse(settings));
  await noteRestored(db, part);
  const { restoring } = await readBackups(db);
  return { of: part.of, missing: restoring?.group === part.group ? missingParts(restoring) : [] };
}
