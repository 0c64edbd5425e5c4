import { z } from 'zod';
import { type Database, reading, writing } from './database';
import { MAX_EXCHANGE } from './pending';

/** What the person chose. Read through this schema each time: what is missing or damaged is the default. */
export const Settings = z.object({
  /** Sites, by id, that are granted but not to be heard for now. */
  paused: z.array(z.string()).catch([]),
  /** Whether single letters do something in the library: for whom they get in the way, they can be switched off. */
  keys: z.boolean().catch(true),
  /** Whether the files of a conversation are fetched as soon as it was read. */
  files: z.boolean().catch(true),
  /** Bytes of one file at most. */
  largestFile: z
    .int()
    .min(1)
    .max(MAX_EXCHANGE)
    .catch(64 * 1024 * 1024),
  /** How many files of one conversation are fetched at once. */
  mostFiles: z.int().min(1).max(10_000).catch(500),
});
export type Settings = z.infer<typeof Settings>;

const DEFAULTS: Settings = Settings.parse({});

/** The settings as they are now. */
export const readSettings = (db: Database): Promise<Settings> =>
  reading(db, async () => Settings.safeParse((await db.settings.get('settings'))?.value).data ?? DEFAULTS);

/** Changes settings; members that a later release knows stay as they are. */
export const changeSettings = (db: Database, change: Partial<Settings>): Promise<Settings> =>
  writing(db, [db.settings], async () => {
    const before = (await db.settings.get('settings'))?.value;
    const value = { ...(typeof before === 'object' ? before : {}), ...change };
    await db.settings.put({ name: 'settings', value });
    return Settings.parse(value);
  });
