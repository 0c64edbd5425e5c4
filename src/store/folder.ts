import { type Database, reading, writing } from './database';
import type { FolderError } from './job-rows';

/** What keeps everything from being written, until a time; null: until the person has done something about it. */
export interface FolderTrouble {
  readonly error: FolderError;
  readonly at: string;
  /** How often in a row. */
  readonly tries: number;
  readonly until: string | null;
}

/** What is known of the folder of archives besides what the person chose. */
export interface FolderState {
  readonly trouble: FolderTrouble | null;
  /** What had changed by then is written without waiting until it is quiet: the person said so. */
  readonly hurry: string | null;
  /** The folder that was picked: its own name, and the browser's handle of it. */
  readonly picked: { readonly name: string; readonly handle: unknown } | null;
  /** The job whose end was looked at last. */
  readonly seen: string | null;
}

const NONE: FolderState = { trouble: null, hurry: null, picked: null, seen: null };

/** What is known of the folder. */
export const readFolder = (db: Database): Promise<FolderState> =>
  reading(db, async () => ({ ...NONE, ...((await db.settings.get('folder'))?.value as Partial<FolderState>) }));

/** Changes some of it. */
export const changeFolder = (db: Database, change: Partial<FolderState>): Promise<void> =>
  writing(db, [db.settings], async () => {
    await db.settings.put({ name: 'folder', value: { ...(await readFolder(db)), ...change } });
  });
