import type { Event, Observation } from './event';
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

type Kept = Version & { readonly seq: number };

/** All versions of all ids of a log, each with the standing it has by now. */
export interface Ledger {
  readonly versions: Map<string, Kept[]>;
  /** Ids that a newer reading of the same bytes no longer gives, with that reader's number. */
  readonly retired: Map<string, number>;
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
  const ledger: Ledger = { versions: new Map(), retired: new Map() };
  for (const entry of entries) enter(ledger, entry);
  return ledger;
}

/** Adds one line to the ledger. */
export function enter(ledger: Ledger, { seq, version, edit }: Entry): void {
  const kept = ledger.versions.get(version.id);
  if (kept) kept.push({ ...version, seq });
  else ledger.versions.set(version.id, [{ ...version, seq }]);
  // what is read again after all is no longer retired
  ledger.retired.delete(version.id);
  for (const [id, hash, updated] of edit?.targets ?? []) {
    if (edit?.action === 'reread') ledger.retired.set(id, readerNumber(edit.source.reader));
    else if (edit) raise(ledger, { id, hash, updated, source: edit.source });
  }
}

function raise(
  ledger: Ledger,
  { id, hash, updated, source }: { id: string; hash: string; updated: string | null; source: Event['source'] },
): void {
  const kept = ledger.versions.get(id);
  const at = kept?.findIndex((version) => version.hash === hash) ?? -1;
  const version = kept?.[at];
  if (!kept || !version) return;
  const reader = readerNumber(source.reader);
  if (reader >= (ledger.retired.get(id) ?? Number.POSITIVE_INFINITY)) ledger.retired.delete(id);
  const raised = { ...version, rank: rankOf(version.kind, source), updated, reader };
  if (compareStanding(raised, version) > 0) kept[at] = raised;
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
  return kept.reduce((best, each) => {
    if (best.ours || each.ours) return each.seq > best.seq ? each : best;
    return compareVersions(each, best, isGap) > 0 ? each : best;
  });
}

/** What a reading adds: observations to append, each with the `seq` it revises, and versions to confirm. */
export interface Merge {
  readonly append: readonly { readonly observation: Observation; readonly version: Version }[];
  readonly confirm: readonly (readonly [id: string, hash: string, updated: string | null])[];
}

/**
 * Holds a reading against the ledger. Changes nothing.
 * @param heardAt when the exchange was received: a time of its own that a site gives is worth a confirmation, ours is not
 */
export function merge(ledger: Ledger, observations: readonly Observation[], heardAt: string): Merge {
  const append: Merge['append'][number][] = [];
  const confirm: Merge['confirm'][number][] = [];
  const seen = new Set<string>();
  for (const observation of observations) {
    const version = versionOf(observation);
    const twin = `${version.id}\n${version.hash}`;
    if (seen.has(twin)) continue;
    seen.add(twin);
    const answer = judge(ledger, version, heardAt);
    if (answer === 'append') append.push({ observation, version });
    else if (answer === 'confirm') confirm.push([version.id, version.hash, version.updated]);
  }
  confirm.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { append, confirm };
}

function judge(ledger: Ledger, version: Version, heardAt: string): 'known' | 'confirm' | 'append' {
  const current = currentOf(ledger, version.id);
  if (!current) return 'append';
  if (version.ours) return current.hash === version.hash ? 'known' : 'append';
  if (isByTime(version.kind)) return judgeByTime(ledger, version, current, heardAt);
  const same = ledger.versions.get(version.id)?.find((each) => each.hash === version.hash);
  if (!same) return 'append';
  const retiredBy = ledger.retired.get(version.id);
  const again = retiredBy !== undefined && version.reader >= retiredBy;
  return again || compareStanding(version, same) > 0 ? 'confirm' : 'known';
}

function judgeByTime(
  ledger: Ledger,
  version: Version,
  current: Version,
  heardAt: string,
): 'known' | 'confirm' | 'append' {
  if (current.hash === version.hash)
    // without a time of the site's own every read would be later than the one before, and write a line
    return version.updated !== heardAt && compareStanding(version, current) > 0 ? 'confirm' : 'known';
  return compareVersions(version, current, isGapIn(ledger)) > 0 ? 'append' : 'known';
}
