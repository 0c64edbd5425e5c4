import { concat } from '../lib/bytes';
import { type Database, writing } from './database';
import { guarded } from './faults';
import type { ExchangeRow } from './rows';

/** The largest exchange that is kept: it has to be read whole. */
export const MAX_EXCHANGE = 256 * 1024 * 1024;
/** How many exchanges of one tab that were only heard may wait at once: a page may be hostile. */
export const MAX_OPEN = 64;

/** A new exchange, its bytes still to come. False: too many of the tab wait. What the person asked for is never kept out by them. */
export function beginExchange(db: Database, row: ExchangeRow): Promise<boolean> {
  return writing(db, [db.exchanges], async () => {
    if (row.job === null && (await db.exchanges.where('tab').equals(row.tab).count()) >= MAX_OPEN) return false;
    // a message that is sent again after the background died must not begin anew
    if (!(await db.exchanges.get(row.id))) await db.exchanges.add(row);
    return true;
  });
}

/**
 * The next bytes of an exchange. `again`: they were there already. `missing`: some before them never came.
 * `closed`: the exchange is not open. `too-large`: it grew beyond what is kept, and is dropped.
 */
export type Added = 'kept' | 'again' | 'missing' | 'closed' | 'too-large';

/** Writes a numbered piece of an open exchange, at `now` (ISO 8601). */
export function addChunk(
  db: Database,
  piece: { readonly exchange: string; readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> },
  now: string,
): Promise<Added> {
  return writing(db, [db.exchanges, db.chunks], async () => {
    const row = await db.exchanges.get(piece.exchange);
    if (row?.state !== 'open') return 'closed';
    if (piece.number < row.chunks) return 'again';
    if (piece.number > row.chunks) return 'missing';
    if (row.bytes + piece.bytes.length > MAX_EXCHANGE) {
      await dropPending(db, row.id);
      return 'too-large';
    }
    await db.chunks.add(piece);
    await db.exchanges.put({
      ...row,
      chunks: row.chunks + 1,
      bytes: row.bytes + piece.bytes.length,
      touched: now,
    });
    return 'kept';
  });
}

/** No more bytes come. Gives the exchange as it is then, or null if it is not there. What ended before stays as it was. */
export function endExchange(
  db: Database,
  id: string,
  end: { readonly whole: boolean; readonly chunks: number | null; readonly page: string | null },
): Promise<ExchangeRow | null> {
  return writing(db, [db.exchanges], async () => {
    const row = await db.exchanges.get(id);
    if (!row) return null;
    if (row.state !== 'open') return row;
    const whole = end.whole && end.chunks === row.chunks;
    const ended: ExchangeRow = { ...row, state: whole ? 'whole' : 'cut', page: end.page ?? row.page };
    await db.exchanges.put(ended);
    return ended;
  });
}

/** Exchanges whose bytes are still coming in: all, or those of one tab. */
export const openExchanges = (db: Database, tab?: number): Promise<ExchangeRow[]> =>
  guarded(async () => {
    const open = await db.exchanges.where('state').equals('open').toArray();
    return tab === undefined ? open : open.filter((each) => each.tab === tab);
  });

/** Exchanges that wait to be read, in the order in which they began. */
export const endedExchanges = (db: Database): Promise<ExchangeRow[]> =>
  guarded(async () => (await db.exchanges.where('state').anyOf('whole', 'cut').toArray()).sort(byBegan));

const byBegan = (a: ExchangeRow, b: ExchangeRow): number => (a.began < b.began ? -1 : a.began > b.began ? 1 : 0);

/** The bytes of an exchange so far. */
export const exchangeBytes = (db: Database, id: string): Promise<Uint8Array<ArrayBuffer>> =>
  guarded(async () => {
    const rows = await db.chunks.where('[exchange+number]').between([id, 0], [id, Infinity]).toArray();
    return concat(rows.map(({ bytes }) => bytes));
  });

/** Counts one more reading that failed for a fault of ours. */
export const countTry = (db: Database, id: string): Promise<number> =>
  writing(db, [db.exchanges], async () => {
    const row = await db.exchanges.get(id);
    if (!row) return 0;
    await db.exchanges.put({ ...row, tries: row.tries + 1 });
    return row.tries + 1;
  });

/** Takes back a try that the storage kept from being one. */
export const uncountTry = (db: Database, id: string): Promise<void> =>
  writing(db, [db.exchanges], async () => {
    const row = await db.exchanges.get(id);
    if (row) await db.exchanges.put({ ...row, tries: Math.max(0, row.tries - 1) });
  });

/** Forgets an exchange and its bytes. */
export const dropExchange = (db: Database, id: string): Promise<boolean> =>
  writing(db, [db.exchanges, db.chunks], () => dropPending(db, id));

/** The same as a part of a transaction. False: it was not there. */
export async function dropPending(db: Database, id: string): Promise<boolean> {
  const row = await db.exchanges.get(id);
  if (!row) return false;
  await db.chunks.where('[exchange+number]').between([id, 0], [id, Infinity]).delete();
  await db.exchanges.delete(id);
  return true;
}
