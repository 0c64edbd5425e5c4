import type { z } from 'zod';
import { isCanonical } from '../lib/canonical-form';
import { sha256All, sha256Hex } from '../lib/hash';
import { canonical, deeperThan, MAX_DEPTH, member } from '../lib/json';
import { lastOf } from '../lib/steps';
import { closingEdges } from './cycles';
import { Event, FORMAT_VERSION, type Observation } from './event';
import { fits } from './fits';

/** The end of a log: the next `seq`, and the hash of the last line. */
export interface Tail {
  readonly seq: number;
  readonly prev: string;
}

/** The tail of an empty log. */
export const EMPTY: Tail = { seq: 0, prev: '0'.repeat(64) };

/** One more line, and the tail after it. `recorded` is ISO 8601 with milliseconds. */
export function seal(
  tail: Tail,
  observation: Observation,
  { recorded, revises }: { recorded: string; revises: number | null },
): { event: Event; line: string; tail: Tail } {
  const at = { ...observation.at, recorded };
  const event = { ...observation, v: FORMAT_VERSION, seq: tail.seq, at, revises, prev: tail.prev } as Event;
  const line = canonical(event);
  return { event, line, tail: { seq: tail.seq + 1, prev: sha256Hex(line) } };
}

/** What is wrong with a line of a log, in words. */
export interface LineFault {
  readonly seq: number;
  readonly what: 'not-json' | 'not-canonical' | 'schema' | 'seq' | 'chain' | 'parent' | 'cycle' | 'revises' | 'newer';
  readonly detail: string;
}

/** The detail of a line that nests too deep: a fault of its schema. */
export const TOO_DEEP = `deeper than ${MAX_DEPTH} levels`;

const LINE_END = 0x0a;

/** The hash of each line of a log, from the log's own bytes: for {@link readLog}, where there are many. */
export const hashLines = (log: Uint8Array<ArrayBuffer>): Promise<string[]> => sha256All(linesOf(log));

function* linesOf(log: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf(LINE_END, at);
    yield log.subarray(at, end < 0 ? log.length : end);
    at = end < 0 ? log.length : end + 1;
  }
}

/**
 * Reads the lines of a log and checks each: JSON, canonical, schema, order, chain. Parents need the whole log.
 * @param hashes of the lines, where they are known
 */
export const readLog = (lines: readonly string[], hashes?: readonly string[]): ReadLog =>
  lastOf(readingLog(lines, hashes));

interface ReadLog {
  readonly events: Event[];
  readonly faults: LineFault[];
}

/** Lines that are checked between two rests: some milliseconds. */
const STRETCH = 250;

/** The same step by step, for where other work must not wait. */
export function* readingLog(lines: readonly string[], hashes?: readonly string[]): Generator<void, ReadLog> {
  const events: Event[] = [];
  const faults: LineFault[] = [];
  let tail = EMPTY;
  for (const line of lines) {
    const seq = tail.seq;
    const read = readLine(line, tail);
    if ('event' in read) events.push(read.event);
    for (const fault of read.faults) faults.push({ seq, ...fault });
    tail = { seq: seq + 1, prev: hashes?.[seq] ?? sha256Hex(line) };
    if (tail.seq % STRETCH === 0) yield;
  }
  return { events, faults: [...faults, ...linkFaults(events)] };
}

type Found = Omit<LineFault, 'seq'>;

const isEvent = fits(Event);

function readLine(line: string, tail: Tail): { event: Event; faults: Found[] } | { faults: Found[] } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { faults: [{ what: 'not-json', detail: '' }] }; // a log that is no JSON is an outcome
  }
  const version = (value as { v?: unknown } | null)?.v;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    return { faults: [{ what: 'newer', detail: String(version) }] };
  if (deeperThan(value, MAX_DEPTH)) return { faults: [{ what: 'schema', detail: TOO_DEEP }] };
  const error = isEvent(value) ? null : Event.safeParse(value).error;
  if (error) {
    const issue = error.issues[0];
    return { faults: [{ what: 'schema', detail: issue ? issueText(value, issue) : '' }] };
  }
  const event = value as Event; // what Zod would give back is a copy; the line itself counts
  const faults: Found[] = [];
  if (!isCanonical(line, value)) faults.push({ what: 'not-canonical', detail: '' });
  if (event.seq !== tail.seq) faults.push({ what: 'seq', detail: String(event.seq) });
  if (event.prev !== tail.prev) faults.push({ what: 'chain', detail: event.prev });
  return { event, faults };
}

const LONGEST = 80;

/** What is wrong, and where. Of a closed list of words only the one that is not in it is said, not the whole list. */
function issueText(line: unknown, issue: z.core.$ZodIssue): string {
  const where = issue.path.join('.');
  const isOfList = issue.code === 'invalid_value' || (issue.code === 'invalid_union' && 'discriminator' in issue);
  if (!isOfList) return where === '' ? issue.message : `${where}: ${issue.message}`;
  const value = issue.path.reduce<unknown>(inside, line);
  if (value === undefined) return `${where} is missing`;
  const said = JSON.stringify(value).slice(0, LONGEST).toWellFormed();
  return `${where}: ${said} is not one of this format's ${LISTS[String(issue.path.at(-1))] ?? 'words'}`;
}

const inside = (value: unknown, key: PropertyKey): unknown =>
  Array.isArray(value) ? value[Number(key)] : member(value, String(key));

/** What the words of a closed list are, by the member they stand in. */
const LISTS: Readonly<Record<string, string>> = { kind: 'kinds', type: 'types', why: 'reasons' };

function linkFaults(events: readonly Event[]): LineFault[] {
  const ids = new Set(events.map((event) => event.id));
  const bySeq = new Map(events.map((event) => [event.seq, event.id]));
  const links: LineFault[] = [];
  for (const { seq, id, parents, revises } of events) {
    for (const parent of parents)
      if (!ids.has(parent) || parent === id) links.push({ seq, what: 'parent', detail: parent });
    if (revises !== null && (revises >= seq || bySeq.get(revises) !== id))
      links.push({ seq, what: 'revises', detail: String(revises) });
  }
  return [...links, ...cycleFaults(events)];
}

/** Cycles among ids of one version only: across versions they may happen, and the projection cuts them. */
function cycleFaults(events: readonly Event[]): LineFault[] {
  const single = new Map<string, Event | null>();
  for (const event of events) single.set(event.id, single.has(event.id) ? null : event);
  const parents = new Map<string, readonly string[]>();
  for (const [id, event] of single) if (event) parents.set(id, event.parents);
  return closingEdges(parents)
    .filter(({ child, parent }) => child !== parent)
    .map(({ child, parent }) => ({ seq: single.get(child)?.seq ?? 0, what: 'cycle', detail: parent }));
}
