import { Fault } from '../lib/fault';
import { EMPTY, type Tail } from '../model/chain';
import type { Event } from '../model/event';
import { entryOf, type Ledger, openLedger } from '../model/ledger';
import { bytesIn, keepArtifacts } from './artifacts';
import { type Database, writing } from './database';
import { noteSessions } from './loss';
import { dropPending } from './pending';
import type { Outcome, SessionRow } from './rows';
import { summarise } from './summary';

/** New lines of a log, and the artifacts that they need. */
export interface NewLines {
  readonly lines: readonly { readonly event: Event; readonly line: string }[];
  /** Bare hashes. */
  readonly needs: ReadonlySet<string>;
  readonly tail: Tail;
}

/** A log as merging finds it: where it ends, and all versions in it. */
export interface OpenLog {
  readonly session: SessionRow | null;
  readonly tail: Tail;
  readonly ledger: Ledger;
}

export interface KeepAsk {
  readonly identity: Pick<SessionRow, 'key' | 'site' | 'origin' | 'native'>;
  /** The id that a new session gets. */
  readonly newId: string;
  /** Everything the lines may need, by bare hash. */
  readonly artifacts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Merges into the log, at once: called inside the transaction, so that no other context writes in between. */
  merge(log: OpenLog): NewLines;
  /** What became of it, for the session's row; null leaves there what is. */
  outcome(log: OpenLog, added: NewLines): Outcome | null;
  /** The same for the reader that has tried everything; `before` is what was there, undefined in a new session. */
  reread(before: number | null | undefined): number | null;
  /** The pending exchange this comes from: it goes in the same transaction. If it is gone already, nothing is done. */
  readonly exchange: string | null;
  /** What else belongs to it: jobs and the journal, as a part of the transaction. `null`: no session came of it. */
  also?(session: SessionRow | null): Promise<void>;
}

/**
 * Writes what an exchange adds to its session, and forgets the pending exchange: one transaction.
 * Gives the session as it is then, or null: the exchange was dealt with before, or said nothing of a new session.
 */
export async function keep(db: Database, ask: KeepAsk): Promise<SessionRow | null> {
  const { sessions, events, entries, artifacts, contents, exchanges, chunks, jobs, journal } = db;
  const tables = [sessions, events, entries, artifacts, contents, exchanges, chunks, jobs, journal];
  const work = async (): Promise<SessionRow | null> => {
    if (ask.exchange !== null && !(await dropPending(db, ask.exchange))) return null;
    const row = await grow(db, ask);
    await ask.also?.(row);
    return row;
  };
  const row = await writing(db, tables, work, bytesIn(ask.artifacts));
  if (row?.revision === 1) await noteSessions(db);
  return row;
}

async function grow(db: Database, ask: KeepAsk): Promise<SessionRow | null> {
  const log = await openLog(db, ask.identity.key);
  const added = ask.merge(log);
  if (!log.session && added.lines.length === 0) return null;
  const id = log.session?.id ?? ask.newId;
  await writeLines(db, id, log.tail, added);
  await keepArtifacts(db, id, needed(added.needs, ask.artifacts));
  const row = await nextRow(db, { id, ask, log, added });
  await db.sessions.put(row);
  return row;
}

async function openLog(db: Database, key: string): Promise<OpenLog> {
  const session = (await ownSession(db, key)) ?? null;
  if (!session) return { session, tail: EMPTY, ledger: openLedger([]) };
  return { session, tail: session.tail, ledger: await ledgerOf(db, session) };
}

/** The session of a key that is our own, not a copy out of an archive. */
export const ownSession = (db: Database, key: string): PromiseLike<SessionRow | undefined> =>
  db.sessions
    .where('key')
    .equals(key)
    .filter(({ copy }) => copy === null)
    .first();

/** All versions in a session's log. Throws `broken-promise` if the log does not end where its session says. */
export async function ledgerOf(db: Database, { id, tail }: SessionRow): Promise<Ledger> {
  const rows = await db.entries.where('[session+seq]').between([id, 0], [id, Infinity]).toArray();
  const all = rows.flatMap(({ entries }) => entries);
  if (all.length !== tail.seq) throw new Fault('broken-promise');
  return openLedger(all);
}

/** Appends lines to the tables of a log that ends at `tail`. Part of a transaction. */
export async function writeLines(
  db: Database,
  session: string,
  tail: Tail,
  { lines }: Pick<NewLines, 'lines'>,
): Promise<void> {
  if (lines.length === 0) return;
  if (lines[0]?.event.seq !== tail.seq) throw new Fault('broken-promise');
  await db.events.bulkAdd(lines.map(({ event, line }) => ({ session, seq: event.seq, id: event.id, line })));
  await db.entries.add({ session, seq: tail.seq, entries: lines.map(({ event }) => entryOf(event)) });
}

function needed(
  needs: ReadonlySet<string>,
  artifacts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Map<string, Uint8Array<ArrayBuffer>> {
  return new Map([...artifacts].filter(([hash]) => needs.has(hash)));
}

interface Change {
  readonly id: string;
  readonly ask: KeepAsk;
  readonly log: OpenLog;
  readonly added: NewLines;
}

async function nextRow(db: Database, { id, ask, log, added }: Change): Promise<SessionRow> {
  const before = log.session ?? newRow(id, ask.identity, added.lines[0]?.event);
  return {
    ...before,
    ...(added.lines.length > 0 ? await summarise(db, id, log.ledger, added.lines) : {}),
    updated: added.lines.at(-1)?.event.at.recorded ?? before.updated,
    tail: added.tail,
    revision: before.revision + 1,
    last: ask.outcome(log, added) ?? before.last,
    reread: ask.reread(log.session?.reread),
  };
}

/** A session that has no lines yet; `first` is the one it begins with. */
export const newRow = (
  id: string,
  { key, site, origin, native }: KeepAsk['identity'],
  first: Event | undefined,
): SessionRow => ({
  id,
  key,
  site,
  origin,
  native,
  title: null,
  copy: null,
  counts: { events: 0, messages: 0, gaps: 0 },
  containers: [],
  leaf: null,
  started: first?.at.occurred ?? first?.at.recorded ?? '',
  updated: first?.at.recorded ?? '',
  tail: EMPTY,
  revision: 0,
  last: null,
  reread: null,
});
