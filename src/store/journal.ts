import { isoTime } from '../lib/time';
import { type Database, reading, writing } from './database';
import type { JournalRow } from './rows';

const MOST = 5000;

/** Notes what we did on a network or to files; gives the number of the line. The oldest go when there are too many. */
export const note = (db: Database, line: Omit<JournalRow, 'number'>): Promise<number> =>
  writing(db, [db.journal], async () => {
    const number = await db.journal.add(line);
    if (number % 100 === 0)
      await db.journal
        .where(':id')
        .below(number - MOST)
        .delete();
    return number;
  });

/** Says of a request that was noted how it ended. A line that has gone meanwhile stays gone. */
export const noteEnd = (db: Database, number: number, ended: NonNullable<JournalRow['ended']>): Promise<void> =>
  writing(db, [db.journal], async () => void (await db.journal.update(number, { ended })));

/** Notes what is not noted already, within so many milliseconds before. */
export const noteOnce = (db: Database, line: Omit<JournalRow, 'number'>, within: number): Promise<void> =>
  writing(db, [db.journal], async () => {
    const since = isoTime(Date.parse(line.at) - within);
    const like = (each: JournalRow): boolean =>
      each.what === line.what && each.site === line.site && each.detail === line.detail;
    if ((await db.journal.where('at').above(since).filter(like).count()) === 0) await note(db, line);
  });

/** The journal, newest first. */
export const readJournal = (db: Database, most = 200): Promise<JournalRow[]> =>
  reading(db, () => db.journal.orderBy(':id').reverse().limit(most).toArray());

/** Forgets all of it, because the person says so. */
export const clearJournal = (db: Database): Promise<void> => writing(db, [db.journal], () => db.journal.clear());
