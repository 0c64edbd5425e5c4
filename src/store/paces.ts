import { type Database, reading } from './database';

/** How fast a site may be asked, as it stands: a bucket of tokens, and a break after it said no. */
export interface PaceRow {
  readonly site: string;
  readonly origin: string;
  /** What was left in the bucket at `at`. */
  readonly tokens: number;
  /** ISO 8601. */
  readonly at: string;
  /** Nothing is asked before, so that calls do not come one upon the other; null: nothing was asked yet. ISO 8601. */
  readonly next: string | null;
  /** Nothing is asked before, since the site said no; null: no break. ISO 8601. */
  readonly until: string | null;
  /** How often in a row the site has said no. */
  readonly refusals: number;
}

/** How a site's pace stands; null: nothing was asked of it yet. */
export const readPace = (db: Database, site: string, origin: string): Promise<PaceRow | null> =>
  reading(db, async () => (await db.paces.get([site, origin])) ?? null);

/** Until when a site is not to be asked, or null. */
export const restsUntil = async (
  db: Database,
  { site, origin }: Pick<PaceRow, 'site' | 'origin'>,
): Promise<string | null> => (await readPace(db, site, origin))?.until ?? null;
