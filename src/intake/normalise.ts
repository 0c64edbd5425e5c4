import { isObject, MAX_DEPTH } from '../lib/json';
import { isBroken } from '../lib/text';

/** The deepest that a member of an event may nest, so that its line stays within {@link MAX_DEPTH}. */
const DEEPEST = MAX_DEPTH - 10;

/**
 * Makes a value fit for canonical JSON: lone surrogates become U+FFFD, undefined members go, what nests too deep becomes
 * its text. `changed` says that a text is no longer the site's own to the letter. What fits already comes back as it is.
 */
export function normalise<T>(value: T): { value: T; changed: boolean } {
  if (fits(value, DEEPEST)) return { value, changed: false };
  const state = { changed: false };
  return { value: fitted(value, DEEPEST, state) as T, changed: state.changed }; // the same but for texts
}

function fits(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !isBroken(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (levels <= 0) return false;
  if (Array.isArray(value)) return value.every((each) => fits(each, levels - 1));
  const members = value as Record<string, unknown>; // an object that is no list: what a parser made
  for (const key in members) if (isBroken(key) || !fits(members[key], levels - 1)) return false;
  return true;
}

function fitted(value: unknown, levels: number, state: { changed: boolean }): unknown {
  if (Array.isArray(value) && levels > 0) return value.map((each) => fitted(each, levels - 1, state));
  if (isObject(value) && levels > 0) return fittedMembers(value, levels - 1, state);
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  if (fits(value, 0)) return value;
  state.changed = true;
  return typeof value === 'object' ? deepText(value) : String(value).toWellFormed();
}

function fittedMembers(value: Record<string, unknown>, levels: number, state: { changed: boolean }): unknown {
  const members = new Map<string, unknown>();
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    let name = key.toWellFormed();
    if (name !== key) state.changed = true;
    while (members.has(name)) name += '\ufffd'; // two names that differed only in what is no text
    members.set(name, fitted(each, levels, state));
  }
  // fromEntries defines members, so that even one called __proto__ stays a member
  return Object.fromEntries(members);
}

function deepText(value: object): string {
  try {
    return (JSON.stringify(value) ?? '').toWellFormed();
  } catch {
    return '[nested too deep to be written as text]'; // the raw bytes still hold it
  }
}
