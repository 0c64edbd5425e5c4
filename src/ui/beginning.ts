import { parseJson } from '../lib/json';
import type { Event } from '../model/event';
import { idAbove } from '../model/ids';
import { type SessionView, viewOf } from '../projection/view';
import { type Counting, countingVersions } from '../store/counting';
import type { Database } from '../store/database';
import type { SessionRow } from '../store/rows';
import { readSomeLines } from '../store/sessions';

/** What can be read of a session before all of it is there. */
export interface Beginning {
  /** The first places of the branch the person was on, with what belongs to them and the other versions of each. */
  readonly view: SessionView;
  /** The last of these places. */
  readonly leaf: string;
}

/** Lines of a log that is read as a whole in a time that nobody notices. */
const SHORT = 200;
/** Places that a session begins with, and the most lines that they may be. */
const PLACES = 20;
const MOST_LINES = 300;

/**
 * The beginning of a long session: which lines it is made of is known without reading the others. Null where the session
 * is short, or where it is not known how it begins.
 */
export async function beginningOf(db: Database, { id, leaf, tail }: SessionRow): Promise<Beginning | null> {
  if (leaf === null || tail.seq <= SHORT) return null;
  const versions = await countingVersions(db, id);
  const places = firstPlaces(versions, leaf);
  const wanted = places && withWhatBelongs(versions, new Set(places));
  const last = places?.at(-1);
  if (!wanted || wanted.length > MOST_LINES || last === undefined) return null;
  const lines = await readSomeLines(
    db,
    id,
    wanted.map(({ seq }) => seq),
  );
  const view = viewOf(lines.map(parseJson) as Event[]); // lines of our own, checked when they were written
  // numbers are those of first lines, which need not be among these
  return { view: { ...view, first: new Map(wanted.map(({ id: each, first }) => [each, first])) }, leaf: last };
}

/** Ids of the first places on the way to a leaf, first place first; null where the way is a circle or leads out of the log. */
function firstPlaces(versions: readonly Counting[], leaf: string): readonly string[] | null {
  const parents = new Map(versions.map(({ id, parents: [parent] }) => [id, parent]));
  const way = new Set<string>();
  for (let at: string | undefined = leaf; at !== undefined; at = parents.get(at)) {
    if (way.has(at) || !parents.has(at)) return null;
    way.add(at);
  }
  return [...way].reverse().slice(0, PLACES);
}

/** The versions of the places, of their blocks, and of what stands or hangs right below: other versions and files. */
function withWhatBelongs(versions: readonly Counting[], places: ReadonlySet<string>): Counting[] {
  const isBlock = (id: string): boolean => places.has(idAbove(id)) || places.has(idAbove(idAbove(id)));
  const owners = new Set([...places, ...versions.filter(({ id }) => isBlock(id)).map(({ id }) => id)]);
  // what has nothing above it may be another version of the very first
  return versions.filter(({ id, kind, parents }) =>
    parents.length === 0 ? kind === 'message' || owners.has(id) : owners.has(id) || owners.has(parents[0] ?? ''),
  );
}
