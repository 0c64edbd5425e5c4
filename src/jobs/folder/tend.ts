import { isoTime } from '../../lib/time';
import { type Database, writing } from '../../store/database';
import { changeFolder, readFolder } from '../../store/folder';
import { addJob, allJobs, endJob, isOpen, newExport } from '../../store/jobs';
import { readSettings } from '../../store/settings';
import { isForFolder, type Next, nextFor } from './due';
import { factsOf } from './facts';
import { planFor } from './plan';
import { afterEnd } from './trouble';

/** The alarm that wakes the background when the next archive is to be written. */
export const FOLDER = 'folder';

export interface FolderParts {
  readonly db: Database;
  now(): number;
  newId(): string;
  siteName(id: string): string;
  /** Sees to the exports that wait. */
  startExports(): Promise<void>;
  /** Sets the alarm to a time, in place of any other; null: none. */
  wakeAt(name: string, at: number | null): Promise<void>;
  /** The same, unless it is set to an earlier one. */
  wakeBy(name: string, at: number): Promise<void>;
  /** Since when a download has waited for a name that the person is asked for; null: it does not. */
  askedSince(download: number): Promise<number | null>;
  stopDownload(download: number): Promise<void>;
}

/** How long a person may look at a question for a name before it counts as one that comes each time. */
const ASKED_FOR = 60_000;
/** How many exports for the folder are remembered that went well: what they wrote is remembered anyway. */
const REMEMBERED = 20;

/** Begins the next export for the folder, or sets the alarm for it. Nothing to do: no alarm. */
export async function tendFolder(parts: FolderParts): Promise<void> {
  const { db, wakeAt } = parts;
  if (!(await readSettings(db)).folder.on) return wakeAt(FOLDER, null);
  await endQuestion(parts);
  await lookAtEnd(db);
  const next = await begin(parts);
  await wakeAt(FOLDER, next.kind === 'wait' ? next.until : null);
  if (next.kind === 'write') await parts.startExports();
}

/** What is next; where it is to be written, its job is there. */
const begin = ({ db, now, newId, siteName }: FolderParts): Promise<Next> =>
  writing(db, [db.jobs, db.sessions, db.saved, db.settings], async () => {
    const facts = await factsOf(db, now());
    const next = nextFor(facts);
    if (next.kind === 'write') {
      const { session } = next;
      const folder = planFor(facts, session, siteName);
      await addJob(db, newExport(newId(), { sessions: [session.id], folder }, isoTime(now())));
    }
    return next;
  });

/** A session has changed: the folder is looked at when it may be quiet, unless it is sooner anyway. */
export async function expectQuiet({ db, now, wakeBy }: FolderParts): Promise<void> {
  const { folder, folderQuiet } = await readSettings(db);
  if (folder.on) await wakeBy(FOLDER, now() + folderQuiet * 1000);
}

/**
 * The person says that it goes on: with what is due, whatever stood in the way; with all that differs, though it is not
 * quiet yet or an earlier try has failed; or with one session, though its archive is there.
 */
export async function goOn(parts: FolderParts, write: 'due' | 'all' | { readonly session: string }): Promise<void> {
  const { db, now } = parts;
  await lookAtEnd(db); // what it says is not news any more
  await writing(db, [db.settings, db.saved], async () => {
    await changeFolder(db, { trouble: null, ...(write === 'due' ? {} : { hurry: isoTime(now()) }) });
    if (typeof write === 'object') await db.saved.update(write.session, { log: '' });
  });
  await tendFolder(parts);
}

/** What the last export has found out about the folder is kept, and those that went well before it are forgotten. */
async function lookAtEnd(db: Database): Promise<void> {
  await writing(db, [db.jobs, db.settings], async () => {
    const jobs = (await allJobs(db)).filter(isForFolder);
    const news = afterEnd(jobs, await readFolder(db));
    if (!news) return;
    await changeFolder(db, news);
    const well = jobs.filter(({ state }) => state === 'done').sort((a, b) => (a.changed < b.changed ? 1 : -1));
    await db.jobs.bulkDelete(well.slice(REMEMBERED).map(({ id }) => id));
  });
}

/** Where the browser asks where to save, and nobody answers, it is asked no more. */
async function endQuestion({ db, now, askedSince, stopDownload }: FolderParts): Promise<void> {
  const job = (await allJobs(db)).filter(isForFolder).find(isOpen);
  const download = job?.result?.download ?? null;
  if (!job || download === null) return;
  const since = await askedSince(download);
  if (since === null || since + ASKED_FOR > now()) return;
  await endJob(db, job.id, isoTime(now()), { state: 'failed', error: 'folder-asks' });
  await stopDownload(download);
}
