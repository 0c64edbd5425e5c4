import { isoTime } from '../lib/time';
import { type Database, reading, writing } from './database';
import type { JournalRow } from './rows';

const MOST = 5000;

/** Notes what we did on a network or to files. The oldest lines go when there are too many. */
export const note = (db: Database, line: Omit<JournalRow, 'number'>): Promise<void> =>
  writing(db, [db.journal], async () => {
    const number = await db.journal.add(line);
    if (number % 100 === 0)
      await db.journal
        .where(':id')
        .below(number - MOST)
        .delete();
  });

/** The same, unless the same was noted within so many milliseconds before. */
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
