import { type Database, reading, writing } from './database';

/** Where the folder of archives is: below the browser's downloads, or one that the person picked. */
export type FolderPlace = 'downloads' | 'picked';

/**
 * Why an archive did not take the place of the one before it: what has that name may be somebody's, and it lies beside it; or
 * the browser's folder for downloads is another one now.
 */
export type Moved = 'beside' | 'elsewhere';

/** The archive of a session that lies in the person's folder. */
export interface SavedRow {
  readonly session: string;
  /** The revision of the session that it holds, or an earlier one. */
  readonly revision: number;
  /** The hash that ended the log of that revision: a log that still ends so is the same. Empty: to be written again. */
  readonly log: string;
  readonly place: FolderPlace;
  /** Where it lies below that place, as the browser or the folder has named it. */
  readonly name: string;
  /** The pattern that gave the name. */
  readonly pattern: string;
  /** Counts the versions that were written side by side. */
  readonly version: number;
  readonly bytes: number;
  /** The archive identity. */
  readonly identity: string;
  readonly at: string;
  /** Absent: an older release wrote the row. */
  readonly moved?: Moved | null;
}

/** What lies in the folder of a session, or null. */
export const readSaved = (db: Database, session: string): Promise<SavedRow | null> =>
  reading(db, async () => (await db.saved.get(session)) ?? null);

/** What lies in the folder of all sessions. */
export const listSaved = (db: Database): Promise<SavedRow[]> => reading(db, () => db.saved.toArray());

/** What lay in a folder that was picked does not lie in another one. */
export const forgetPicked = (db: Database): Promise<void> =>
  writing(db, [db.saved], async () => void (await db.saved.filter(({ place }) => place === 'picked').delete()));
