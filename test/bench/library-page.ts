import { identify, record } from '../../src/intake/record';
import { take } from '../../src/intake/take';
import { writeArchive } from '../../src/jobs/export';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { type Database, openDatabase } from '../../src/store/database';
import { keep } from '../../src/store/keep';
import { exchangeOf, RECORDER, TIME } from './archive-inputs';
import { richChat } from './rich';

/* What runs in a page of the extension before its library is measured: sessions are kept as a capture keeps them. */

const ORIGIN = 'https://chatgpt.com';

async function keepChat(db: Database, session: string, messages: number, seed: number): Promise<void> {
  const json = JSON.stringify(richChat(`c${seed}`, messages, seed));
  const taken = await take(exchangeOf(json), chatgptReader, TIME);
  const identity = identify(taken, ORIGIN);
  if (!identity) throw new Error('the composed conversation was not read');
  await keep(db, {
    identity,
    newId: session,
    artifacts: taken.artifacts,
    merge: (log) => record(log, taken, identity, RECORDER),
    outcome: () => null,
    reread: () => null,
    exchange: null,
  });
}

const idOf = (seed: number): string => `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;

/** Keeps conversations of so many messages; gives the ids of their sessions. */
async function fill(sizes: string): Promise<readonly string[]> {
  const db = await openDatabase();
  const first = await db.sessions.count();
  const ids: string[] = [];
  for (const [at, messages] of (JSON.parse(sizes) as number[]).entries()) {
    const seed = first + at + 1;
    await keepChat(db, idOf(seed), messages, seed);
    ids.push(idOf(seed));
  }
  db.close();
  return ids;
}

/** The archive of a session, as text that a test can carry. */
async function archive(session: string): Promise<string> {
  const db = await openDatabase();
  const { signal } = new AbortController();
  const parts = { db, release: '0', progress: () => undefined, signal };
  const { blob } = await writeArchive({ sessions: [session] }, { targets: [] }, parts);
  db.close();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(pieces.join(''));
}

Object.assign(globalThis, { bench: { fill, archive } });
