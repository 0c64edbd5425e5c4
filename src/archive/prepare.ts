import { looseText, utf8 } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { sha256Native } from '../lib/hash';
import { compareText } from '../lib/text';
import { hashLines, readLog } from '../model/chain';
import type { Event } from '../model/event';
import { sessionSlug } from '../model/ids';
import { type Note, newerNote } from '../model/note';
import { checkEvidence } from '../projection/evidence';
import { viewOf } from '../projection/view';
import { type Sniffed, sniff } from '../raw/sniff';
import { handed } from './fill';
import { artifactPath, sessionFolder, uniqueSlugs } from './names';
import type { PackOptions } from './options';
import { type PageSession, pageSession } from './pages/context';
import { type GetMany, type GetSizes, oneByOne, packRaw } from './raw-pack';
import { sessionArtifacts } from './session-artifacts';
import { ORDINARY } from './zip/limits';

/** One session to be packed: the log's lines as they are, and what only `session.json` holds. */
export interface PackSession {
  readonly identity: { readonly key: string; readonly site: string; readonly origin: string; readonly native: string };
  readonly containers: readonly { readonly frame: string }[];
  readonly lines: readonly string[];
  /** What the person noted of it, where they want that along. */
  readonly note?: Note | null;
  /** In a backup: null or absent, the person's own; else where the read-only copy came from. */
  readonly copy?: { readonly from: string; readonly at: string } | null;
}

/** The same, or how to get its lines: they are asked for once, and let go of when they are read. */
export type PackSource = Omit<PackSession, 'lines'> & {
  readonly lines: PackSession['lines'] | (() => Promise<PackSession['lines']>);
};

/** A session with all that its files are made from. */
export interface PreparedSession {
  readonly source: PackSource;
  readonly slug: string;
  /** Given once, as the pack is. */
  readonly log: () => Promise<Bytes>;
  readonly logHash: string;
  readonly lastRecorded: string;
  readonly pack: () => Promise<{ readonly pack: Bytes; readonly index: Bytes }>;
  /** Bare hashes of what is in the pack. */
  readonly packed: readonly string[];
  readonly page: PageSession;
}

export interface Prepared {
  readonly sessions: readonly PreparedSession[];
  /** Artifacts that become files of their own, by bare hash, sorted. */
  readonly artifacts: ReadonlyMap<string, Looked>;
  /** The bytes of those, as far as they are held: see `roomFor`. */
  readonly held: Map<string, Bytes>;
}

interface Looked {
  readonly path: string;
  readonly size: number;
  readonly sniffed: Sniffed;
}

type Bytes = Uint8Array<ArrayBuffer>;
const NOTHING: Bytes = new Uint8Array();
type Get = (hash: string) => Promise<Bytes | null>;

interface Read {
  readonly source: PackSource;
  readonly events: readonly Event[];
  readonly log: () => Promise<Bytes>;
  readonly logHash: string;
  readonly slug: string;
}

/** Reads the logs, packs the raw and looks at every artifact. Sessions that are the same to the byte are taken once. */
export async function prepareSessions(
  {
    sessions,
    artifact,
    artifacts: many = oneByOne(artifact),
    sizes,
    options,
  }: {
    readonly sessions: readonly PackSource[];
    readonly artifact: Get;
    readonly artifacts?: GetMany;
    readonly sizes?: GetSizes;
    readonly options: PackOptions;
  },
  signal?: AbortSignal,
): Promise<Prepared> {
  const all: Read[] = [];
  for (const session of sessions) all.push(await readSession(session));
  const read = sortedDistinct(all);
  const slugs = uniqueSlugs(read.map(({ slug, logHash }) => ({ slug, log: logHash })));
  const packs = new Map<Read, Pick<PreparedSession, 'pack' | 'packed'>>();
  const loose = new Set<string>();
  for (const each of read) {
    if (signal?.aborted) throw new Fault('cancelled');
    const needs = await sessionArtifacts(each.events, each.source.containers, many);
    const { pack, index, packed, large } = await packRaw(needs.raw, many);
    packs.set(each, { pack: handed({ pack, index }), packed });
    for (const hash of [...large, ...needs.named]) loose.add(hash);
  }
  const hashes = [...loose].sort(compareText);
  const room = roomFor(await sizes?.(hashes));
  const { artifacts, held } = await lookAtAll(hashes, { get: many, room, signal });
  const textOf = async (hash: string): Promise<string | null> => {
    const bytes = artifacts.has(hash) ? (held.get(hash) ?? (await artifact(hash))) : null;
    return bytes && looseText(bytes);
  };
  const prepared: PreparedSession[] = [];
  for (const [i, each] of read.entries()) {
    const slug = slugs[i] ?? each.slug;
    const { pack, packed } = packs.get(each) ?? { pack: handed({ pack: NOTHING, index: NOTHING }), packed: [] };
    const inPack = new Set(packed);
    if (signal?.aborted) throw new Fault('cancelled');
    const view = viewOf(each.events);
    const page = pageSession({
      slug,
      folder: sessionFolder(slug),
      view,
      evidence: await checkEvidence(view, textOf),
      identity: each.source.identity,
      containers: each.source.containers,
      artifact: (hash) => artifacts.get(hash) ?? null,
      has: (hash) => inPack.has(hash) || artifacts.has(hash),
      targets: options.targets,
    });
    prepared.push({
      source: each.source,
      slug,
      log: each.log,
      logHash: each.logHash,
      lastRecorded: lastRecorded(each.events),
      ...{ pack, packed },
      page,
    });
  }
  return { sessions: prepared, artifacts, held };
}

async function readSession(source: PackSource): Promise<Read> {
  const lines = typeof source.lines === 'function' ? await source.lines() : source.lines;
  const log = utf8(lines.map((line) => `${line}\n`).join(''));
  const { events, faults } = readLog(lines, await hashLines(log));
  const first = events[0];
  // only a log that was checked when it came in gets here: a broken one is a fault of ours
  if (!first || faults.length > 0) throw new Fault('broken-promise', { cause: faults[0] });
  const slug = sessionSlug(
    { occurred: first.at.occurred, recorded: first.at.recorded },
    source.identity.site,
    source.identity.key,
  );
  return { source, events, log: handed(log), logHash: await sha256Native(log), slug };
}

function sortedDistinct(read: readonly Read[]): Read[] {
  const distinct = new Map<string, Read>();
  for (const each of read) {
    const name = `${each.slug} ${each.source.identity.key} ${each.logHash}`;
    const twin = distinct.get(name);
    distinct.set(name, twin ? { ...each, source: merged(twin.source, each.source) } : each);
  }
  return [...distinct].toSorted(([a], [b]) => compareText(a, b)).map(([, each]) => each);
}

/** Of the same log held twice: whose own it is counts, and what was noted last. */
function merged(a: PackSource, b: PackSource): PackSource {
  const copies = [a.copy ?? null, b.copy ?? null].toSorted((x, y) => compareText(x?.at ?? '', y?.at ?? ''));
  return { ...b, note: newerNote(a.note ?? null, b.note ?? null), copy: copies[0] ?? null };
}

/** Bytes that are held whatever comes after them: reading them a second time would take longer than it is worth. */
const HELD = 16 * 1_000_000;

/**
 * How much of what is looked at may be held until it is written: all, where it is of a size of which the archive's writer
 * holds everything anyway; of more than that nothing, and of what nobody knows little.
 */
function roomFor(sizes: readonly number[] | undefined): number {
  if (!sizes) return HELD;
  return sizes.reduce((sum, size) => sum + size, 0) <= ORDINARY.bytes ? ORDINARY.bytes : 0;
}

interface Looking {
  readonly get: GetMany;
  /** Bytes that may be held. */
  readonly room: number;
  readonly signal: AbortSignal | undefined;
}

async function lookAtAll(
  hashes: readonly string[],
  { get, room, signal }: Looking,
): Promise<Pick<Prepared, 'artifacts' | 'held'>> {
  const artifacts = new Map<string, Looked>();
  const held = new Map<string, Bytes>();
  let left = room;
  let at = 0;
  for await (const bytes of get(hashes)) {
    if (signal?.aborted) throw new Fault('cancelled');
    const hash = hashes[at++] ?? '';
    // what is not there, or no longer what its name says, is left out: the report says so
    if (!bytes || (await sha256Native(bytes)) !== hash) continue;
    const sniffed = await sniff(bytes);
    artifacts.set(hash, { path: artifactPath(hash, sniffed.suffix), size: bytes.length, sniffed });
    left -= bytes.length;
    if (left >= 0) held.set(hash, bytes);
    else held.clear();
  }
  return { artifacts, held };
}

const lastRecorded = (events: readonly Event[]): string =>
  events
    .map(({ at }) => at.recorded)
    .sort(compareText)
    .at(-1) ?? '';
