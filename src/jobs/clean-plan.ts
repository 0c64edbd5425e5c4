import { frameOf } from '../archive/raw-pack';
import { hashIn } from '../lib/hash';
import { member } from '../lib/json';
import { type Dropped, droppedGap } from '../model/dropped';
import type { Event } from '../model/event';
import { namesIn } from '../model/named';
import { sliceHashes } from '../raw/frame';
import type { Dropping } from '../store/drop';
import type { CleanJob } from '../store/job-rows';

/** What a session holds, as far as cleaning has to know. */
export interface Held {
  readonly site: string;
  readonly native: string;
  readonly events: readonly Event[];
  /** How large each of its artifacts is, by bare hash. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly artifact: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const FILES: ReadonlySet<string> = new Set(['file', 'preview']);
const PAGES: ReadonlySet<string> = new Set(['source-page', 'source-image']);

/** What a choice lets go of in one session; null: nothing. */
export async function planCleaning(held: Held, { choice }: CleanJob['ask']): Promise<Dropping | null> {
  const dropped =
    choice.what === 'raw'
      ? await oldRaw(held, choice.before)
      : choice.what === 'pages'
        ? pages(held)
        : files(held, choice.over);
  if (dropped.length === 0) return null;
  const hashes = [...new Set(dropped.flatMap((each) => each.hashes))];
  return { gaps: dropped.map((each) => droppedGap(held, each)), hashes };
}

type Artifact = Event<'artifact'>;
const isArtifact = (event: Event): event is Artifact => event.kind === 'artifact';

const files = (held: Held, over: number): Dropped[] =>
  each(held, ({ body: { role, artifact } }) => FILES.has(role) && (held.sizes.get(hashIn(artifact) ?? '') ?? 0) > over);

const pages = (held: Held): Dropped[] => each(held, ({ body: { role } }) => PAGES.has(role));

/** One gap for each thing that is still there. */
function each({ events, sizes }: Held, wanted: (event: Artifact) => boolean): Dropped[] {
  const found = new Map<string, Dropped>();
  for (const event of events) {
    if (!isArtifact(event) || !wanted(event)) continue;
    const hash = hashIn(event.body.artifact) ?? '';
    if (sizes.has(hash)) found.set(hash, { what: thingOf(event), where: event.id, hashes: [hash] });
  }
  return [...found.values()];
}

/** What it was called: that is how the gap names it. */
function thingOf({ body }: Artifact): unknown {
  const url = member(body.fetched, 'url') ?? body.url;
  return PAGES.has(body.role)
    ? { source: typeof url === 'string' ? url : (body.name ?? null) }
    : { file: body.name ?? null };
}

/**
 * The exchanges of which nothing was recorded since: their frames, and what only those need. What could not be read yet
 * stays, for a release that can; so does what is a file, a page, or a document that an event names.
 */
async function oldRaw(held: Held, before: string): Promise<Dropped[]> {
  const { events, sizes } = held;
  const frames = framesBy(events, (event) => isOld(event, before));
  const needed = new Set(events.flatMap(({ body, sealed }) => namesIn([body, sealed])));
  for (const hash of await rawOf(held, frames.stay)) needed.add(hash);
  const may = await rawOf(held, frames.go);
  const hashes = [...may].filter((hash) => !needed.has(hash) && sizes.has(hash)).sort();
  return hashes.length === 0 ? [] : [{ what: 'the bytes that the site sent', where: null, hashes }];
}

type Frames = ReadonlySet<string>;

/** The frames of which all events may go, and the others. */
function framesBy(
  events: readonly Event[],
  mayGo: (event: Event) => boolean,
): { readonly go: Frames; readonly stay: Frames } {
  const named = (some: readonly Event[]): Set<string> =>
    new Set(some.flatMap(({ source }) => source.raw.map(({ frame }) => frame)));
  const stay = named(events.filter((event) => !mayGo(event)));
  const go = [...named(events.filter(mayGo))].filter((frame) => !stay.has(frame));
  return { go: new Set(go), stay };
}

/** The bare hashes of frames, of what they are put together from, and of what events point into with them. */
async function rawOf({ events, sizes, artifact }: Held, frames: Frames): Promise<Set<string>> {
  const places = events.flatMap(({ source }) => source.raw).filter(({ frame }) => frames.has(frame));
  const raw = new Set(places.flatMap((place) => hashIn(place.artifact) ?? []));
  for (const frame of frames) {
    const hash = hashIn(frame) ?? '';
    raw.add(hash);
    const bytes = sizes.has(hash) ? await artifact(hash) : null;
    const read = bytes && frameOf(bytes);
    for (const slice of read ? sliceHashes(read) : []) raw.add(slice);
  }
  return raw;
}

const isOld = (event: Event, before: string): boolean =>
  event.at.recorded < before && !isFetched(event) && !(event.kind === 'gap' && event.body.why === 'unreadable');

/** A file or a page: its exchange says where it came from, and is small. */
const isFetched = (event: Event): boolean =>
  isArtifact(event) && (FILES.has(event.body.role) || event.body.role.startsWith('source-'));
