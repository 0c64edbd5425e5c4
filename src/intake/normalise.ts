import { deeperThan, isObject, MAX_DEPTH } from '../lib/json';
import { isBroken } from '../lib/text';

/**
 * Makes a body fit for canonical JSON: lone surrogates become U+FFFD, undefined members go, what nests too deep becomes
 * its text. `changed` says that a text is no longer the site's own to the letter.
 */
export function normalise(value: unknown): { value: unknown; changed: boolean } {
  if (deeperThan(value, MAX_DEPTH)) return { value: shallow(value, MAX_DEPTH), changed: true };
  return walk(value);
}

function walk(value: unknown): { value: unknown; changed: boolean } {
  if (typeof value === 'string')
    return isBroken(value) ? { value: value.toWellFormed(), changed: true } : { value, changed: false };
  if (typeof value === 'number' && !Number.isFinite(value)) return { value: String(value), changed: true };
  if (Array.isArray(value)) {
    const items = value.map(walk);
    return items.some((item, i) => item.value !== value[i])
      ? { value: items.map((item) => item.value), changed: items.some((item) => item.changed) }
      : { value, changed: false };
  }
  if (!isObject(value)) return { value: value === undefined ? null : value, changed: false };
  return walkMembers(value);
}

function walkMembers(value: Record<string, unknown>): { value: unknown; changed: boolean } {
  let changed = false;
  let copy = false;
  const members: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) {
    const item = walk(each);
    const name = key.toWellFormed();
    changed ||= item.changed || name !== key;
    copy ||= item.value !== each || name !== key || each === undefined;
    if (each !== undefined) members.push([name, item.value]);
  }
  // fromEntries defines members, so that even one called __proto__ stays a member
  return { value: copy ? Object.fromEntries(members) : value, changed };
}

/** Cuts a value off below a depth: what stood there becomes its JSON text. Recursion ends with the depth. */
function shallow(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth <= 1) return deepText(value);
  if (Array.isArray(value)) return value.map((each) => shallow(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), shallow(each, depth - 1)]));
}

function deepText(value: object): string {
  try {
    return (JSON.stringify(value) ?? '').toWellFormed();
  } catch {
    return '[nested too deep to be written as text]'; // the raw bytes still hold it
  }
}
