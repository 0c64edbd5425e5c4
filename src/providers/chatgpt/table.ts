import { isObject, parseJson } from '../../lib/json';

/*
 * Pages of the site carry their data as a table: a list in which an object is `{"_3": 7}` (its member's name stands at 3,
 * its value at 7), a list is a list of numbers, and negative numbers are values that JSON has no word for.
 */

/** Values that JSON has no word for: all of them say nothing here. */
const SPECIAL = -7;
/** Lists that begin with such a word are of kinds that no conversation holds: dates, maps, promises. */
const KIND = /^[A-Z]$/;
const DEEPEST = 200;

/** What a table holds of a value, and which of its entries that took. */
export interface Found {
  readonly value: Readonly<Record<string, unknown>>;
  readonly used: ReadonlySet<number>;
}

/** The object in a table that has a member of one of these names; the first. Null: none, or one that is no tree. */
export function findInTable(table: readonly unknown[], names: readonly string[]): Found | null {
  const wanted = new Set<string>();
  for (const [at, each] of table.entries()) if (typeof each === 'string' && names.includes(each)) wanted.add(`_${at}`);
  const start = table.findIndex((each) => isObject(each) && Object.keys(each).some((key) => wanted.has(key)));
  if (start < 0) return null;
  const unfolding: Unfolding = {
    table,
    used: new Set(),
    open: new Set(),
    left: 20 * table.length + 100_000,
    units: 20 * table.reduce<number>((sum, each) => sum + lengthOf(each), 0) + 1_000_000,
  };
  const value = unfold(unfolding, start, 0);
  return isObject(value) && unfolding.left > 0 && unfolding.units > 0 ? { value, used: unfolding.used } : null;
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

interface Unfolding {
  readonly table: readonly unknown[];
  readonly used: Set<number>;
  /** Entries on the way to here: one that holds itself is left out. */
  readonly open: Set<number>;
  /** How many values may still be unfolded: a small table may stand for a value without end. */
  left: number;
  /** How much text may still be: many values may be the same long one. */
  units: number;
}

function unfold(unfolding: Unfolding, at: number, depth: number): unknown {
  const { table, used, open } = unfolding;
  if (at < 0 && at >= SPECIAL) return null;
  if (!Number.isInteger(at) || at >= table.length || open.has(at) || depth > DEEPEST || isSpent(unfolding)) return null;
  used.add(at);
  const entry = table[at];
  unfolding.units -= lengthOf(entry);
  if (typeof entry !== 'object' || entry === null) return entry;
  open.add(at);
  const value = Array.isArray(entry) ? unfoldList(unfolding, entry, depth) : unfoldObject(unfolding, entry, depth);
  open.delete(at);
  return value;
}

const isSpent = (unfolding: Unfolding): boolean => --unfolding.left < 0 || unfolding.units < 0;

function unfoldList(unfolding: Unfolding, entry: readonly unknown[], depth: number): unknown {
  const [kind, inside] = entry;
  if (typeof kind !== 'string' || !KIND.test(kind)) return entry.map((at) => unfold(unfolding, Number(at), depth + 1));
  return kind === 'D' ? null : typeof inside === 'number' ? unfold(unfolding, inside, depth + 1) : (inside ?? null);
}

function unfoldObject(unfolding: Unfolding, entry: object, depth: number): unknown {
  const members = Object.entries(entry).map(([key, at]) => {
    const named = Number(key.slice(1));
    unfolding.used.add(named);
    unfolding.units -= lengthOf(unfolding.table[named]);
    return [String(unfolding.table[named] ?? key), unfold(unfolding, Number(at), depth + 1)] as const;
  });
  return Object.fromEntries(members);
}

/** A text inside the quotes of a script, decoded, and where each of its units stood. */
export interface Literal {
  readonly text: string;
  /** The offset of each unit in what was decoded, and of its end. */
  readonly at: Int32Array;
}

/** Decodes what stands between the quotes of a script's text as JSON writes it; null where it is none. */
export function decodeLiteral(inside: string): Literal | null {
  const text = parseJson(`"${inside}"`);
  if (typeof text !== 'string') return null;
  const at = new Int32Array(text.length + 1);
  let offset = 0;
  for (let i = 0; i < text.length; i++) {
    at[i] = offset;
    offset += inside[offset] !== '\\' ? 1 : inside[offset + 1] === 'u' ? 6 : 2;
  }
  at[text.length] = offset;
  return { text, at };
}

/** Where the texts of a table stand in its JSON, without their quotes, by entry. */
export function textsOfTable(json: string): Map<number, readonly [start: number, end: number]> {
  const found = new Map<number, readonly [number, number]>();
  let depth = 0;
  let entry = 0;
  for (const { 0: token, index } of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    else if (depth !== 1) continue;
    else if (token === ',') entry++;
    else found.set(entry, [index + 1, index + token.length - 1]);
  }
  return found;
}
