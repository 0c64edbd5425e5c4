import { parseJson } from '../../lib/json';
import type { Event } from '../../model/event';
import { shortNumber } from '../../model/ids';
import { textOf } from '../../search/event-text';
import { matchIn, piecesOf, type Snippet, snippetOf } from '../../search/match';
import { type Best, roleOf, scoreOf } from '../../search/score';
import { holdsAll } from '../../search/words';
import { countingLines } from '../../store/counting';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { readLine, readLines } from '../../store/sessions';

/** An event that holds what is looked for. */
export interface Hit {
  /** Such as `V-0142`. */
  readonly number: string;
  readonly snippet: Snippet;
}

/** What was found in one session: the best of its events, and how many there are. */
export interface Found {
  readonly session: string;
  readonly hits: readonly Hit[];
  readonly count: number;
  /** Higher is better. */
  readonly score: number;
}

export interface SearchDoors {
  /** Called after every session, with what was found in it. */
  readonly looked: (session: string, found: Found | null) => void;
  readonly signal: AbortSignal;
  /** Lets the page do other work. */
  readonly rest: () => Promise<void>;
  /** Milliseconds, from any beginning. */
  readonly clock: () => number;
}

/** Events shown of one session; the others are counted. */
export const SHOWN_HITS = 5;
/** How long the page may be kept from other work, in milliseconds. */
const SLICE = 12;

/**
 * Looks for words in the texts of kept sessions, one after the other, in slices of time. Only what counts now is found:
 * no older version, nothing that was retired. An event is found if it holds all words, or those that the title lacks.
 * Ends quietly once it is no longer wanted. Throws what reading the database throws.
 */
export async function searchLogs(
  db: Database,
  rows: readonly SessionRow[],
  words: readonly string[],
  doors: SearchDoors,
): Promise<void> {
  const breathe = breather(doors);
  for (const row of rows) {
    const found = await searchLog(db, row, words, { ...doors, breathe });
    if (doors.signal.aborted) return;
    doors.looked(row.id, found);
  }
}

/** Lets the page do other work once enough time was taken, and not before. */
function breather({ clock, rest }: SearchDoors): () => Promise<void> {
  let began = clock();
  return async () => {
    if (clock() - began < SLICE) return;
    await rest();
    began = clock();
  };
}

interface Searching extends SearchDoors {
  readonly breathe: () => Promise<void>;
}

/** A line that holds the words. Its text is not kept: there may be thousands. */
interface Candidate {
  readonly seq: number;
  readonly score: number;
}

async function searchLog(
  db: Database,
  row: SessionRow,
  words: readonly string[],
  doors: Searching,
): Promise<Found | null> {
  const wanted = words.filter((word) => !holdsAll(row.title ?? '', [word]));
  const needed = wanted.length > 0 ? wanted : words;
  const candidates: Candidate[] = [];
  for await (const line of readLines(db, row.id)) {
    if (doors.signal.aborted) return null;
    await doors.breathe();
    if (!(await mayHold(line, needed, doors))) continue;
    const candidate = await look(line, needed, words, doors);
    if (candidate) candidates.push(candidate);
  }
  return candidates.length === 0 ? null : summed(db, row, { words, candidates, doors });
}

/** Whether the line's own text speaks for the first of the words: cheaper to know than what its event says. */
async function mayHold(line: string, [first = '']: readonly string[], doors: Searching): Promise<boolean> {
  // a line writes quotes and line breaks as escapes: what has no such thing in it is looked for
  const plain = first.split(/[\s"\\]/).reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  if (plain === '') return true;
  for (const piece of piecesOf(line)) {
    await doors.breathe();
    if (matchIn(piece, [plain])) return true;
  }
  return false;
}

async function look(
  line: string,
  needed: readonly string[],
  words: readonly string[],
  doors: Searching,
): Promise<Candidate | null> {
  const event = eventOf(line);
  const { found, score } = await bestOf(event, words, doors);
  return needed.every((word) => found.has(word)) ? { seq: event.seq, score: score + roleOf(event) } : null;
}

/** A line of our own, checked when it was written. */
const eventOf = (line: string): Event => parseJson(line) as Event;

async function bestOf(event: Event, words: readonly string[], doors: Searching): Promise<Best> {
  const found = new Set<string>();
  let best = { score: 0, piece: '' };
  for (const piece of piecesOf(textOf(event))) {
    await doors.breathe();
    const match = matchIn(piece, words);
    if (!match) continue;
    for (const word of match.found) found.add(word);
    if (scoreOf(match) > best.score) best = { score: scoreOf(match), piece };
  }
  return { found, ...best };
}

/** More than any event can have: a session whose title says it comes first. */
const TITLE = 100;

interface Summing {
  readonly words: readonly string[];
  readonly candidates: readonly Candidate[];
  readonly doors: Searching;
}

async function summed(db: Database, row: SessionRow, { words, candidates, doors }: Summing): Promise<Found | null> {
  const counting = await countingLines(db, row.id);
  const scored = candidates
    .map(({ seq, score }) => ({ seq, score, first: counting.get(seq) ?? -1 }))
    .filter(({ first }) => first >= 0)
    .toSorted((a, b) => b.score - a.score || a.first - b.first);
  const hits: Hit[] = [];
  for (const { seq, first } of scored.slice(0, SHOWN_HITS)) {
    const line = await readLine(db, row.id, seq);
    if (line === null) return null; // deleted meanwhile
    const { piece } = await bestOf(eventOf(line), words, doors);
    hits.push({ number: shortNumber(first), snippet: snippetOf(piece, words) });
  }
  if (hits.length === 0) return null;
  const title = holdsAll(row.title ?? '', words) ? TITLE : 0;
  return { session: row.id, hits, count: scored.length, score: title + (scored[0]?.score ?? 0) };
}
