import type { Send } from '../../messages/send';
import type { Durability } from '../../platform/durability';
import type { Database } from '../../store/database';

/** What the library needs of the world. */
export interface LibraryDoors {
  readonly db: Database;
  readonly send: Send;
  /** The time now, ISO 8601. */
  readonly now: () => string;
  readonly durability: () => Promise<Durability>;
  /** True if there is room for list and session beside each other. */
  readonly wide: boolean;
}
