import { type Database, reading } from './database';
import { ledgerOf } from './keep';
import { currentIn } from './summary';

/** The lines of a log that count now, by `seq`: to each the `seq` of the first line of its id. Empty where it is not kept. */
export const countingLines = (db: Database, session: string): Promise<ReadonlyMap<number, number>> =>
  reading(db, () =>
    db.transaction('r', [db.sessions, db.entries], async () => {
      const row = await db.sessions.get(session);
      if (!row) return new Map();
      const ledger = await ledgerOf(db, row);
      const first = (id: string, seq: number): number =>
        (ledger.versions.get(id) ?? []).reduce((least, each) => Math.min(least, each.seq), seq);
      return new Map(Array.from(currentIn(ledger), ({ id, seq }) => [seq, first(id, seq)]));
    }),
  );
