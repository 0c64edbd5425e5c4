import type { Send } from '../../messages/send';
import type { Durability } from '../../platform/durability';
import type { Database } from '../../store/database';
import type { PageDoors } from '../session/page-doors';

/** Hosts that the person grants for pages that a session cites, and takes back. */
export type Grants = Omit<PageDoors, 'keep'>;

/** What the library needs of the world. */
export interface LibraryDoors {
  readonly db: Database;
  readonly send: Send;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A random UUID. */
  readonly newId: () => string;
  /** Who works on the jobs of this page: one of a kind in this browser. */
  readonly holder: string;
  readonly grants: Grants;
  readonly durability: () => Promise<Durability>;
  /** True if there is room for list and session beside each other. */
  readonly wide: boolean;
}
