import { compareText } from '../lib/text';
import type { Event, Observation } from './event';
import { isSourcePage } from './ids';
import { compareStanding, compareVersions, isByTime, rankOf, readerNumber, type Version, versionOf } from './versions';

/** A line of the log as merging sees it. */
export interface Entry {
  readonly seq: number;
  readonly version: Version;
  /** What a `context.edit` of ours says of other lines, else null. */
  readonly edit: Edit | null;
}

/** `confirm` raises versions to the standing of its own reading; `reread` takes ids out of the projections. */
export interface Edit {
  readonly action: 'confirm' | 'reread';
  readonly targets: readonly (readonly [id: string, hash: string, updated: string | null])[];
  readonly source: Event['source'];
}

/** A version as it stands by now. */
export type Kept = Version & { readonly seq: number };

/** All versions of all ids of a log, each with the standing it has by now. */
export interface Ledger {
  readonly versions: Map<string, Kept[]>;
  /** Ids that a newer reading of the same bytes no longer gives, with that reader's number. */
  readonly retired: Map<string, number>;
  /** The highest number of a reader that gave an id. */
  readonly given: Map<string, number>;
  /** Where among the versions of an id the highest of each content is; of ids that an edit spoke of. */
  readonly places: Map<string, Map<string, number>>;
}

/** What merging needs of an event. */
export const entryOf = (event: Event): Entry => ({ seq: event.seq, version: versionOf(event), edit: editOf(event) });

/** The confirmation or retirement that an event is, or null. */
export function editOf(event: Event): Edit | null {
  if (event.kind !== 'context.edit' || event.actor.kind !== 'recorder') return null;
  const { action, targets } = event.body;
  if (action !== 'confirm' && action !== 'reread') return null;
  return { action, targets: targets.flatMap(asTarget), source: event.source };
}

function asTarget(value: unknown): [string, string, string | null][] {
  if (typeof value === 'string') return [[value, '', null]];
  if (!Array.isArray(value)) return [];
  const [id, hash, updated] = value as unknown[];
  return typeof id === 'string'
    ? [[id, typeof hash === 'string' ? hash : '', typeof updated === 'string' ? updated : null]]
    : [];
}

/** Builds the ledger of a log from its lines, in order. */
export function openLedger(entries: Iterable<Entry>): Ledger {
  const ledger: Ledger = { versions: new Map(), retired: new Map(), given: new Map(), places: new Map() };
  for (const entry of entries) enter(ledger, entry);
  return ledger;
}

/** Adds one line to the ledger. */
export function enter(ledger: Ledger, { seq, version, edit }: Entry): void {
  const kept = ledger.versions.get(version.id) ?? [];
  kept.push({ ...version, seq });
  if (kept.length === 1) ledger.versions.set(version.id, kept);
  const places = ledger.places.get(version.id);
  if (places) notePlace(places, kept, kept.length - 1);
  give(ledger, version.id, version.reader);
  for (const [id, hash, updated] of edit?.targets ?? []) {
    if (edit?.action === 'reread') retire(ledger, id, readerNumber(edit.source.reader));
    else if (edit) raise(ledger, { id, hash, updated, source: edit.source });
  }
}

/** What a reader of that number, or a newer one, gave is not retired, in whatever order the two were written. */
function give(ledger: Ledger, id: string, reader: number): void {
  const given = Math.max(reader, ledger.given.get(id) ?? reader);
  ledger.given.set(id, given);
  if (given >= (ledger.retired.get(id) ?? Number.POSITIVE_INFINITY)) ledger.retired.delete(id);
}

function retire(ledger: Ledger, id: string, reader: number): void {
  const by = Math.max(reader, ledger.retired.get(id) ?? reader);
  if (by > (ledger.given.get(id) ?? Number.NEGATIVE_INFINITY)) ledger.retired.set(id, by);
}

/** Gives a version the standing of a reading that agrees with it. */
function raise(
  ledger: Ledger,
  { id, hash, updated, source }: { id: string; hash: string; updated: string | null; source: Event['source'] },
): void {
  const kept = ledger.versions.get(id) ?? [];
  const place = placesOf(ledger, id, kept).get(hash);
  const version = place === undefined ? undefined : kept[place];
  if (place === undefined || !version) return;
  const reader = readerNumber(source.reader);
  give(ledger, id, reader);
  const raised = { ...version, rank: rankOf(version.kind, source), updated, reader };
  if (compareStanding(raised, version) > 0) kept[place] = raised;
}

function placesOf({ places }: Ledger, id: string, kept: readonly Kept[]): Map<string, number> {
  const known = places.get(id);
  if (known) return known;
  const found = new Map<string, number>();
  for (const i of kept.keys()) notePlace(found, kept, i);
  places.set(id, found);
  return found;
}

function notePlace(places: Map<string, number>, kept: readonly Kept[], i: number): void {
  const version = kept[i];
  const best = kept[places.get(version?.hash ?? '') ?? -1];
  if (version && (!best || compareStanding(version, best) > 0)) places.set(version.hash, i);
}

/** Of the versions with that content the one that stands highest: what changes back and forth may have several. */
function highest(kept: readonly Kept[], hash: string): Kept | undefined {
  let best: Kept | undefined;
  for (const each of kept) if (each.hash === hash && (!best || compareStanding(each, best) > 0)) best = each;
  return best;
}

/** True if nothing but gaps is known of an id. */
export const isGapIn =
  (ledger: Ledger) =>
  (id: string): boolean =>
    ledger.versions.get(id)?.every((version) => version.kind === 'gap') ?? false;

/** The version of an id that counts, or null where the log has none. Of what we or the person wrote: the latest. */
export function currentOf(ledger: Ledger, id: string): Kept | null {
  const kept = ledger.versions.get(id);
  if (!kept) return null;
  const isGap = isGapIn(ledger);
  return kept.reduce((best, each) => (compareKept(each, best, isGap) > 0 ? each : best));
}

function compareKept(a: Kept, b: Kept, isGap: (id: string) => boolean): number {
  const real = Number(a.kind !== 'gap') - Number(b.kind !== 'gap');
  const ours = Number(a.ours) - Number(b.ours);
  return real || ours || (a.ours ? a.seq - b.seq : compareVersions(a, b, isGap));
}

/** What a reading adds: observations to append, each with the version it is, and versions to confirm. */
export interface Merge {
  readonly append: readonly Read[];
  readonly confirm: readonly (readonly [id: string, hash: string, updated: string | null])[];
}

interface Read {
  readonly observation: Observation;
  readonly version: Version;
}

/**
 * Holds a reading against the ledger. Changes nothing.
 * @param timed ids whose `updated` is only the exchange's time. A later time of the site's own is worth a confirmation,
 * ours is not: every read would be later than the one before, and write a line
 */
export function merge(
  ledger: Ledger,
  observations: readonly Observation[],
  timed: ReadonlySet<string> = new Set(),
): Merge {
  const append: Read[] = [];
  const confirm: Merge['confirm'][number][] = [];
  for (const read of distinct(observations)) {
    const { version } = read;
    const answer = judge(ledger, version, timed.has(version.id));
    if (answer === 'append') append.push(read);
    else if (answer === 'confirm') confirm.push([version.id, version.hash, version.updated]);
  }
  confirm.sort((a, b) => compareText(a[0], b[0]) || compareText(a[1], b[1]));
  return { append, confirm };
}

/** Each content of each id once, with the highest standing it was given in this reading. */
function distinct(observations: readonly Observation[]): Iterable<Read> {
  const found = new Map<string, Read>();
  for (const observation of observations) {
    const version = versionOf(observation);
    const key = `${version.hash}${version.id}`;
    const known = found.get(key);
    if (!known || compareStanding(version, known.version) > 0) found.set(key, { observation, version });
  }
  return found.values();
}

type Answer = 'known' | 'confirm' | 'append';

function judge(ledger: Ledger, version: Version, timed: boolean): Answer {
  const kept = ledger.versions.get(version.id);
  if (!kept) return 'append';
  const same = highest(kept, version.hash);
  const otherwise = same ? 'confirm' : 'append';
  if (version.reader >= (ledger.retired.get(version.id) ?? Number.POSITIVE_INFINITY)) return otherwise;
  // that a message was not sent is no news where it is there; that a page is gone by now is
  if (version.kind === 'gap' && !isSourcePage(version.id) && !isGapIn(ledger)(version.id)) return 'known';
  if (same && (version.ours || compareStanding(version, same) <= 0)) return 'known';
  const current = isByTime(version.kind) ? currentOf(ledger, version.id) : null;
  return current ? judgeByTime(version, current, timed) : otherwise;
}

function judgeByTime(version: Version, current: Version, timed: boolean): Answer {
  if (current.hash === version.hash) return timed && version.rank <= current.rank ? 'known' : 'confirm';
  // an equal standing is kept: which of the two counts may only be known when more is
  return compareStanding(version, current) < 0 ? 'known' : 'append';
}
