import { z } from 'zod';
import { type Database, reading, writing } from './database';

/** What read the words of kept pages last, and the sessions whose pages it has still to read. */
const ReadPages = z.object({
  /** With their versions; null: nobody knows. */
  tools: z.string().nullable().catch(null),
  /** The release that had them. */
  release: z.string().nullable().catch(null),
  left: z.array(z.string()).catch([]),
});
type ReadPages = z.infer<typeof ReadPages>;

const NAME = 'read-pages';

/** A manifest has no more of a release than its numbers. */
const numbers = (release: string): string => /^[\d.]*/.exec(release)?.[0] ?? '';

/** Null: no page was ever kept. Part of a transaction. */
async function rowOf(db: Database): Promise<ReadPages | null> {
  const value = (await db.settings.get(NAME))?.value;
  return value === undefined ? null : (ReadPages.safeParse(value).data ?? null);
}

const put = (db: Database, value: ReadPages): Promise<unknown> =>
  db.settings.put({ name: NAME, value }).then(() => null);

/** True where kept pages are to be read again, or may be, since another release read them. */
export const arePagesLeft = (db: Database, release: string): Promise<boolean> =>
  reading(db, async () => {
    const row = await rowOf(db);
    return row !== null && (row.left.length > 0 || row.release !== numbers(release));
  });

/** Notes what reads pages from now on: where it is other than before, the pages of all our sessions are to be read again. */
export const readPagesWith = (db: Database, { tools, release }: { tools: string; release: string }): Promise<void> =>
  writing(db, [db.settings, db.sessions], async () => {
    const before = await rowOf(db);
    const now = numbers(release);
    if (before?.tools === tools && before.release === now) return;
    const isNew = before === null || before.tools === null || before.tools === tools;
    const own: string[] = isNew ? [] : await db.sessions.filter(({ copy }) => copy === null).primaryKeys();
    await put(db, { tools, release: now, left: [...new Set([...(before?.left ?? []), ...own])] });
  });

/** The next session whose pages are to be read again, or null. */
export const nextPages = (db: Database): Promise<string | null> =>
  reading(db, async () => (await rowOf(db))?.left[0] ?? null);

/** Has the pages of a session read again. */
export const leavePages = (db: Database, session: string): Promise<void> =>
  changing(db, (left) => [...left.filter((each) => each !== session), session]);

/** The pages of a session are read. */
export const donePages = (db: Database, session: string): Promise<void> =>
  changing(db, (left) => left.filter((each) => each !== session));

const changing = (db: Database, change: (left: readonly string[]) => string[]): Promise<void> =>
  writing(db, [db.settings], async () => {
    const before = (await rowOf(db)) ?? { tools: null, release: null, left: [] };
    await put(db, { ...before, left: change(before.left) });
  });
