import type { Database } from './database';

/**
 * Three times what Chromium collects (4 MiB) before it begins another log file, in pieces that it does not put into files
 * of their own. The first 4 MiB end the old log; before the second are ended, Chromium waits until what the old one had is
 * in a table and the log is gone. So that it is gone when this has succeeded, not only soon.
 */
const PIECES = 256;
const PIECE = 48 * 1024;
/** Of no exchange: those have other ids. */
const BALLAST = 'ballast';

/**
 * Has Chromium begin a new log file. A write for which the disk has no room leaves half a record at the end of the old
 * one; reading stops there, but what is written later is put behind it, and the time after that the whole database
 * passes for damaged and is thrown away. Once some megabytes more are written, all is in a table file and the old log is
 * removed. To be done by one context for all; 100 ms. Throws what the storage throws.
 */
export async function mend(db: Database): Promise<void> {
  const { chunks } = db;
  const pieces = Array.from({ length: PIECES }, (_, number) => {
    return { exchange: BALLAST, number, bytes: new Uint8Array(PIECE) };
  });
  await db.transaction('rw', chunks, () => chunks.bulkPut(pieces));
  // a transaction of its own: the write after the megabytes is what begins the file
  await db.transaction('rw', chunks, () =>
    chunks.where('[exchange+number]').between([BALLAST, 0], [BALLAST, Infinity]).delete(),
  );
}
