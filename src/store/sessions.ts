import { type Database, reading } from './database';
import { ownSession } from './keep';
import type { ArtifactRow, SessionRow } from './rows';

/** Kept sessions, the one that changed last first. */
export const listSessions = (db: Database): Promise<SessionRow[]> =>
  reading(db, () => db.sessions.orderBy('updated').reverse().toArray());

/** One session, or null. */
export const readSession = (db: Database, id: string): Promise<SessionRow | null> =>
  reading(db, async () => (await db.sessions.get(id)) ?? null);

/** Our own session of a key (see model/ids), or null. */
export const readOwnSession = (db: Database, key: string): Promise<SessionRow | null> =>
  reading(db, async () => (await ownSession(db, key)) ?? null);

/** All sessions of a key: our own and copies. */
export const sessionsOfKey = (db: Database, key: string): Promise<SessionRow[]> =>
  reading(db, () => db.sessions.where('key').equals(key).toArray());

const BATCH = 500;

/** The lines of a log from `from` on, without their line ends, as far as the log went when this was asked. */
export async function* readLines(db: Database, id: string, from = 0): AsyncGenerator<string> {
  for await (const lines of readBatches(db, id, from)) yield* lines;
}

/** The same, some hundreds at a time, as the database gives them. */
export async function* readBatches(db: Database, id: string, from = 0): AsyncGenerator<readonly string[]> {
  const end = (await readSession(db, id))?.tail.seq ?? 0;
  for (let seq = from; seq < end; seq += BATCH) {
    const last = Math.min(seq + BATCH, end);
    const rows = await reading(db, () => db.events.where('[session+seq]').between([id, seq], [id, last]).toArray());
    yield rows.map(({ line }) => line);
  }
}

/** One line of a log, or null where it does not go so far. */
export const readLine = (db: Database, id: string, seq: number): Promise<string | null> =>
  reading(db, async () => (await db.events.get([id, seq]))?.line ?? null);

/** Some lines of a log, in the order they are asked for; without those to which it does not go. */
export const readSomeLines = (db: Database, id: string, seqs: readonly number[]): Promise<string[]> =>
  reading(db, async () => {
    const rows = await db.events.bulkGet(seqs.map((seq): [string, number] => [id, seq]));
    return rows.flatMap((row) => row?.line ?? []);
  });

/** All lines of a log, or null where the session is not kept. */
export async function readLog(db: Database, id: string): Promise<string[] | null> {
  if (!(await readSession(db, id))) return null;
  const lines: string[] = [];
  for await (const line of readLines(db, id)) lines.push(line);
  return lines;
}

/** The bytes of an artifact by its bare hash, or null. */
export const readArtifact = (db: Database, hash: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  reading(db, async () => (await db.contents.get(hash))?.bytes ?? null);

/** Bytes that are asked for together: every question of the database takes its time. */
const TOGETHER = 4 * 1024 * 1024;
const LISTED = 500;

/**
 * How many bytes the artifacts of some sessions have, by their bare hashes. One question for each session, not for each of
 * the dozens that every chat has.
 */
export async function artifactSizes(db: Database, sessions: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const id of sessions) for (const { hash, size } of await artifactsOf(db, id)) sizes.set(hash, size);
  return sizes;
}

/**
 * The bytes of many artifacts by their bare hashes, in that order; null for what is not there.
 * @param sizes of them, so that some MB are read at a time; one that is not among them is read by itself
 */
export async function* readArtifacts(
  db: Database,
  hashes: readonly string[],
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<Uint8Array<ArrayBuffer> | null> {
  for (let at = 0; at < hashes.length; at += LISTED) {
    const some = hashes.slice(at, at + LISTED);
    for (const group of grouped(some, sizes)) {
      const found = await reading(db, () => db.contents.bulkGet(group));
      for (const row of found) yield row?.bytes ?? null;
    }
  }
}

/** Hashes of what is some MB together, or of one that is bigger. */
function grouped(hashes: readonly string[], sizes: ReadonlyMap<string, number>): string[][] {
  const groups: string[][] = [];
  let room = -1;
  for (const hash of hashes) {
    const size = sizes.get(hash) ?? TOGETHER;
    if (room < size) {
      groups.push([]);
      room = TOGETHER;
    }
    groups.at(-1)?.push(hash);
    room -= size;
  }
  return groups;
}

/** What is known of the artifacts that a session needs, without their bytes. */
export const artifactsOf = (db: Database, session: string): Promise<ArtifactRow[]> =>
  reading(db, () => db.artifacts.where('sessions').equals(session).toArray());
