import { sha256Hex } from '../lib/hash';
import { canonical } from '../lib/json';
import { compareText } from '../lib/text';
import type { Kind } from './bodies';
import { type Event, isOurs, type Observation, type Source } from './event';

/** What merging needs to know of one line of the log, or of an observation that may become one. */
export interface Version {
  readonly id: string;
  readonly kind: Kind;
  /** The content hash. */
  readonly hash: string;
  readonly rank: number;
  readonly updated: string | null;
  /** The reader's whole number. */
  readonly reader: number;
  readonly parents: readonly string[];
  /** UTF-16 length of the canonical body. */
  readonly size: number;
  /** Written by the recorder or the person: the latest counts. */
  readonly ours: boolean;
  /** A gap that only says where two pages join. */
  readonly joins?: true;
  /** A gap for what the site never sends. */
  readonly always?: true;
}

/** Kinds that change back and forth: their time comes before their rank. */
const BY_TIME: ReadonlySet<Kind> = new Set<Kind>(['session.updated', 'config', 'server.state']);
export const isByTime = (kind: Kind): boolean => BY_TIME.has(kind);

/** How much a source counts: asked read, then what was heard whole or came as a recorded payload, and so down. */
export function rankOf(kind: Kind, { capture, form }: Pick<Source, 'capture' | 'form'>): number {
  if (kind === 'gap') return 0;
  if (kind === 'unknown') return 1;
  if (form === 'cut') return 2;
  if (form === 'page' || capture === 'page') return 3;
  if (form === 'share') return 4;
  if (form === 'export') return 5;
  return capture === 'asked' ? 7 : 6;
}

type Content = Pick<Event, 'actor' | 'body' | 'kind' | 'parents' | 'sealed' | 'thread'>;

/** SHA-256 of what an event says, without when and where it was read. */
export const contentHash = (event: Content): string => hashWith(event, canonical(event.body));

/** The same, where the body's canonical text is there already: it is most of the work. The keys stand in canonical order. */
function hashWith({ actor, kind, parents, sealed, thread }: Content, body: string): string {
  const rest = canonical({ kind, parents, sealed: sealed.map((each) => each.artifact), thread });
  return sha256Hex(`{"actor":${canonical(actor)},"body":${body},${rest.slice(1)}`);
}

/** The whole number in `<id>@<number>`. */
export const readerNumber = (reader: string): number => Number(reader.slice(reader.lastIndexOf('@') + 1));

/** The version that an event or observation is. */
export function versionOf(event: Event | Observation): Version {
  const body = canonical(event.body);
  return {
    id: event.id,
    kind: event.kind,
    hash: hashWith(event, body),
    rank: rankOf(event.kind, event.source),
    updated: event.at.updated,
    reader: readerNumber(event.source.reader),
    parents: event.parents,
    size: body.length,
    ours: isOurs(event),
    ...(event.kind === 'gap' && event.body.joins === true ? { joins: true } : {}),
    ...(event.kind === 'gap' && event.body.always === true ? { always: true } : {}),
  };
}

type Standing = Pick<Version, 'kind' | 'rank' | 'updated' | 'reader'>;

const compareTime = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : compareText(a, b);

/** Orders two versions of an id by (rank, updated, reader), or (updated, rank, reader) for what changes back and forth. */
export function compareStanding(a: Standing, b: Standing): number {
  const time = compareTime(a.updated, b.updated);
  const rank = a.rank - b.rank;
  const first = isByTime(a.kind) && isByTime(b.kind) ? time || rank : rank || time;
  return first || a.reader - b.reader;
}

/** Orders two versions of an id wholly; `isGap` says of an id that nothing but gaps is known of it. */
export function compareVersions(a: Version, b: Version, isGap: (id: string) => boolean): number {
  const whole = (version: Version): number => (version.parents.some(isGap) ? 0 : 1);
  return compareStanding(a, b) || whole(a) - whole(b) || a.size - b.size || compareText(a.hash, b.hash);
}
