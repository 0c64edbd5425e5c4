import search from 'approx-string-match';

/** A piece of a passage, at most so long that looking for it with faults costs little. */
const CHUNK = 64;
/** How many units in a row must stand in both, unchanged, for a place to be looked at. */
const RUN = 8;
/** Shorter texts are found whole or not at all. */
const SHORTEST = 2 * RUN;
/** What of a chunk may differ; with more than that two texts only share a language. */
const FAULTS = 0.4;
/** Bounds of work over one text: runs that are looked for, places of each, chunks it is of, and chunks looked at closely. */
const MOST = { runs: 50_000, places: 8, chunks: 8, closely: 4000 } as const;
/** Places that lie so near are one. */
const NEAR = 64;

interface Chunk {
  readonly of: number;
  readonly text: string;
  votes: number;
  /** Where it would begin, by the most runs that agree. */
  at: number;
}

/**
 * How much of each text (in pieces) stands in a long one, roughly in its own words: 0 to 1, counted in letters. One
 * pass over the long text finds the places at which runs of a chunk stand; only there is it compared with faults. All
 * texts as `sameText` gives them. The work is bounded: beyond the bounds, the share is what was found within them.
 */
export function sharesIn(long: string, texts: readonly (readonly string[])[]): number[] {
  const lengths = texts.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const chunks = texts.flatMap((pieces, of) =>
    (lengths[of] ?? 0) < SHORTEST ? [] : pieces.flatMap((piece) => chunksOf(piece, of)),
  );
  findPlaces(long, chunks);
  const found = texts.map(() => 0);
  let closely: number = MOST.closely;
  for (const { of, text, votes, at } of chunks) {
    if (votes === 0) continue;
    const isSame = long.startsWith(text, at);
    if (!isSame && closely-- <= 0) continue;
    found[of] = (found[of] ?? 0) + (isSame ? text.length : sameLetters(long, text, at));
  }
  return lengths.map((length, of) => (length === 0 ? 0 : (found[of] ?? 0) / length));
}

/** Letters of a chunk that are found about a place. */
function sameLetters(long: string, chunk: string, at: number): number {
  const faults = Math.floor(chunk.length * FAULTS);
  const around = faults + NEAR;
  const near = long.slice(Math.max(0, at - around), at + chunk.length + around);
  const fewest = search(near, chunk, faults).reduce((least, { errors }) => Math.min(least, errors), chunk.length);
  return chunk.length - fewest;
}

function chunksOf(text: string, of: number): Chunk[] {
  const many = Math.ceil(text.length / CHUNK);
  const size = Math.ceil(text.length / many);
  return Array.from({ length: many }, (_, nth) => text.slice(nth * size, (nth + 1) * size))
    .filter((chunk) => chunk.length >= RUN)
    .map((chunk) => ({ of, text: chunk, votes: 0, at: 0 }));
}

/**
 * Finds for each chunk the place in a long text at which most of its runs stand. Runs whose hashes fall together are taken
 * for one: that gives a few votes for wrong places, and those for the right one agree.
 */
function findPlaces(long: string, chunks: readonly Chunk[]): void {
  if (chunks.length === 0) return;
  const own = tables ?? emptyTables();
  tables = null; // they are put back when they are empty again
  const { first, places } = own;
  const runs = runsOf(chunks, own);
  const votes = chunks.map(() => new Map<number, number>());
  rolling(long, (slot, at) => {
    let run = first[slot] ?? 0;
    if (run === 0 || (places[slot] ?? 0) >= MOST.places) return;
    places[slot] = (places[slot] ?? 0) + 1;
    for (; run > 0; run = runs.next[run - 1] ?? 0) {
      const chunk = runs.in[run - 1] ?? 0;
      vote(chunks[chunk], votes[chunk], at - (runs.offset[run - 1] ?? 0));
    }
  });
  tables = emptied(own, runs);
}

function vote(chunk: Chunk | undefined, votes: Map<number, number> | undefined, at: number): void {
  if (!chunk || !votes) return;
  const near = Math.floor(at / NEAR);
  const count = (votes.get(near) ?? 0) + 1;
  votes.set(near, count);
  if (count <= chunk.votes) return;
  chunk.votes = count;
  chunk.at = Math.max(at, 0);
}

/** What is counted by the slot of a hash: the number of the first run that has it (0 is none), and how often it was met. */
interface Tables {
  readonly first: Int32Array;
  readonly chunks: Uint8Array;
  readonly places: Uint8Array;
}

/** Made once, and all zero between two uses: to make some MB anew takes far longer than to look for a few passages. */
let tables: Tables | null = null;

const emptyTables = (): Tables => ({
  first: new Int32Array(SLOTS),
  chunks: new Uint8Array(SLOTS),
  places: new Uint8Array(SLOTS),
});

function emptied(used: Tables, { slot: slots }: Runs): Tables {
  for (const slot of slots) {
    used.first[slot] = 0;
    used.chunks[slot] = 0;
    used.places[slot] = 0;
  }
  return used;
}

/** Runs of chunks: of each its slot, the number of the next with the same one, its chunk, and where it stands in it. */
interface Runs {
  readonly slot: number[];
  readonly next: number[];
  readonly in: number[];
  readonly offset: number[];
}

/** The runs of all chunks; of very many texts only every second, third … one. */
function runsOf(chunks: readonly Chunk[], { first, chunks: many }: Tables): Runs {
  const runs: Runs = { slot: [], next: [], in: [], offset: [] };
  const length = chunks.reduce((sum, { text }) => sum + text.length, 0);
  const step = Math.max(1, Math.ceil(length / MOST.runs));
  for (const [index, { text }] of chunks.entries())
    rolling(text, (slot, offset) => {
      if (offset % step > 0 || (many[slot] ?? 0) >= MOST.chunks) return;
      many[slot] = (many[slot] ?? 0) + 1;
      runs.slot.push(slot);
      runs.next.push(first[slot] ?? 0);
      runs.in.push(index);
      runs.offset.push(offset);
      first[slot] = runs.in.length;
    });
  return runs;
}

const SLOTS = 0x100000;
const BASE = 0x01000193;
/** What the first unit of a run has been multiplied with when it leaves. */
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** The slot of each run of a text, each hash made from the one before. */
function rolling(text: string, each: (slot: number, at: number) => void): void {
  let hash = 0;
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
    if (at >= RUN) hash = (hash - Math.imul(text.charCodeAt(at - RUN), LEAVING)) | 0;
    if (at >= RUN - 1) each((hash ^ (hash >>> 15)) & (SLOTS - 1), at - RUN + 1);
  }
}
