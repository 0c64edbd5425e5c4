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
  /**
   * True if the database was mended since the browser started, and no write has broken off since; false if one has;
   * null: the browser has just started, and nobody has looked.
   */
  isSound(): Promise<boolean | null>;
  setSound(sound: boolean): Promise<void>;
  /** Runs what no other context may do at the same time. */
  alone(work: () => Promise<void>): Promise<void>;
  /** What was remembered beside the database, in another of the browser's stores. */
  recall(): Promise<unknown>;
  remember(value: unknown): Promise<void>;
  /** Calls back whenever that changes, in whatever context. Gives the function that ends it. */
  onRemembered(told: () => void): () => void;
  pause(milliseconds: number): Promise<void>;
}

const MIB = 1024 * 1024;

/** What stays free on the disk when something new is kept, in bytes. */
export const RESERVE = 128 * MIB;
/** Below this nothing is written, not even that something has failed. Above, what is small is, and deletions. */
export const FLOOR = 32 * MIB;
/** Below this the database is not even opened: Chromium writes some bytes each time, and mending takes 12 MiB. */
const TO_OPEN = 16 * MIB;

/*
 * A disk that was full a moment ago may be full again in the next. While a write may have broken off, to open the
 * database and break off once more is what loses it: room must have been there for a while, at each look.
 */
const LOOK = 100;
/** Milliseconds after a write that broke off, or a disk that was full. */
const STEADY = 3000;
/** Milliseconds after the browser has started, when nothing is known. */
const STEADY_AT_START = 500;

/** To be called before the database is opened: throws `storage-full`, with nothing touched, if too little is left. */
export async function beforeOpening(db: Database): Promise<void> {
  const isSound = db.sound === false ? false : ((await db.care?.isSound()) ?? null);
  if (isSound === false) await need(db, FLOOR, STEADY);
  else await need(db, TO_OPEN, isSound === null ? STEADY_AT_START : 0);
}

/**
 * To be called when the database has just been opened: mends it if a write may have broken off since the browser started.
 * At once, and for reading too, since opening it once more might find it damaged.
 */
export async function afterOpening(db: Database): Promise<void> {
  try {
    await mended(db);
  } catch {
    // it can be read; before it is written to, this is tried again and its fault is told
  }
}

/**
 * To be called before each write: throws `storage-full`, with nothing written, if too little is left on the disk.
 * @param grows bytes that are about to be added; null for what is small or makes room
 */
export async function beforeWriting(db: Database, grows: number | null): Promise<void> {
  const isSound = db.sound === true;
  await need(db, grows === null ? FLOOR : RESERVE + grows, isSound ? 0 : STEADY);
  if (!isSound) await mended(db);
}

/** Throws `storage-full` unless so many bytes are left: now, and at each look for so many milliseconds. */
async function need(db: Database, bytes: number, milliseconds: number): Promise<void> {
  const { care } = db;
  if (!care) return;
  const end = db.wasFull ? STEADY : milliseconds;
  for (let waited = 0; ; waited += LOOK) {
    const left = (await care.left()) ?? Number.POSITIVE_INFINITY;
    if (left < FLOOR) db.wasFull = true;
    if (left < bytes) throw new Fault('storage-full');
    if (waited >= end) break;
    await care.pause(LOOK);
  }
  if (bytes >= FLOOR) db.wasFull = false;
}

async function mended(db: Database): Promise<void> {
  const { care } = db;
  if (!care) return;
  try {
    await care.alone(async () => {
      if (await care.isSound()) return;
      await mend(db);
      await care.setSound(true);
    });
    db.sound = true;
  } catch (error) {
    await doubt(db); // it has broken off itself
    throw error;
  }
}

/** A write has broken off, or the browser has closed the database by itself: it is mended before anything else. */
export async function doubt(db: Database): Promise<void> {
  db.sound = false;
  await db.care?.setSound(false).catch(() => undefined); // this context knows, and writes nothing before it has mended
}
