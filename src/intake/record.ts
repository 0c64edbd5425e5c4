import { looseText } from '../lib/bytes';
import { artifactName, hashIn } from '../lib/hash';
import { parseJson } from '../lib/json';
import type { Body, Kind } from '../model/bodies';
import { EMPTY, seal, type Tail } from '../model/chain';
import type { Event, Observation } from '../model/event';
import { FORMAT_VERSION } from '../model/event';
import { bodyOwnId, sessionEventId, sessionKey } from '../model/ids';
import { currentOf, type Entry, editOf, enter, type Ledger, merge } from '../model/ledger';
import { namedArtifacts } from '../model/named';
import { type Version, versionOf } from '../model/versions';
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
  /** The page's address, where that is not the exchange's. */
  readonly page?: string | null;
  /** ISO 8601 with milliseconds. */
  readonly recorded: string;
}

/** A new line: the event, its exact text, and what merging needs of it. */
export interface Line {
  readonly event: Event;
  readonly line: string;
  readonly entry: Entry;
}

/** New lines, in order, and the artifacts they need. Empty: everything was known. */
export interface Recorded {
  readonly lines: readonly Line[];
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
  const fresh = mergeTaken(log, taken, identity);
  return begin(log, fresh, taken, { identity, recorder });
}

/** An observation that becomes a line. Its version, where it is known already: to hash it is most of the work. */
export interface Fresh {
  readonly observation: Observation;
  readonly version?: Version;
}

/** What a reading adds to a log: observations that are new in it, and one confirmation of what stands higher by now. */
export function mergeTaken({ ledger }: Log, taken: Taken, identity: Identity): Fresh[] {
  const { outcome } = taken;
  if (outcome.kind !== 'session') return [];
  const { append, confirm } = merge(ledger, outcome.observations, outcome.timed);
  if (confirm.length === 0) return [...append];
  return [...append, { observation: edit(identity, taken, { action: 'confirm', targets: confirm }, [taken.frame]) }];
}

/**
 * Keeps an exchange that cannot be read yet: a gap (`unreadable`) points at its bytes, for a later release to read. The
 * same bytes add nothing a second time.
 */
export function recordDrift(log: Log, taken: Taken, identity: Identity, recorder: Recorder): Recorded {
  const observation = driftGap(taken, identity);
  const isKnown = log.ledger.versions.has(observation.id);
  return begin(log, isKnown ? [] : [{ observation }], taken, { identity, recorder });
}

/** Writes observations as they are: for what the recorder or the person says of a session. */
export const write = (
  log: Log,
  observations: readonly Observation[],
  taken: Pick<Taken, 'artifacts'>,
  recorded: string,
): Recorded =>
  writeFresh(
    log,
    observations.map((observation) => ({ observation })),
    taken,
    recorded,
  );

/** The same for observations whose versions may be known. */
export function writeFresh(
  log: Log,
  fresh: readonly Fresh[],
  taken: Pick<Taken, 'artifacts'>,
  recorded: string,
): Recorded {
  let tail = log.tail;
  const lines = fresh.map(({ observation, version }) => {
    const revises = currentOf(log.ledger, observation.id)?.seq ?? null;
    const { event, line, tail: next } = seal(tail, observation, { recorded, revises });
    const entry: Entry = { seq: event.seq, version: version ?? versionOf(event), edit: editOf(event) };
    enter(log.ledger, entry);
    tail = next;
    return { event, line, entry };
  });
  const events = lines.map(({ event }) => event);
  return { lines, needs: needsOf(events, taken.artifacts), tail };
}

/** Writes observations, with what begins a log before the first of them. */
function begin(
  log: Log,
  fresh: readonly Fresh[],
  taken: Taken,
  { identity, recorder }: { identity: Identity; recorder: Recorder },
): Recorded {
  if (fresh.length === 0) return { lines: [], needs: new Set(), tail: log.tail };
  const first = log.tail.seq === EMPTY.seq ? [{ observation: started(taken, identity, recorder) }] : [];
  return writeFresh(log, [...first, ...fresh], taken, recorder.recorded);
}

function needsOf(events: readonly Event[], artifacts: Taken['artifacts']): Set<string> {
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

/** What an event of the recorder's own needs to know of the exchange behind it. */
type Cause = Pick<Taken, 'reader'> & { readonly head: Pick<Taken['head'], 'site' | 'capture' | 'form'> };

function byRecorder<K extends Kind>(
  { head, reader }: Cause,
  event: { id: string; kind: K; body: Body<K>; occurred?: string | null; frames: readonly string[] },
): Observation {
  const names = event.frames.map(artifactName);
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
      platform: head.site,
      capture: head.capture,
      form: head.form,
      reader,
      raw: names.map((frame) => ({ artifact: frame, frame, pointer: '' })),
    },
    fidelity: 'exact',
    sealed: [],
  } as Observation; // kind and body belong together, as the parameter says
}

function started(taken: Taken, identity: Identity, { release, browser, os, account, page }: Recorder): Observation {
  const address = page ?? taken.head.address;
  return byRecorder(taken, {
    id: sessionEventId(identity.site, identity.native, 'session.started'),
    kind: 'session.started',
    body: {
      release,
      browser,
      os,
      account,
      address: address?.split(/[?#]/)[0]?.toWellFormed() ?? null,
      origin: identity.origin,
      session: identity.native,
      ...requestOf(taken.head),
    },
    occurred: taken.outcome.kind === 'session' ? taken.outcome.occurred : null,
    frames: [],
  });
}

/** What was asked, where an answer came as a file that says so: nothing else in the log does. */
function requestOf({ capture, method, address }: Taken['head']): { readonly request?: string } {
  if (capture !== 'file' || method === null || address === null) return {};
  return { request: `${method} ${address.replace(/^[a-z]+:\/\/[^/]*/, '')}` };
}

/** The recorder's word on other lines: that a reading agrees with them (`confirm`), or no longer gives them (`reread`). */
export function edit(
  { site, native }: Pick<Identity, 'site' | 'native'>,
  cause: Cause,
  body: { action: 'confirm' | 'reread'; targets: readonly unknown[] },
  frames: readonly string[],
): Observation {
  const id = sessionEventId(site, native, 'context.edit', bodyOwnId(body));
  return byRecorder(cause, { id, kind: 'context.edit', body: { ...body, targets: [...body.targets] }, frames });
}

/** The recorder's gap for an exchange that cannot be read yet. Its own id is of the bytes: whoever read them. */
export function driftGap(taken: Taken, { site, native }: Pick<Identity, 'site' | 'native'>): Observation {
  const { outcome, head, whole } = taken;
  const shape = outcome.kind === 'drift' ? outcome.at : [];
  const because = outcome.kind === 'session' ? 'shape' : outcome.because;
  return byRecorder(taken, {
    id: sessionEventId(site, native, 'gap', whole.slice(0, 16)),
    kind: 'gap',
    body: {
      what: { route: head.route, because, at: shape, whole },
      why: 'unreadable',
      where: 'exchange',
      native: null,
    },
    frames: [taken.frame],
  });
}
