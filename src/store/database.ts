import Dexie, { type EntityTable, type Table } from 'dexie';
import { Fault } from '../lib/fault';
import { afterOpening, beforeOpening, beforeWriting, type Care, doubt } from './care';
import { guarded, storageFault } from './faults';
import type { JobRow } from './job-rows';
import type { ListingRow } from './listings';
import { DATABASE_VERSION, migrations } from './migrations/migrations';
import type { NoteRow } from './notes';
import type { PaceRow } from './paces';
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
import type { SavedRow } from './saved';

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
  declare readonly listings: Table<ListingRow, [string, string, string]>;
  declare readonly paces: Table<PaceRow, [string, string]>;
  declare readonly saved: EntityTable<SavedRow, 'session'>;
  declare readonly notes: EntityTable<NoteRow, 'session'>;
  readonly care: Care | null;
  /** What this connection knows of the browser's log file, as in `Care`. */
  sound: boolean | null = null;
  /** There was no room when this connection last looked. */
  wasFull = false;
  opening: Promise<void> | null = null;
  onReopened: OpenOptions['onReopened'] | null = null;

  constructor(name: string, care: Care | null = null) {
    super(name, { autoOpen: false }); // it is opened with care: see `opened`
    this.care = care;
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
  /**
   * Called whenever it has been opened again, since the browser had closed it: it may be another one then. Where this is
   * given, it is opened again as soon as that can be done.
   */
  readonly onReopened?: (db: Database) => void;
  /** Without it nothing looks after a disk that is nearly full. */
  readonly care?: Care;
  /** Another name, for tests. */
  readonly name?: string;
}

/** Opens the database, made or brought up to date if needed. Throws `storage-blocked` or `storage-full`. */
export async function openDatabase(options: OpenOptions = {}): Promise<Database> {
  const { onReplaced, onBlocked, onReopened, care, name = NAME } = options;
  const db = new Database(name, care);
  db.on('versionchange', () => {
    // let go at once; asked again, it is opened as what it is then: newer than this release, and only read
    db.close({ disableAutoOpen: false });
    onReplaced?.();
    return false; // Dexie would say so in the console
  });
  if (onBlocked) db.on('blocked', onBlocked);
  await guarded(() => opened(db));
  db.onReopened = onReopened ?? null;
  return db;
}

/** Opens a database that is not open: not yet, or no longer, since the browser closes it when a write breaks off. */
async function opened(db: Database): Promise<void> {
  if (db.isOpen()) return;
  db.opening ??= open(db).finally(() => {
    db.opening = null;
  });
  await db.opening;
}

async function open(db: Database): Promise<void> {
  await beforeOpening(db);
  try {
    await db.open();
  } catch (error) {
    if (isOfStorage(error)) await doubt(db);
    throw error;
  }
  db.backendDB().addEventListener('close', () => void closed(db)); // not of our own doing, whoever wrote
  await afterOpening(db);
  db.onReopened?.(db);
}

/** How long it is left alone where it cannot be opened again, in milliseconds. */
const AGAIN = 3000;

async function closed(db: Database): Promise<void> {
  await doubt(db);
  while (db.onReopened && db.care && !db.isOpen()) {
    try {
      await opened(db);
    } catch {
      await db.care.pause(AGAIN); // whoever asks for something meanwhile is told why
    }
  }
}

const isOfStorage = (error: unknown): boolean => storageFault(error)?.code.startsWith('storage-') ?? false;

/** True if a newer release wrote this database: it is read and never written. */
export const isNewer = (db: Database): boolean => db.backendDB().version > DATABASE_VERSION * NATIVE + (NATIVE - 1);

/** Runs what only reads, or throws: `storage-full`, `storage-blocked`. */
export const reading = <R>(db: Database, work: () => PromiseLike<R>): Promise<R> =>
  guarded(async () => {
    if (!db.isOpen()) await opened(db);
    return work();
  });

/**
 * Runs one read-write transaction, or throws: `database-newer`, `storage-full`, `storage-blocked`. As a part of one that
 * runs already it only joins it.
 * @param grows how many bytes it may add: where they are not left with some to spare, nothing is begun. Without it what
 * is written is small, or makes room.
 */
export function writing<R>(
  db: Database,
  tables: readonly Table[],
  work: () => Promise<R>,
  grows: number | null = null,
): Promise<R> {
  return guarded(async () => {
    if (Dexie.currentTransaction) return db.transaction('rw', [...tables], work);
    await opened(db);
    if (isNewer(db)) throw new Fault('database-newer');
    await beforeWriting(db, grows);
    try {
      return await db.transaction('rw', [...tables], work);
    } catch (error) {
      if (isOfStorage(error)) await doubt(db);
      throw error;
    }
  });
}
