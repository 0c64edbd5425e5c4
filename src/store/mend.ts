import type { Care } from './care';
import type { Database } from './database';

/** More than Chromium collects (4 MiB) before it begins another file, in pieces that it does not put into files of their own. */
const PIECES = 128;
const PIECE = 48 * 1024;
/** Of no exchange: those have other ids. */
const BALLAST = 'ballast';

/**
 * Has Chromium begin a new log file. A write for which the disk has no room leaves half a record at the end of the old
 * one; reading stops there, but what is written later is put behind it, and the time after that the whole database
 * passes for damaged and is thrown away. Once some megabytes more are written, all is in a table file and the old log is
 * removed. Done by one context for all; 50 ms. Throws what the storage throws.
 */
export const mend = (db: Database, care: Care): Promise<void> =>
  care.alone(async () => {
    if (!(await care.isSound())) {
      const pieces = Array.from({ length: PIECES }, (_, number) => {
        return { exchange: BALLAST, number, bytes: new Uint8Array(PIECE) };
      });
      await db.transaction('rw', db.chunks, () => db.chunks.bulkPut(pieces));
      // a transaction of its own: the write after the megabytes is what begins the file
      await db.transaction('rw', db.chunks, () =>
        db.chunks.where('[exchange+number]').between([BALLAST, 0], [BALLAST, Infinity]).delete(),
      );
      await care.setSound(true);
    }
    db.sound = true;
  });
