import { settlePages } from '../../src/capture/sink/settle-page';
import { copyTools, readCopy } from '../../src/intake/read-copy';
import { readerOf } from '../../src/providers/readers';
import { sites } from '../../src/providers/sites';
import type { Database } from '../../src/store/database';

/** Reads the pages that have come. */
export function readPages(db: Database, now: () => number, release: string): Promise<void> {
  const about = async () => ({ release, browser: null, os: null }); // a session whose pages come has begun, and said it
  const sink = { db, sites, readerOf, now, newId: () => crypto.randomUUID(), about };
  return settlePages(sink, { readCopy, tools: copyTools });
}
