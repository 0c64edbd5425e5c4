import { copyOf } from '../archive/library';
import type { OpenedArchive, OpenedSession } from '../archive/open';
import { oneByOne } from '../archive/raw-pack';
import { sessionArtifacts } from '../archive/session-artifacts';
import { identityFlaws } from '../archive/verify-head';
import { Fault } from '../lib/fault';
import { sha256Hex } from '../lib/hash';
import { isoTime } from '../lib/time';
import { EMPTY, readLog, type Tail } from '../model/chain';
import type { Event } from '../model/event';
import { type Adoption, adopt, stageArtifacts } from '../store/adopt';
import type { Database } from '../store/database';
import type { Imported } from '../store/job-rows';
import { takeIn } from '../store/left-out';
import { takeNote } from '../store/notes';
import type { SessionRow } from '../store/rows';
import { readLine, readOwnSession, sessionsOfKey } from '../store/sessions';
import type { ImportAsk } from './import';

export interface SessionParts {
  readonly db: Database;
  now(): number;
  newId(): string;
  /** Remembers a session whose artifacts come in before its log. */
  stage(id: string): Promise<void>;
  readonly signal: AbortSignal;
  /** Told again and again which share of its artifacts is here, from 0 to 1. */
  advance(share: number): void;
}

interface Read {
  readonly session: OpenedSession;
  readonly lines: Adoption['lines'];
  readonly tail: Tail;
}

/** Keeps one session of an archive, or finds that it adds nothing. */
export async function importSession(parts: SessionParts, ask: ImportAsk, session: OpenedSession): Promise<Imported> {
  const { title, identity } = session;
  const read = readSession(session);
  if (!read) return { title, outcome: 'broken', session: null };
  const own = await readOwnSession(parts.db, identity.key);
  const plan = planOf(parts, ask, read, own);
  const twin = await known(parts.db, read, plan.outcome === 'copied', own);
  if (twin) {
    if (ask.verb === 'restore' && session.note) await takeNote(parts.db, twin, session.note);
    return { title, outcome: 'known', session: twin };
  }
  await bringArtifacts(parts, ask.archive, read, plan.adoption.session);
  if ((await adopt(parts.db, plan.adoption)) === 'kept') {
    if (session.note) await takeNote(parts.db, plan.adoption.session, session.note);
    // what the person takes back as theirs is no longer deleted: it goes on as any other
    if (plan.outcome === 'restored') await takeIn(parts.db, identity.key);
    return { title, outcome: plan.outcome, session: plan.adoption.session };
  }
  // our own log has grown meanwhile, in another page: what was found out about it is looked at again
  return importSession(parts, ask, session);
}

/** The lines of a session, or null where they do not hold or the session says it is another. */
function readSession(session: OpenedSession): Read | null {
  const { events, faults } = readLog(session.lines);
  const last = session.lines.at(-1);
  if (faults.length > 0 || last === undefined || identityFlaws(session, events).length > 0) return null;
  const lines = session.lines.flatMap((line, at) => {
    const event: Event | undefined = events[at];
    return event ? [{ event, line }] : [];
  });
  return { session, lines, tail: { seq: lines.length, prev: sha256Hex(last) } };
}

/**
 * The session of ours that has all of these lines already: our own log, or a copy of the same bytes. A copy does not
 * count where a backup would become ours: what is ours goes on, a copy does not.
 */
async function known(
  db: Database,
  { session, tail }: Read,
  asCopy: boolean,
  own: SessionRow | null,
): Promise<string | null> {
  const last = session.lines.at(-1);
  // lines are chained: where one is the same, all before it are
  if (own && own.tail.seq >= tail.seq && (await readLine(db, own.id, tail.seq - 1)) === last) return own.id;
  if (!asCopy) return null;
  const copies = await sessionsOfKey(db, session.identity.key);
  return copies.find(({ copy }) => copy?.logHash === session.logHash)?.id ?? null;
}

function planOf(
  { now, newId }: SessionParts,
  { archive, file, verb }: ImportAsk,
  { session, lines, tail }: Read,
  own: SessionRow | null,
): { adoption: Adoption; outcome: Imported['outcome'] } {
  const { identity, containers, logHash } = session;
  const whole = { identity, containers, lines, tail };
  // what was a copy in the library that a backup is of comes back as one, and from where it came
  const before = verb === 'restore' ? copyOf(archive.library, session.slug) : null;
  if (before)
    return { outcome: 'copied', adoption: { ...whole, session: newId(), copy: { ...before, logHash }, after: EMPTY } };
  if (verb === 'restore' && !own)
    return { outcome: 'restored', adoption: { ...whole, session: newId(), copy: null, after: EMPTY } };
  if (verb === 'restore' && own && isPrefix(own.tail, session.lines)) {
    const rest = lines.slice(own.tail.seq);
    return { outcome: 'extended', adoption: { ...whole, session: own.id, copy: null, after: own.tail, lines: rest } };
  }
  const copy = { from: file, at: isoTime(now()), logHash };
  return { outcome: 'copied', adoption: { ...whole, session: newId(), copy, after: EMPTY } };
}

/** True if a log that ends so is the beginning of these lines. */
function isPrefix({ seq, prev }: Tail, lines: readonly string[]): boolean {
  const last = lines[seq - 1];
  return last !== undefined && sha256Hex(last) === prev;
}

/** Bytes brought over in one transaction. */
const BATCH = 16 * 1024 * 1024;

/** Brings over what the lines need. What is missing or damaged in the archive stays missing: the report says so. */
async function bringArtifacts(
  { db, stage, signal, advance }: SessionParts,
  archive: OpenedArchive,
  { session, lines }: Read,
  id: string,
): Promise<void> {
  await stage(id);
  const events = lines.map(({ event }) => event);
  const { raw, named } = await sessionArtifacts(events, session.containers, oneByOne(archive.artifact));
  let batch = new Map<string, Uint8Array<ArrayBuffer>>();
  let size = 0;
  let done = 0;
  const hashes = [...raw, ...named];
  for (const hash of hashes) {
    if (signal.aborted) throw new Fault('cancelled');
    advance(done++ / hashes.length);
    const bytes = await archive.artifact(hash);
    if (!bytes) continue;
    batch.set(hash, bytes);
    size += bytes.length;
    if (size < BATCH) continue;
    await stageArtifacts(db, id, batch);
    batch = new Map();
    size = 0;
  }
  await stageArtifacts(db, id, batch);
}
