import { isObject } from '../../lib/json';

type Fields = Readonly<Record<string, unknown>>;

/** A member as text, or null where it is none. */
export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A text that says something: null for anything else, the blank included. */
export const asWords = (value: unknown): string | null =>
  typeof value === 'string' && /\S/.test(value) ? value : null;

/** A finite number, or null. */
export const asNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const EMPTY: readonly never[] = [];

/** The items of a list; none for anything else. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : EMPTY);

/** The objects among the items of a list. */
export const asObjects = (value: unknown): readonly Fields[] =>
  Array.isArray(value) && value.length > 0 ? value.filter(isObject) : EMPTY;

/** The texts among the items of a list. */
export const asTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.length > 0 ? value.filter((each): each is string => typeof each === 'string') : EMPTY;

const NOTHING: Fields = {};

/** An object, or an empty one for anything else. */
export const asObject = (value: unknown): Fields => (isObject(value) ? value : NOTHING);

/** True for what says nothing: null, undefined, a blank text, an empty list or object, or nothing but such members. */
export function isBlank(value: unknown, depth = 3): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every((each) => depth > 0 && isBlank(each, depth - 1));
  for (const key in value) if (depth === 0 || !isBlank((value as Fields)[key], depth - 1)) return false;
  return true;
}

/** Sets a member, even one called `__proto__`, which an assignment would not. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/** The members of an object that say something and are not among those already used, or null where there are none. */
export function remaining(object: Fields, used: ReadonlySet<string>): Record<string, unknown> | null {
  let left: Record<string, unknown> | null = null;
  for (const key in object) {
    if (used.has(key) || isBlank(object[key])) continue;
    left ??= {};
    put(left, key, object[key]);
  }
  return left;
}

/** Leaves out members that are null or undefined: what the site did not say needs no place. */
export function said(members: Fields): Record<string, unknown> {
  const left: Record<string, unknown> = {};
  for (const key in members) if (members[key] !== null && members[key] !== undefined) put(left, key, members[key]);
  return left;
}

/** Every text inside a value, in order, without recursion. `skip`: members that are passed over. */
export function textsIn(value: unknown, skip: ReadonlySet<string> = NO_KEYS): string[] {
  const texts: string[] = [];
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const each = stack.pop();
    if (typeof each === 'string') texts.push(each);
    else if (typeof each === 'object' && each !== null) {
      const inside = Object.entries(each).filter(([key]) => !skip.has(key));
      for (const [, one] of inside.reverse()) stack.push(one);
    }
  }
  return texts;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** True if some text inside a value passes. Makes no lists: this walks every value of every message. */
export function someText(
  value: unknown,
  passes: (text: string, key: string) => boolean,
  skip: ReadonlySet<string> = NO_KEYS,
): boolean {
  const stack: object[] = [];
  const look = (each: unknown, key: string): boolean => {
    if (typeof each === 'string') return passes(each, key);
    if (typeof each === 'object' && each !== null) stack.push(each);
    return false;
  };
  if (look(value, '')) return true;
  for (let top = stack.pop(); top; top = stack.pop())
    if (Array.isArray(top) ? top.some((each) => look(each, '')) : someMember(top, look, skip)) return true;
  return false;
}

function someMember(object: object, look: (each: unknown, key: string) => boolean, skip: ReadonlySet<string>): boolean {
  for (const key in object) if (!skip.has(key) && look((object as Fields)[key], key)) return true;
  return false;
}

const DEEPEST = 400; // deeper values are cut off later anyway

/** A copy of a value with its texts changed, and nothing else. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = DEEPEST): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change, depth - 1)]));
}
