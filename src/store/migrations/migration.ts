import type { Transaction } from 'dexie';

/** One step of the database. Never edited once released; the next change is the next file. */
export interface Migration {
  readonly version: number;
  /** Tables that are new or have other indexes, in Dexie's words. */
  readonly stores: Readonly<Record<string, string | null>>;
  /** Turns rows of the version before into this one's. */
  readonly upgrade?: (transaction: Transaction) => Promise<void>;
}
