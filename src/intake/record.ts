import { looseText } from '../lib/bytes';
import { artifactName, hashIn } from '../lib/hash';
import { parseJson } from '../lib/json';
import { EMPTY, seal, type Tail } from '../model/chain';
import type { Event, Observation } from '../model/event';
import { FORMAT_VERSION } from '../model/event';
import { bodyOwnId, sessionEventId, sessionKey } from '../model/ids';
import { currentOf, enter, entryOf, type Ledger, merge } from '../model/ledger';
import { namedArtifacts } from '../model/named';
import { Frame, sliceHashes } from '../raw/frame';
import type { Taken } from './take';

/** A log as far as writing on it needs it. */
export interface Log {
  readonly tail: Tail;
  readonly ledger: Ledger;
}

/** Which session an exchange belongs to. */
export interface Identity {
  readonly key: string;
  readonly site: string;
  readonly origin: string;
  /** The site's own id, or the hash that stands for it. */
  readonly native: string;
}

/** Who records: what `session.started` says of it. Null where it is not known (the command line, say). */
export interface Recorder {
  readonly release: string;
  readonly browser: string | null;
  readonly os: string | null;
  readonly account: string | null;
  /** ISO 8601 with milliseconds. */
  readonly recorded: string;
}

/** New lines, in order, and the artifacts they need. Empty: everything was known. */
export interface Recorded {
  readonly lines: readonly { readonly event: Event; readonly line: string }[];
  /** Bare hashes, all of them in the artifacts of what was taken. */
  readonly needs: ReadonlySet<string>;
  readonly tail: Tail;
}

/** Which session a reading is of. Without an address the origin is the site's first; without a native id the raw decides. */
export function identify(taken: Taken, siteOrigin: string): Identity | null {
  if (taken.outcome.kind !== 'session') return null;
  const { site } = taken.head;
  const origin = taken.head.origin ?? siteOrigin;
  const first = taken.outcome.observations.find(({ kind }) => kind === 'message') ?? taken.outcome.observations[0];
  const native = taken.outcome.native ?? hashIn(first?.source.raw[0]?.artifact ?? '') ?? taken.frame;
  return { key: sessionKey(site, origin, native), site, origin, native };
}

/** Merges a reading into a log. Changes the ledger it is given, as the lines it returns change it. */
export function record(log: Log, taken: Taken, identity: Identity, recorder: Recorder): Recorded {
  if (taken.outcome.kind !== 'session') return { lines: [], needs: new Set(), tail: log.tail };
  const { append, confirm } = merge(log.ledger, taken.outcome.observations, taken.head.at);
  const fresh = append.map(({ observation }) => observation);
  if (confirm.length > 0) fresh.push(confirmation(taken, identity, confirm));
  if (fresh.length === 0) return { lines: [], needs: new Set(), tail: log.tail };
  if (log.tail.seq === EMPTY.seq) fresh.unshift(started(taken, identity, recorder));
  return write(log, fresh, taken, recorder.recorded);
}

/** Writes observations as they are: for what the recorder or the person says of a session. */
export function write(
  log: Log,
  observations: readonly Observation[],
  taken: Pick<Taken, 'artifacts'>,
  recorded: string,
): Recorded {
  let tail = log.tail;
  const lines = observations.map((observation) => {
    const revises = currentOf(log.ledger, observation.id)?.seq ?? null;
    const sealed = seal(tail, observation, { recorded, revises });
    enter(log.ledger, entryOf(sealed.event));
    tail = sealed.tail;
    return { event: sealed.event, line: sealed.line };
  });
  return {
    lines,
    needs: needsOf(
      lines.map(({ event }) => event),
      taken,
    ),
    tail,
  };
}

function needsOf(events: readonly Event[], { artifacts }: Pick<Taken, 'artifacts'>): Set<string> {
  const needs = new Set(events.flatMap(namedArtifacts));
  for (const hash of [...needs]) for (const slice of frameSlices(artifacts.get(hash))) needs.add(slice);
  for (const hash of needs) if (!artifacts.has(hash)) needs.delete(hash);
  return needs;
}

function frameSlices(bytes: Uint8Array | undefined): string[] {
  if (!bytes || !looseText(bytes.subarray(0, 13)).startsWith('{"exchange":{')) return [];
  const frame = Frame.safeParse(parseJson(looseText(bytes)));
  return frame.success ? sliceHashes(frame.data) : [];
}

function byRecorder(
  taken: Taken,
  event: Pick<Observation, 'id' | 'kind' | 'body'> & { occurred?: string | null; raw: boolean },
): Observation {
  const frame = artifactName(taken.frame);
  return {
    v: FORMAT_VERSION,
    id: event.id,
    thread: 'root',
    parents: [],
    at: { occurred: event.occurred ?? null, updated: null },
    actor: { kind: 'recorder', name: null, model: null },
    kind: event.kind,
    body: event.body,
    native: { id: null, node: null, type: null, parent: null },
    source: {
      platform: taken.head.site,
      capture: taken.head.capture,
      form: taken.head.form,
      reader: taken.reader,
      raw: event.raw ? [{ artifact: frame, frame, pointer: '' }] : [],
    },
    fidelity: 'exact',
    sealed: [],
  } as Observation;
}

function started(taken: Taken, identity: Identity, { release, browser, os, account }: Recorder): Observation {
  const { address } = taken.head;
  return byRecorder(taken, {
    id: sessionEventId(identity.site, identity.native, 'session.started'),
    kind: 'session.started',
    body: {
      release,
      browser,
      os,
      account,
      address: address?.split('?')[0] ?? null,
      origin: identity.origin,
      session: identity.native,
    },
    occurred: taken.outcome.kind === 'session' ? taken.outcome.occurred : null,
    raw: false,
  });
}

function confirmation(taken: Taken, { site, native }: Identity, targets: readonly unknown[]): Observation {
  const body = { action: 'confirm', targets };
  return byRecorder(taken, {
    id: sessionEventId(site, native, 'context.edit', bodyOwnId(body)),
    kind: 'context.edit',
    body,
    raw: true,
  });
}

/** The recorder's gap for an exchange that cannot be read yet: it points at the kept bytes, for a later release to read. */
export function driftGap(taken: Taken, { site, native }: Pick<Identity, 'site' | 'native'>): Observation {
  const { outcome } = taken;
  const places =
    outcome.kind === 'drift' ? { because: outcome.because, at: outcome.at } : { because: 'nothing', at: [] };
  const body = { what: { route: taken.head.route, ...places }, why: 'unreadable', where: 'exchange', native: null };
  return byRecorder(taken, {
    id: sessionEventId(site, native, 'gap', bodyOwnId({ ...body, frame: taken.frame })),
    kind: 'gap',
    body,
    raw: true,
  } as Parameters<typeof byRecorder>[1]);
}
