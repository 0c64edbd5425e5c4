import type { Database } from './database';
import type { ExchangeRow } from './rows';

const MIB = 1024 * 1024;

/*
 * How much of what was only heard may wait to be read at once: a page of a granted site may be hostile, and what waits
 * is on the disk. The longest conversations seen have 20 MB, and a stream is read as soon as it ends.
 */
/** Exchanges of one tab. */
export const MOST_EXCHANGES = 64;
/** Bytes of one tab, their requests included. */
export const MOST_OF_TAB = 128 * MIB;
/** Bytes of all tabs. */
export const MOST_OF_ALL = 256 * MIB;
/** And never more than this part of what the disk has left. */
const PART = 1 / 4;

export type Refused = 'too-many' | 'too-much';

/** How many bytes may wait in all, by what is left; to be asked before a transaction begins. */
export async function mostWaiting({ care }: Database): Promise<number> {
  const left = (await care?.left()) ?? null;
  return left === null ? MOST_OF_ALL : Math.min(MOST_OF_ALL, left * PART);
}

/**
 * Whether more bytes of an exchange may wait: null, or why not. What the person asked for is never kept out, least of all
 * by what a page says. Part of a transaction.
 */
export async function refusalOf(
  db: Database,
  { id, tab, job }: Pick<ExchangeRow, 'id' | 'tab' | 'job'>,
  more: number,
  most: number,
): Promise<Refused | null> {
  if (job !== null) return null;
  let others = 0;
  let ofTab = more;
  let ofAll = more;
  await db.exchanges.each((each) => {
    if (each.job !== null) return;
    const bytes = each.bytes + (each.request?.length ?? 0);
    ofAll += bytes;
    if (each.tab !== tab) return;
    ofTab += bytes;
    if (each.id !== id) others++;
  });
  if (others >= MOST_EXCHANGES) return 'too-many';
  return ofTab > MOST_OF_TAB || ofAll > most ? 'too-much' : null;
}
