import { type Identity, identify, type Recorder, record, recordDrift } from '../../intake/record';
import { type Exchange, type Taken, take } from '../../intake/take';
import { isoTime } from '../../lib/time';
import { sessionKey } from '../../model/ids';
import type { Reader, Site } from '../../providers/contract';
import { conversationOf, firstOrigin } from '../../providers/kit/addresses';
import { PAGE_ROUTE } from '../../providers/kit/page-route';
import type { JobError } from '../../store/job-rows';
import { keep, type NewLines, type OpenLog } from '../../store/keep';
import { countTry, exchangeBytes } from '../../store/pending';
import type { ExchangeRow, Outcome, SessionRow } from '../../store/rows';
import { readOwnSession } from '../../store/sessions';
import { conclude, dismiss } from './conclude';
import { isLeftOut } from './leave-out';
import { besideSession, isBeside, isOf } from './settle-beside';
import { settleFile } from './settle-file';
import type { Sink } from './sink';
import { followsWhat, noteHeard, type Wants, wantsAfter } from './want-read';

/** After so many tries that ended in a fault of ours, an exchange is kept as one that cannot be read. */
const MOST_TRIES = 3;

/**
 * Reads an exchange that has ended and writes what it adds to its session: masks, slices, reader, merge. The pending
 * exchange goes in the same transaction, so that it is done once, whoever dies when. Throws what the storage refuses:
 * then the exchange is still there, to be tried again.
 */
export async function settle(sink: Sink, row: ExchangeRow): Promise<SessionRow | null> {
  if (row.file !== undefined) return settleFile(sink, row);
  const site = sink.sites.find(({ id }) => id === row.site);
  const reader = sink.readerOf(row.site);
  if (!site || !reader || isBrokenOff(site, row)) return dismiss(sink, row, 'read-no-answer');
  const place = isBeside(site, row) ? await besideSession(sink, row, shownIdentity(site, row)?.key ?? null) : null;
  if (place === 'later') return null;
  const tries = await countTry(sink.db, row.id);
  if (tries > MOST_TRIES + 1) return dismiss(sink, row, 'broken-promise');
  const taken = await take(await exchangeOf(sink, row), tries > MOST_TRIES ? helpless(reader) : reader, row.began);
  const found = isBeside(site, row)
    ? await besideBearing(sink, taken, place)
    : await bearing(sink, { site, row, taken });
  if (found.kind === 'nowhere') return dismiss(sink, row, found.because);
  if (await isLeftOut(sink, { site, row, taken, key: found.identity.key })) return dismiss(sink, row, 'read-empty');
  return write(sink, { row, taken, found, number: reader.number });
}

/** A page that is left breaks off what it was loading: that is no answer. A stream that is cut says what it said. */
const isBrokenOff = (site: Site, { state, route, bytes }: ExchangeRow): boolean =>
  state === 'cut' &&
  (bytes === 0 || route === PAGE_ROUTE || site.routes.find(({ name }) => name === route)?.body === 'json');

async function exchangeOf(sink: Sink, row: ExchangeRow): Promise<Exchange> {
  const route = sink.sites.find(({ id }) => id === row.site)?.routes.find(({ name }) => name === row.route);
  const { site, origin, method, address, status, type, capture, request, began: at } = row;
  const form = row.state === 'cut' ? 'cut' : formOf(row.route, route?.body === 'json');
  const head = { site, origin, route: row.route, method, address, status, type, at, capture, form } as const;
  return { head, body: await exchangeBytes(sink.db, row.id), request };
}

const formOf = (route: string, isJson: boolean): 'page' | 'read' | 'stream' =>
  route === PAGE_ROUTE ? 'page' : isJson ? 'read' : 'stream';

/** The same reader, but for that it reads nothing. */
const helpless = (reader: Reader): Reader => ({
  ...reader,
  read: () => ({ kind: 'drift', because: 'shape', at: ['the release failed on it'] }),
});

interface Bearing {
  readonly kind: 'session' | 'drift';
  readonly identity: Identity;
  readonly places: readonly string[];
}

interface Nowhere {
  readonly kind: 'nowhere';
  readonly because: JobError;
}

/** What stands beside conversations is kept in one that is there, and never begins one. */
async function besideBearing(sink: Sink, taken: Taken, session: SessionRow | null): Promise<Bearing | Nowhere> {
  if (taken.outcome.kind === 'drift') return { kind: 'nowhere', because: 'read-drift' };
  if (!session || !(await isOf(sink, taken, session))) return { kind: 'nowhere', because: 'read-empty' };
  const { key, site, origin, native } = session;
  return { kind: 'session', identity: { key, site, origin, native }, places: [] };
}

/** Where an exchange belongs and as what; or that it is of no session. */
async function bearing(
  sink: Sink,
  { site, row, taken }: { site: Site; row: ExchangeRow; taken: Taken },
): Promise<Bearing | Nowhere> {
  const shown = shownIdentity(site, row);
  const identity = identityOf(taken, shown, site);
  if (identity) return { kind: 'session', identity, places: [] };
  const { outcome } = taken;
  if (outcome.kind === 'drift' && outcome.because !== 'empty')
    return shown ? { kind: 'drift', identity: shown, places: outcome.at } : { kind: 'nowhere', because: 'read-drift' };
  const isEmpty = outcome.kind !== 'session' && outcome.because === 'empty';
  const known = isEmpty && shown && (await readOwnSession(sink.db, shown.key));
  // a session that had something to say does not become empty: something is wrong, and nothing is overwritten
  return shown && known && known.counts.messages > 0
    ? { kind: 'drift', identity: shown, places: ['empty'] }
    : { kind: 'nowhere', because: 'read-empty' };
}

/** Which session a reading is of. What names no conversation is of the one that the page shows. */
function identityOf(taken: Taken, shown: Identity | null, site: Site): Identity | null {
  const named = identify(taken, firstOrigin(site));
  return named && taken.outcome.kind === 'session' && taken.outcome.native === null ? (shown ?? named) : named;
}

/** The session that the request's own address names, else the one that the page shows. */
function shownIdentity(site: Site, row: ExchangeRow): Identity | null {
  const { origin } = row;
  const native = conversationOf(site, row);
  return native ? { key: sessionKey(site.id, origin, native), site: site.id, origin, native } : null;
}

interface Settling {
  readonly row: ExchangeRow;
  readonly taken: Taken;
  readonly found: Bearing;
  /** The reader's. */
  readonly number: number;
}

async function write(sink: Sink, { row, taken, found, number }: Settling): Promise<SessionRow | null> {
  const { identity } = found;
  const recorder: Recorder = {
    ...(await sink.about()),
    account: null,
    page: row.page,
    recorded: isoTime(sink.now()),
  };
  let wants: Wants = null;
  const follow = await followsWhat(sink, row, identity);
  const merge = (log: OpenLog): NewLines => {
    const isNew = log.tail.seq === 0;
    const isRead = found.kind === 'session';
    const added = isRead ? record(log, taken, identity, recorder) : recordDrift(log, taken, identity, recorder);
    wants = follow && wantsAfter({ row, taken, ledger: log.ledger, isNew, added, follow });
    return added;
  };
  const outcome = (log: OpenLog, added: NewLines): Outcome => ({
    at: recorder.recorded,
    kind: found.kind === 'drift' ? 'drift' : added.lines.length === 0 ? 'same' : log.session ? 'grown' : 'new',
    route: row.route,
    capture: row.capture,
    cut: row.state === 'cut',
    places: found.places,
  });
  return keep(sink.db, {
    identity,
    newId: sink.newId(),
    artifacts: taken.artifacts,
    exchange: row.id,
    merge,
    outcome,
    reread: (before) => (before === undefined ? number : before),
    also: async (session) => {
      if (session && follow) await noteHeard(sink, { row, identity, wants, follow });
      await conclude(sink, row, session, found.kind === 'drift' ? 'read-drift' : null);
    },
  });
}
