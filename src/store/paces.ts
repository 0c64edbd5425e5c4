import { type Database, reading } from './database';

/** How fast a site may be asked, as it stands: a bucket of tokens, and a break after it said no. */
export interface PaceRow {
  readonly site: string;
  readonly origin: string;
  /** What was left in the bucket at `at`. */
  readonly tokens: number;
  /** ISO 8601. */
  readonly at: string;
  /** Nothing is asked before; null: no break. ISO 8601. */
  readonly until: string | null;
  /** How often in a row the site has said no. */
  readonly refusals: number;
}

/** Until when a site is not to be asked, or null. */
export const restsUntil = (db: Database, { site, origin }: Pick<PaceRow, 'site' | 'origin'>): Promise<string | null> =>
  reading(db, async () => (await db.paces.get([site, origin]))?.until ?? null);
