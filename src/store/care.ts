import { Fault } from '../lib/fault';
import type { Database } from './database';
import { mend } from './mend';

/**
 * What a context knows of the storage around the database, given by the entrypoint. Chromium loses a whole database
 * where the disk is full in the middle of a write: docs/decisions/0014 has what was seen, and the figures.
 */
export interface Care {
  /** Bytes that may still be written, or null: the browser does not say. */
  left(): Promise<number | null>;
  /** True if the database was mended since the browser started, and no write has broken off since. */
  isSound(): Promise<boolean>;
  setSound(sound: boolean): Promise<void>;
  /** Runs what no other context may do at the same time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** What was remembered beside the database, in another of the browser's stores. */
  recall(): Promise<unknown>;
  remember(value: unknown): Promise<void>;
}

const MIB = 1024 * 1024;

/** What stays free on the disk when something new is kept, in bytes. */
export const RESERVE = 128 * MIB;
/** Below this nothing is written, not even that something has failed. Above, what is small is, and deletions. */
export const FLOOR = 32 * MIB;
/** Below this the database is not even opened: Chromium writes some bytes each time, and mending takes 6 MiB. */
const TO_OPEN = 16 * MIB;

/** To be called before the database is opened: throws `storage-full`, with nothing touched, if too little is left. */
export const beforeOpening = (db: Database): Promise<void> => need(db, TO_OPEN);

/**
 * To be called when the database has just been opened: mends it if a write may have broken off since the browser started.
 * At once, and for reading too, since opening it once more might find it damaged.
 */
export async function afterOpening(db: Database): Promise<void> {
  try {
    if (db.care && !(await db.care.isSound())) await mend(db, db.care);
    db.sound = true;
  } catch {
    db.sound = false; // it can be read; before it is written to, this is tried again and its fault is told
  }
}

/**
 * To be called before each write: throws `storage-full`, with nothing written, if too little is left on the disk.
 * @param grows bytes that are about to be added; null for what is small or makes room
 */
export async function beforeWriting(db: Database, grows: number | null): Promise<void> {
  await need(db, grows === null ? FLOOR : RESERVE + grows);
  if (db.care && !db.sound) await mend(db, db.care);
}

async function need({ care }: Database, bytes: number): Promise<void> {
  const left = (await care?.left()) ?? null;
  if (left !== null && left < bytes) throw new Fault('storage-full');
}

/** A write has broken off, or the browser has closed the database by itself: it is mended before anything else. */
export async function doubt(db: Database): Promise<void> {
  db.sound = false;
  await db.care?.setSound(false).catch(() => undefined); // this context knows, and writes nothing before it has mended
}
