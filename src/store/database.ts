import Dexie, { type EntityTable, type Table } from 'dexie';
import { Fault } from '../lib/fault';
import { guarded } from './faults';
import type { JobRow } from './job-rows';
import { DATABASE_VERSION, migrations } from './migrations/migrations';
import type {
  ArtifactRow,
  ChunkRow,
  ContentRow,
  EntriesRow,
  EventRow,
  ExchangeRow,
  JournalRow,
  SessionRow,
  SettingsRow,
} from './rows';

const NAME = 'valise';
/** Dexie counts versions in tens. */
const NATIVE = 10;

/** Everything Valise keeps. Opened by every context that needs it; each write is one transaction. */
export class Database extends Dexie {
  declare readonly sessions: EntityTable<SessionRow, 'id'>;
  declare readonly events: Table<EventRow, [string, number]>;
  declare readonly entries: Table<EntriesRow, [string, number]>;
  declare readonly artifacts: EntityTable<ArtifactRow, 'hash'>;
  declare readonly contents: EntityTable<ContentRow, 'hash'>;
  declare readonly exchanges: EntityTable<ExchangeRow, 'id'>;
  declare readonly chunks: Table<ChunkRow, [string, number]>;
  declare readonly jobs: EntityTable<JobRow, 'id'>;
  declare readonly journal: Table<JournalRow, number>;
  declare readonly settings: EntityTable<SettingsRow, 'name'>;

  constructor(name: string) {
    super(name);
    for (const { version, stores, upgrade } of migrations) {
      const step = this.version(version).stores({ ...stores });
      if (upgrade) step.upgrade(upgrade);
    }
  }
}

export interface OpenOptions {
  /** Called when a newer release in another page needed this one to let go: from then on nothing more is written. */
  readonly onReplaced?: () => void;
  /** Called when older pages keep a newer database from opening. */
  readonly onBlocked?: () => void;
  /** Another name, for tests. */
  readonly name?: string;
}

/** Opens the database, made or brought up to date if needed. Throws `storage-blocked` or `storage-full`. */
export async function openDatabase({ onReplaced, onBlocked, name = NAME }: OpenOptions = {}): Promise<Database> {
  const db = new Database(name);
  db.on('versionchange', () => {
    // let go at once; asked again, it is opened as what it is then: newer than this release, and only read
    db.close({ disableAutoOpen: false });
    onReplaced?.();
    return false; // Dexie would say so in the console
  });
  if (onBlocked) db.on('blocked', onBlocked);
  await guarded(() => db.open());
  return db;
}

/** True if a newer release wrote this database: it is read and never written. */
export const isNewer = (db: Database): boolean => db.backendDB().version > DATABASE_VERSION * NATIVE + (NATIVE - 1);

/** Runs one read-write transaction, or throws: `database-newer`, `storage-full`, `storage-blocked`. */
export function writing<R>(db: Database, tables: readonly Table[], work: () => Promise<R>): Promise<R> {
  return guarded(async () => {
    if (!db.isOpen()) await db.open();
    if (isNewer(db)) throw new Fault('database-newer');
    return db.transaction('rw', [...tables], work);
  });
}
