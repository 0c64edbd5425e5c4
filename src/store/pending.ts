import { concat } from '../lib/bytes';
import { type Database, reading, writing } from './database';
import type { ExchangeRow } from './rows';
import { mostWaiting, type Refused, refusalOf } from './waiting';

/** The largest exchange that is kept: it has to be read whole. */
export const MAX_EXCHANGE = 256 * 1024 * 1024;

/** Taken on, or not: so much waits already of what was only heard. */
export type Begun = 'begun' | Refused;

/** A new exchange, its bytes still to come. */
export async function beginExchange(db: Database, row: ExchangeRow): Promise<Begun> {
  const bytes = row.request?.length ?? 0;
  const most = await mostWaiting(db);
  const work = async (): Promise<Begun> => {
    // a message that is sent again after the background died must not begin anew
    if (await db.exchanges.get(row.id)) return 'begun';
    const refused = await refusalOf(db, row, bytes, most);
    if (refused === null) await db.exchanges.add(row);
    return refused ?? 'begun';
  };
  return writing(db, [db.exchanges], work, bytes);
}

/**
 * The next bytes of an exchange. `again`: they were there already. `missing`: some before them never came.
 * `closed`: the exchange is not open. Else it is dropped: it grew beyond what is kept, or what waits did.
 */
export type Added = 'kept' | 'again' | 'missing' | 'closed' | 'too-large' | Refused;

/** Writes a numbered piece of an open exchange, at `now` (ISO 8601). */
export async function addChunk(
  db: Database,
  piece: { readonly exchange: string; readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> },
  now: string,
): Promise<Added> {
  const most = await mostWaiting(db);
  const grows = piece.bytes.length;
  const work = async (): Promise<Added> => {
    const row = await db.exchanges.get(piece.exchange);
    if (row?.state !== 'open') return 'closed';
    if (piece.number < row.chunks) return 'again';
    if (piece.number > row.chunks) return 'missing';
    const refused = row.bytes + grows > MAX_EXCHANGE ? 'too-large' : await refusalOf(db, row, grows, most);
    if (refused !== null) {
      await dropPending(db, row.id);
      return refused;
    }
    await db.chunks.add(piece);
    await db.exchanges.put({
      ...row,
      chunks: row.chunks + 1,
      bytes: row.bytes + grows,
      touched: now,
    });
    return 'kept';
  };
  return writing(db, [db.exchanges, db.chunks], work, grows);
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

/** An exchange that comes in or waits, or null. */
export const readExchange = (db: Database, id: string): Promise<ExchangeRow | null> =>
  reading(db, async () => (await db.exchanges.get(id)) ?? null);

/** What has come of a read that was asked for, and waits. */
export const exchangesOf = (db: Database, job: string): Promise<ExchangeRow[]> =>
  reading(db, () => db.exchanges.filter((each) => each.job === job).toArray());

/** Exchanges whose bytes are still coming in: all, or those of one tab. */
export const openExchanges = (db: Database, tab?: number): Promise<ExchangeRow[]> =>
  reading(db, async () => {
    const open = await db.exchanges.where('state').equals('open').toArray();
    return tab === undefined ? open : open.filter((each) => each.tab === tab);
  });

/** Exchanges that wait to be read, in the order in which they began. */
export const endedExchanges = (db: Database): Promise<ExchangeRow[]> =>
  reading(db, async () => (await db.exchanges.where('state').anyOf('whole', 'cut').toArray()).sort(byBegan));

const byBegan = (a: ExchangeRow, b: ExchangeRow): number => (a.began < b.began ? -1 : a.began > b.began ? 1 : 0);

/** The bytes of an exchange so far. */
export const exchangeBytes = (db: Database, id: string): Promise<Uint8Array<ArrayBuffer>> =>
  reading(db, async () => {
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
