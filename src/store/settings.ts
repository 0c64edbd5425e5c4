import { z } from 'zod';
import { type Database, reading, writing } from './database';
import { MAX_EXCHANGE } from './pending';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A whole number that the person may choose, and what it is where nobody chose. */
interface Limit {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** How much of the files and of the source pages of a conversation is fetched, and when. What one leaves out is a gap. */
export const LIMITS = {
  /** Bytes of one file. */
  largestFile: { least: 1, most: MAX_EXCHANGE, usual: 64 * MIB },
  /** How many files of one conversation are fetched. */
  mostFiles: { least: 1, most: 10_000, usual: 500 },
  /** How many files are under way at once. */
  filesAtOnce: { least: 1, most: 8, usual: 3 },
  /** Seconds that one file may take in all. */
  fileSeconds: { least: 5, most: 3600, usual: 900 },
  /** Bytes of one source page. */
  pageBytes: { least: KIB, most: 64 * MIB, usual: 5 * MIB },
  /** Seconds that one source page may take, and each picture of one. */
  pageSeconds: { least: 1, most: 600, usual: 20 },
  /** How many pictures of one source page are fetched, where they are asked for. */
  pageImages: { least: 1, most: 100, usual: 20 },
  /** Bytes of one such picture. */
  imageBytes: { least: KIB, most: 64 * MIB, usual: 5 * MIB },
  /** Bytes of one part of a backup, before they are packed. */
  backupPart: { least: 16 * MIB, most: 8 * 1024 * MIB, usual: 2 * 1024 * MIB },
  /** Seconds without a change after which the archive of a session goes to the folder. */
  folderQuiet: { least: 1, most: 86_400, usual: 600 },
  /** Seconds in which nothing is heard of a chat before it is asked for what it lacks. */
  quietSeconds: { least: 1, most: 3600, usual: 20 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

const limit = ({ least, most, usual }: Limit) => z.int().min(least).max(most).catch(usual);

/** The folder of archives as it is where nobody chose. */
const FOLDER = {
  on: false,
  place: 'downloads',
  pattern: 'Valise/{site}/{date} {title}.zip',
  keep: 'replace',
  site: null,
} as const;

/** Whether archives are written without being asked for, where, and under which names. */
export const FolderSettings = z.object({
  on: z.boolean().catch(FOLDER.on),
  place: z.enum(['downloads', 'picked']).catch(FOLDER.place),
  /** See `folderPath`. */
  pattern: z.string().max(300).catch(FOLDER.pattern),
  /** What becomes of an archive when its session has changed: another takes its place, or lies beside it. */
  keep: z.enum(['replace', 'versions']).catch(FOLDER.keep),
  /** The sessions of this site alone; null: of every site. */
  site: z.string().nullable().catch(FOLDER.site),
});
export type FolderSettings = z.infer<typeof FolderSettings>;
/** What is not heard though its site is granted. */
const Pause = z.object({
  /** The site's id. */
  site: z.string(),
  /** The site's own id of the one chat; null: all of the site. */
  conversation: z.string().nullable(),
  /** ISO 8601; null: until the person says to go on. */
  until: z.string().nullable(),
});
export type Pause = z.infer<typeof Pause>;

/** What the person chose. Read through this schema each time: what is missing or damaged is the default. */
export const Settings = z.object({
  /** Sites, by id, that are granted but not to be heard for now: written by releases that knew no other pauses. */
  paused: z.array(z.string()).catch([]),
  pauses: z.array(Pause).catch([]),
  /** Whether single letters do something in the library: for whom they get in the way, they can be switched off. */
  keys: z.boolean().catch(true),
  /** Whether the files of a conversation are fetched as soon as it was read. */
  files: z.boolean().catch(true),
  /** Whether copies of cited pages are kept of chats that are watched, from servers that are granted for good. */
  watchPages: z.boolean().catch(false),
  largestFile: limit(LIMITS.largestFile),
  mostFiles: limit(LIMITS.mostFiles),
  filesAtOnce: limit(LIMITS.filesAtOnce),
  fileSeconds: limit(LIMITS.fileSeconds),
  pageBytes: limit(LIMITS.pageBytes),
  pageSeconds: limit(LIMITS.pageSeconds),
  pageImages: limit(LIMITS.pageImages),
  imageBytes: limit(LIMITS.imageBytes),
  backupPart: limit(LIMITS.backupPart),
  folder: FolderSettings.catch(FOLDER),
  folderQuiet: limit(LIMITS.folderQuiet),
  quietSeconds: limit(LIMITS.quietSeconds),
});
export type Settings = z.infer<typeof Settings>;

const DEFAULTS: Settings = Settings.parse({});

/** The settings as they are now. */
export const readSettings = (db: Database): Promise<Settings> =>
  reading(db, async () => Settings.safeParse((await db.settings.get('settings'))?.value).data ?? DEFAULTS);

/** What is changed of the settings; told by what they are at that moment, where it is part of a member. */
export type SettingsChange = Partial<Settings> | ((before: Settings) => Partial<Settings>);

/**
 * Changes settings; members that a later release knows stay as they are. In one transaction: of two changes at once, none
 * is made to what the other has changed already.
 */
export const changeSettings = (db: Database, change: SettingsChange): Promise<Settings> =>
  writing(db, [db.settings], async () => {
    const before = (await db.settings.get('settings'))?.value;
    const changed = typeof change === 'function' ? change(Settings.safeParse(before).data ?? DEFAULTS) : change;
    const value = { ...(typeof before === 'object' ? before : {}), ...changed };
    await db.settings.put({ name: 'settings', value });
    return Settings.parse(value);
  });
