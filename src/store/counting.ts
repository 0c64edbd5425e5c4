import type { Kept } from '../model/ledger';
import { type Database, reading } from './database';
import { ledgerOf } from './keep';
import { currentIn } from './summary';

/** A version that counts now, and the `seq` of the first line of its id. */
export type Counting = Kept & { readonly first: number };

/** The versions of a session that count now, in order of first lines, without reading a line. Empty where it is not kept. */
export const countingVersions = (db: Database, session: string): Promise<readonly Counting[]> =>
  reading(db, () =>
    db.transaction('r', [db.sessions, db.entries], async () => {
      const row = await db.sessions.get(session);
      if (!row) return [];
      const ledger = await ledgerOf(db, row);
      const first = (id: string, seq: number): number =>
        (ledger.versions.get(id) ?? []).reduce((least, each) => Math.min(least, each.seq), seq);
      return Array.from(currentIn(ledger), (each) => ({ ...each, first: first(each.id, each.seq) }));
    }),
  );

/** The lines of a log that count now, by `seq`: to each the `seq` of the first line of its id. Empty where it is not kept. */
export const countingLines = async (db: Database, session: string): Promise<ReadonlyMap<number, number>> =>
  new Map((await countingVersions(db, session)).map(({ seq, first }) => [seq, first]));
