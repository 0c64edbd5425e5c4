import { type Database, reading } from './database';
import type { JobError } from './job-rows';

/** A conversation that a site's list named, and how far bringing it in is. */
export interface ListingRow {
  readonly site: string;
  readonly origin: string;
  /** The site's own id of the conversation. */
  readonly native: string;
  /** The workspace, account or organisation in whose list it stood; null: the site has no such thing. */
  readonly scope: string | null;
  /** The list that named it last. */
  readonly list: string;
  readonly title: string | null;
  /** When it was last changed, as the list says it, unchanged; null: it does not say. */
  readonly changed: string | null;
  /** The path of the page that shows it. */
  readonly page: string;
  /**
   * `waiting`: to be read. `read`: kept as it was when the list said `changed`. `failed`: tried again later, or given up.
   * `gone`: the site no longer has it.
   */
  readonly state: 'waiting' | 'read' | 'failed' | 'gone';
  /** Which comes first: the smallest. */
  readonly due: number;
  /** What `changed` was when it was last read; null: never, or it was not said. */
  readonly readAs: string | null;
  /** The round of listing that named it last. */
  readonly round: string;
  readonly tries: number;
  readonly error: JobError | null;
}

/** Whose lists. */
export type Account = Pick<ListingRow, 'site' | 'origin'>;

/** After so many tries a conversation is given up, until it changes or everything is asked for again. */
export const MOST_TRIES = 3;

const inState = (db: Database, { site, origin }: Account, state: ListingRow['state']) =>
  db.listings
    .where('[site+origin+state+due]')
    .between([site, origin, state, -Infinity], [site, origin, state, Infinity]);

/** How many conversations a site listed, by what became of them; `later`: failed, and tried again. */
export type ListingCounts = Readonly<Record<ListingRow['state'] | 'later', number>>;

export const countListings = (db: Database, account: Account): Promise<ListingCounts> =>
  reading(db, async () => ({
    waiting: await inState(db, account, 'waiting').count(),
    read: await inState(db, account, 'read').count(),
    failed: await inState(db, account, 'failed').count(),
    gone: await inState(db, account, 'gone').count(),
    later: await laterOnes(db, account).count(),
  }));

const laterOnes = (db: Database, account: Account) =>
  inState(db, account, 'failed').filter(({ tries }) => tries < MOST_TRIES);

/** What is to be read next; null: nothing. What failed comes last. */
export const nextListing = (db: Database, account: Account): Promise<ListingRow | null> =>
  reading(
    db,
    async () => (await inState(db, account, 'waiting').first()) ?? (await laterOnes(db, account).first()) ?? null,
  );

/** Those that could not be brought in, at most so many. */
export const failedListings = (db: Database, account: Account, most: number): Promise<ListingRow[]> =>
  reading(db, () => inState(db, account, 'failed').limit(most).toArray());

export const readListing = (db: Database, { site, origin }: Account, native: string): Promise<ListingRow | null> =>
  reading(db, async () => (await db.listings.get([site, origin, native])) ?? null);

/** Conversations that their sites no longer have, by `goneKey`. */
export const readGone = (db: Database): Promise<ReadonlySet<string>> =>
  reading(db, async () => new Set((await db.listings.where('state').equals('gone').toArray()).map(goneKey)));

export const goneKey = ({ site, origin, native }: Pick<ListingRow, 'site' | 'origin' | 'native'>): string =>
  `${site} ${origin} ${native}`;
