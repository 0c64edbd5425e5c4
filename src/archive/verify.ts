import { append } from '../lib/append';
import { letGo } from '../lib/bytes';
import { Fault } from '../lib/fault';
import { sha256Hex, sha256Native } from '../lib/hash';
import { MAX_DEPTH } from '../lib/json';
import { type LineFault, readLog, TOO_DEEP } from '../model/chain';
import { libraryFlaws } from './library';
import { contentIdentity } from './names';
import type { OpenedArchive, OpenedSession } from './open';
import { type Flaw, flaw, type Refused } from './verdict';
import { headFlaws, infoFlaws } from './verify-head';
import { rawFlaws } from './verify-raw';
import { damageIn, refusalSentence } from './zip/refusals';

/** What was found out about an archive that could be opened. */
export interface Verdict {
  readonly kind: 'sound' | 'damaged';
  readonly flaws: readonly Flaw[];
  readonly sessions: number;
  readonly events: number;
  readonly artifacts: number;
  readonly contentIdentity: string;
  readonly archiveIdentity: string;
}

export interface VerifyOptions {
  /** Files and events checked so far, of how many. */
  readonly progress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
  /** Awaited again and again, so that a page can answer meanwhile. */
  readonly rest?: () => Promise<void>;
}

/**
 * Checks all of an opened archive: every hash, both identities, every log with its chain, every pointer into the raw.
 * Throws the Fault `cancelled`.
 */
export async function verifyArchive(archive: OpenedArchive, options: VerifyOptions = {}): Promise<Verdict | Refused> {
  const frames: Kept = new Map();
  const sound = new Map<string, number>();
  const flaws: Flaw[] = await fileFlaws(archive, { kept: frames, sound }, options);
  const step = stepsOf(archive, options);
  let events = 0;
  let newest = '';
  for (const session of archive.sessions) {
    await step(events);
    const log = readLog(session.lines, session.hashes);
    const newer = log.faults.find(({ what }) => what === 'newer');
    if (newer) return newerLog(session, newer);
    events += session.lines.length;
    for (const { at } of log.events) if (at.recorded > newest) newest = at.recorded;
    for (const fault of log.faults) flaws.push(lineFlaw(session, fault));
    append(flaws, depthFlaws(session, log.faults));
    append(flaws, headFlaws(session, log.events));
    append(flaws, await packFileFlaws(archive, session));
    const before = events - session.lines.length;
    const looked = (many: number): Promise<void> => step(before + many);
    append(flaws, await rawFlaws(archive, session, { events: log.events, kept: frames, sound, looked }));
  }
  const archiveIdentity = sha256Hex(manifestText(archive));
  const content = contentIdentity(
    archive.sessions.map(({ logHash }) => logHash),
    archive.artifacts,
  );
  append(flaws, libraryFlaws(archive));
  append(flaws, infoFlaws(archive, { content, identity: archiveIdentity, newest }));
  return {
    kind: flaws.length === 0 ? 'sound' : 'damaged',
    flaws,
    sessions: archive.sessions.length,
    events,
    artifacts: archive.artifacts.size,
    contentIdentity: content,
    archiveIdentity,
  };
}

/** What there is to check: every file, and every event for itself. */
const sizeOf = ({ manifest, sessions }: OpenedArchive): number =>
  sessions.reduce((sum, { lines }) => sum + lines.length, manifest.size);

/** Tells how many events were looked at, and lets others work; throws where the verdict is no longer wanted. */
function stepsOf(archive: OpenedArchive, { progress, signal, rest }: VerifyOptions): (events: number) => Promise<void> {
  const of = sizeOf(archive);
  return async (events) => {
    progress?.(archive.manifest.size + events, of);
    await rest?.();
    if (signal?.aborted) throw new Fault('cancelled');
  };
}

const manifestText = (archive: OpenedArchive): string =>
  [...archive.manifest].map(([path, hash]) => `${hash}  ${path}\n`).join('');

type Kept = Map<string, Uint8Array<ArrayBuffer>>;

/** Artifacts that may be frames, which are looked into later, are kept meanwhile: up to so many bytes together. */
const MAY_BE_FRAME = /\.json$/;
const KEPT = 16 * 1024 * 1024;

interface Found {
  readonly kept: Kept;
  /** How many bytes each artifact has that was found to have its hash. */
  readonly sound: Map<string, number>;
}

async function fileFlaws(
  archive: OpenedArchive,
  { kept, sound }: Found,
  { progress, signal }: VerifyOptions,
): Promise<Flaw[]> {
  let room = KEPT;
  const keep: Keep = (path, hash, bytes) => {
    if (path.startsWith(ARTIFACTS)) sound.set(hash, bytes.length);
    if (!MAY_BE_FRAME.test(path) || bytes.length > room) return false;
    room -= bytes.length;
    kept.set(hash, bytes);
    return true;
  };
  const flaws: Flaw[] = [];
  let done = 0;
  const of = sizeOf(archive);
  const packs = new Set(archive.sessions.map(packPath));
  for (const [path, hash] of archive.manifest) {
    if (signal?.aborted) throw new Fault('cancelled');
    // what was checked when the archive was opened, and what is looked at session by session
    const isSeen = archive.checked.has(path) || (packs.has(path) && archive.entries.has(path));
    const found = isSeen ? null : await fileFlaw(archive, path, hash, keep);
    if (found) flaws.push(found);
    progress?.(++done, of);
  }
  return flaws;
}

const packPath = ({ slug }: OpenedSession): string => `data/sessions/${slug}/raw.pack`;

/** The pack is inflated once, for its own hash and for those of its pieces. */
async function packFileFlaws(archive: OpenedArchive, session: OpenedSession): Promise<Flaw[]> {
  const path = packPath(session);
  const hash = archive.manifest.get(path);
  if (hash === undefined || !archive.entries.has(path)) return [];
  const pack = await session.pack();
  const found = pack && (await sha256Native(pack)) === hash ? null : await fileFlaw(archive, path, hash);
  return found ? [found] : [];
}

const ARTIFACTS = 'data/artifacts/';

/** Told of bytes that have their hash. True: they are kept for later. */
type Keep = (path: string, hash: string, bytes: Uint8Array<ArrayBuffer>) => boolean;

async function fileFlaw(archive: OpenedArchive, path: string, hash: string, keep?: Keep): Promise<Flaw | null> {
  const entry = archive.entries.get(path);
  if (!entry) return flaw(path, 'missing', `The artifact "${path}" is missing from the archive.`);
  const named = /^data\/artifacts\/sha256\/(..)\/([0-9a-f]{64})\./.exec(path);
  if (path.startsWith(ARTIFACTS) && (named?.[2] !== hash || named[1] !== hash.slice(0, 2)))
    return flaw(path, 'artifact-name', `The artifact "${path}" does not lie under the hash that the manifest states.`);
  try {
    const bytes = await entry.read();
    const isWhole = (await sha256Native(bytes)) === hash;
    if (!isWhole || !keep?.(path, hash, bytes)) letGo(bytes);
    if (isWhole) return null;
  } catch (error) {
    const damage = damageIn(error);
    if (!damage) throw error;
    return flaw(path, damage.rule, refusalSentence(damage));
  }
  return flaw(path, 'hash', `The file "${path}" was changed: its hash is not the one in the manifest.`);
}

const newerLog = (session: OpenedSession, { seq, detail }: LineFault): Refused => ({
  kind: 'refused',
  flaw: flaw(
    `data/sessions/${session.slug}/session.jsonl`,
    'newer',
    `Event ${seq} of the session "${session.slug}" is in format ${detail}, which this release cannot read. Please take a newer release: nothing was changed.`,
  ),
});

const LINE_SENTENCES: Readonly<Record<LineFault['what'], string>> = {
  'not-json': 'is not JSON',
  'not-canonical': 'is not in canonical form',
  schema: 'is not as the format has it',
  seq: 'is out of order',
  chain: 'does not follow from the line before: the log was changed',
  parent: 'names a cause that is not in the log',
  cycle: 'names a cause that it is itself a cause of',
  revises: 'revises a line that is no earlier version of it',
  newer: 'is in a newer format',
};

function lineFlaw(session: OpenedSession, { seq, what, detail }: LineFault): Flaw {
  const where = `data/sessions/${session.slug}/session.jsonl`;
  return flaw(
    where,
    what,
    `Event ${seq} of the session "${session.slug}" ${LINE_SENTENCES[what]}${detail ? ` (${detail})` : ''}.`,
  );
}

function depthFlaws(session: OpenedSession, faults: readonly LineFault[]): Flaw[] {
  const deep = faults.filter(({ what, detail }) => what === 'schema' && detail === TOO_DEEP);
  const sentence = (seq: number): string =>
    `Event ${seq} of the session "${session.slug}" nests deeper than ${MAX_DEPTH} levels.`;
  return deep.map(({ seq }) => flaw(`data/sessions/${session.slug}/session.jsonl`, 'too-deep', sentence(seq)));
}
