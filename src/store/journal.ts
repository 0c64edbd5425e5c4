import { type Database, writing } from './database';
import { guarded } from './faults';
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

/** The journal, newest first. */
export const readJournal = (db: Database, most = 200): Promise<JournalRow[]> =>
  guarded(() => db.journal.orderBy(':id').reverse().limit(most).toArray());
