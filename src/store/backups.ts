import { z } from 'zod';
import type { BackupPart } from '../model/library';
import { type Database, reading, writing } from './database';

/** Parts of a backup that are done, of those that it has. */
const Parts = z.object({ group: z.string(), of: z.int(), done: z.array(z.int()) });
export type Parts = z.infer<typeof Parts>;

/** What is known of backups: kept in this browser alone, and in none of them. */
const Backups = z.object({
  /** When the latest whole one was saved. ISO 8601; null: never. */
  at: z.string().nullable().catch(null),
  /** The revision of each session that the latest export or backup of it holds. */
  held: z.record(z.string(), z.int()).catch({}),
  /** The one that is being made, as far as it has come. */
  making: Parts.nullable().catch(null),
  /** The one that is being restored, while parts of it are missing. */
  restoring: Parts.nullable().catch(null),
  /** When the person last said that they want no reminder for now. */
  hushed: z.string().nullable().catch(null),
});
export type Backups = z.infer<typeof Backups>;

const NONE: Backups = { at: null, held: {}, making: null, restoring: null, hushed: null };
const NAME = 'backup';

const rowOf = async (db: Database): Promise<Backups> =>
  Backups.safeParse((await db.settings.get(NAME))?.value).data ?? NONE;

/** What is known of backups. */
export const readBackups = (db: Database): Promise<Backups> => reading(db, () => rowOf(db));

const changing = (db: Database, change: (before: Backups) => Partial<Backups>): Promise<void> =>
  writing(db, [db.settings], () => changeBackups(db, change));

/** The same as a part of a transaction. */
async function changeBackups(db: Database, change: (before: Backups) => Partial<Backups>): Promise<void> {
  const before = await rowOf(db);
  await db.settings.put({ name: NAME, value: { ...before, ...change(before) } });
}

/** An archive was saved that holds these revisions. Part of a transaction, with the end of its job. */
export const noteSaved = (
  db: Database,
  held: Readonly<Record<string, number>>,
  { part, at }: { readonly part: BackupPart | null; readonly at: string },
): Promise<void> =>
  changeBackups(db, (before) => {
    const making = part && withPart(before.making, part);
    const isWhole = making !== null && isComplete(making);
    return {
      held: { ...before.held, ...held },
      ...(making && { making: isWhole ? null : making }),
      ...(isWhole && { at }),
    };
  });

/** A part of a backup was restored: what is still missing is remembered until it comes, or another backup does. */
export const noteRestored = (db: Database, part: BackupPart): Promise<void> =>
  changing(db, ({ restoring }) => {
    const now = withPart(restoring, part);
    return { restoring: isComplete(now) ? null : now };
  });

/** The person does not wait for the missing parts any more. */
export const forgetRestoring = (db: Database): Promise<void> => changing(db, () => ({ restoring: null }));

/** The person wants no reminder for now. */
export const hushReminder = (db: Database, now: string): Promise<void> => changing(db, () => ({ hushed: now }));

function withPart(before: Parts | null, { group, number, of }: BackupPart): Parts {
  const done = before?.group === group && before.of === of ? before.done : [];
  return { group, of, done: [...new Set([...done, number])].sort((a, b) => a - b) };
}

const isComplete = ({ of, done }: Parts): boolean => done.length >= of;

/** The numbers of the parts that are missing. */
export const missingParts = ({ of, done }: Pick<Parts, 'of' | 'done'>): number[] =>
  Array.from({ length: of }, (_, at) => at + 1).filter((number) => !done.includes(number));

/** The revisions of sessions now, for whoever is about to read their logs: what comes later is not counted as held. */
export const revisionsOf = (db: Database, ids: readonly string[]): Promise<Record<string, number>> =>
  reading(db, async () => {
    const rows = await db.sessions.bulkGet([...ids]);
    return Object.fromEntries(rows.flatMap((row) => (row ? [[row.id, row.revision]] : [])));
  });

/** How much lies in no file yet: sessions that have changed since the latest archive that holds them. */
export const unsavedCount = (db: Database): Promise<{ readonly unsaved: number; readonly all: number }> =>
  reading(db, async () => {
    const { held } = await rowOf(db);
    const saved = new Map((await db.saved.toArray()).map(({ session, revision }) => [session, revision]));
    let [all, unsaved] = [0, 0];
    await db.sessions.each(({ id, revision }) => {
      all++;
      if (Math.max(held[id] ?? -1, saved.get(id) ?? -1) < revision) unsaved++;
    });
    return { unsaved, all };
  });

/** So many sessions in no file are much. */
export const MUCH = 20;
const WEEK = 7 * 86_400_000;

/** True where the person should hear that much lies in no file: at most once a week. */
export const isReminderDue = ({ hushed }: Pick<Backups, 'hushed'>, unsaved: number, now: number): boolean =>
  unsaved >= MUCH && !(hushed !== null && now - Date.parse(hushed) < WEEK);
