import { append } from '../lib/append';
import { looseText } from '../lib/bytes';
import { isCanonical } from '../lib/canonical-form';
import { hashIn, sha256All } from '../lib/hash';
import { isObject, parseJson, pointerSteps } from '../lib/json';
import type { Event } from '../model/event';
import { fits } from '../model/fits';
import { namesIn } from '../model/named';
import { assemble, ContainerFrame, Frame, isOnePiece } from '../raw/frame';
import type { OpenedArchive, OpenedSession } from './open';
import { type Flaw, flaw } from './verdict';

/** Events that are looked at without a rest. */
const STRETCH = 200;

interface RawDoors {
  readonly events: readonly Event[];
  /** Artifacts that were read a moment ago, by hash, which was found to be theirs. */
  readonly kept: ReadonlyMap<string, Bytes>;
  /** How many bytes each artifact has that was found to have its hash: it need not be read again. */
  readonly sound: ReadonlyMap<string, number>;
  /** Awaited now and then with the number of events looked at. */
  readonly looked: (events: number) => Promise<void>;
}

/**
 * Checks that the raw of a session is whole: pack and index, frames that put together what they say, places that resolve.
 */
export async function rawFlaws(
  archive: OpenedArchive,
  session: OpenedSession,
  { events, kept, sound, looked }: RawDoors,
): Promise<Flaw[]> {
  const pieces = new Map<string, Bytes>();
  const flaws = await packFlaws(session, pieces);
  const looking: Looking = {
    archive,
    artifact: async (hash) => pieces.get(hash) ?? kept.get(hash) ?? archive.artifact(hash),
    session,
    dropped: droppedIn(events),
    documents: new Map(),
    sound,
    lengths: new Map(sound),
    wholes: new Map(),
  };
  for (const [at, event] of events.entries()) {
    if (at % STRETCH === STRETCH - 1) await looked(at);
    append(flaws, await eventFlaws(event, looking));
  }
  return [...flaws, ...(await allFrameFlaws(events, looking))];
}

async function allFrameFlaws(events: readonly Event[], looking: Looking): Promise<Flaw[]> {
  const flaws: Flaw[] = [];
  for (const [frame, seq] of firstOfFrames(events)) {
    const fault = await frameFault(hashIn(frame) ?? '', looking);
    if (fault) flaws.push(wrong(looking, 'frame', `The frame ${short(frame)} of event ${seq} ${fault}.`));
  }
  for (const { frame } of looking.session.containers) {
    const fault = await containerFault(hashIn(frame) ?? '', looking);
    if (fault) flaws.push(wrong(looking, 'container', `The frame ${short(frame)} of the container ${fault}.`));
  }
  return flaws;
}

/** The frames that events name, each with the first `seq` that does. */
function firstOfFrames(events: readonly Event[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { seq, source } of events)
    for (const { frame } of source.raw) if (!first.has(frame)) first.set(frame, seq);
  return first;
}

const short = (name: string): string => (hashIn(name) ?? name).slice(0, 12);

type Bytes = Uint8Array<ArrayBuffer>;

interface Looking {
  readonly archive: OpenedArchive;
  /** An artifact's bytes; of those in the pack, the hash was checked once. */
  readonly artifact: (hash: string) => Promise<Bytes | null>;
  readonly session: OpenedSession;
  readonly dropped: ReadonlySet<string>;
  /** Parsed artifacts by hash; undefined is one that is no JSON. */
  readonly documents: Map<string, unknown>;
  readonly sound: RawDoors['sound'];
  /** How long each artifact is that a range of bytes was asked of. */
  readonly lengths: Map<string, number>;
  /** Length of the whole of each frame seen so far, by its hash. */
  readonly wholes: Map<string, number>;
}

const wrong = ({ session }: Looking, rule: string, sentence: string): Flaw =>
  flaw(`data/sessions/${session.slug}/raw.pack`, rule, sentence);

/** Hashes that a gap says were dropped on purpose. */
function droppedIn(events: readonly Event[]): Set<string> {
  const gaps = events.filter((event) => event.kind === 'gap' && event.body.why === 'dropped');
  return new Set(
    gaps.flatMap(({ body }) =>
      [...JSON.stringify(body).matchAll(/sha256:([0-9a-f]{64})/g)].map((match) => match[1] ?? ''),
    ),
  );
}

/** Checks the pack against its index; the pieces that hold go into `pieces`, by hash. */
async function packFlaws(session: OpenedSession, pieces: Map<string, Bytes>): Promise<Flaw[]> {
  if (session.index.length === 0) return [];
  const where = `data/sessions/${session.slug}/raw.pack`;
  const pack = await session.pack();
  if (!pack) return []; // its entry is damaged, which the verdict says
  const flaws: Flaw[] = [];
  const parts = session.index.map(({ offset, bytes }) => pack.subarray(offset, offset + bytes));
  const hashes = await sha256All(parts);
  let at = 0;
  for (const [i, { sha256, offset, bytes }] of session.index.entries()) {
    const part = parts[i];
    if (offset !== at || pack[offset + bytes] !== 0x0a)
      flaws.push(flaw(where, 'place', `"${where}" does not have ${sha256.slice(0, 12)} where its index says.`));
    if (part && hashes[i] === sha256) pieces.set(sha256, part);
    else flaws.push(flaw(where, 'hash', `In "${where}" the bytes of ${sha256.slice(0, 12)} were changed.`));
    at = offset + bytes + 1;
  }
  if (at !== pack.length) flaws.push(flaw(where, 'extra', `"${where}" holds bytes that its index does not name.`));
  return flaws;
}

async function eventFlaws(event: Event, looking: Looking): Promise<Flaw[]> {
  const { archive, dropped } = looking;
  const flaws: Flaw[] = [];
  for (const place of event.source.raw) {
    if (isWhole(place) && archive.artifacts.has(hashIn(place.artifact) ?? '')) continue;
    const sentence = await placeFlaw(event.seq, place, looking);
    if (sentence) flaws.push(wrong(looking, 'raw', sentence));
  }
  for (const hash of namesIn([event.body, event.sealed]))
    if (!archive.artifacts.has(hash) && !dropped.has(hash))
      flaws.push(
        wrong(
          looking,
          'artifact-missing',
          `The artifact ${hash.slice(0, 12)} that event ${event.seq} names is missing.`,
        ),
      );
  return flaws;
}

const isWhole = (place: Event['source']['raw'][number]): boolean => 'pointer' in place && place.pointer === '';

async function placeFlaw(seq: number, place: Event['source']['raw'][number], looking: Looking): Promise<string | null> {
  const hash = hashIn(place.artifact) ?? '';
  if (looking.dropped.has(hash)) return null;
  if (!looking.archive.artifacts.has(hash))
    return `The raw bytes ${hash.slice(0, 12)} of event ${seq} are missing, and no gap says why.`;
  return (await resolves(hash, place, looking))
    ? null
    : `Event ${seq} points to a place in ${hash.slice(0, 12)} that is not there.`;
}

async function resolves(hash: string, place: Event['source']['raw'][number], looking: Looking): Promise<boolean> {
  if ('bytes' in place) {
    const [from, to] = place.bytes;
    return from >= 0 && from < to && to <= (await lengthOf(hash, looking));
  }
  if (place.pointer === '') return true;
  if (!looking.documents.has(hash)) {
    const bytes = await looking.artifact(hash);
    looking.documents.set(hash, bytes ? parseJson(looseText(bytes)) : undefined);
  }
  let value = looking.documents.get(hash);
  for (const step of pointerSteps(place.pointer)) {
    if (!(Array.isArray(value) || isObject(value)) || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string, unknown>)[step];
  }
  return value !== undefined;
}

/** How long an artifact is, asked once: thousands of events may point into one stream. -1: it is not there. */
async function lengthOf(hash: string, { artifact, lengths }: Looking): Promise<number> {
  const known = lengths.get(hash);
  if (known !== undefined) return known;
  const length = (await artifact(hash))?.length ?? -1;
  lengths.set(hash, length);
  return length;
}

const isFrame = fits(Frame);

/** What is wrong with a frame, in words that follow "the frame … of event …"; null: nothing. */
async function frameFault(hash: string, looking: Looking): Promise<string | null> {
  const { artifact, dropped, wholes } = looking;
  if (dropped.has(hash)) return null;
  const bytes = await artifact(hash);
  if (!bytes) return 'is missing or was changed';
  const text = looseText(bytes);
  const value = parseJson(text);
  const frame = isFrame(value) ? (value as Frame) : Frame.safeParse(value).data;
  if (!frame) return 'is not as the format has it';
  if (!isCanonical(text, value)) return 'is not in canonical form';
  const { exchange, whole } = frame;
  wholes.set(whole.sha256, whole.bytes);
  const request = hashIn(exchange.request?.slice ?? '');
  if (request !== null && !dropped.has(request) && !(await artifact(request)))
    return 'names a request that is missing or was changed';
  return bytesFault(frame, looking);
}

async function bytesFault(frame: Frame, { artifact, dropped, sound }: Looking): Promise<string | null> {
  const differs = 'does not give the bytes it states when it is put together';
  const isOne = isOnePiece(frame, (slice) => sound.get(slice));
  if (isOne !== null) return isOne ? null : differs;
  const put = await assemble(frame, artifact);
  if (put.kind === 'missing')
    return dropped.has(put.hash) ? null : `names the slice ${put.hash.slice(0, 12)}, which is missing or was changed`;
  return put.kind === 'whole' ? null : differs;
}

/** The same for the frame of a container: the session's own frame must be there, and as long as it says. */
async function containerFault(hash: string, { artifact, dropped, wholes }: Looking): Promise<string | null> {
  if (dropped.has(hash)) return null;
  const bytes = await artifact(hash);
  if (!bytes) return 'is missing or was changed';
  const frame = ContainerFrame.safeParse(parseJson(looseText(bytes)));
  if (!frame.success) return 'is not as the format has it';
  // where raw was dropped its frames are gone as well
  return wholes.get(frame.data.own) === frame.data.bytes || dropped.size > 0
    ? null
    : 'names a frame of the session that is not there';
}
