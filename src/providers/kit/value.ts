import { isObject } from '../../lib/json';

/** A member as text, or null where it is none. */
export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A text that says something: null for anything else, the blank included. */
export const asWords = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A finite number, or null. */
export const asNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The items of a list; none for anything else. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects among the items of a list. */
export const asObjects = (value: unknown): readonly Record<string, unknown>[] => asList(value).filter(isObject);

/** The texts among the items of a list. */
export const asTexts = (value: unknown): readonly string[] =>
  asList(value).filter((each): each is string => typeof each === 'string');

const NOTHING: Readonly<Record<string, unknown>> = {};

/** An object, or an empty one for anything else. */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : NOTHING);

/** True for what says nothing: null, undefined, a blank text, an empty list or object, or nothing but such members. */
export function isBlank(value: unknown, depth = 3): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  const inside = Object.values(value);
  return inside.length === 0 || (depth > 0 && inside.length < 8 && inside.every((each) => isBlank(each, depth - 1)));
}

/** The members of an object that say something and are not among those already used, or null where there are none. */
export function remaining(
  object: Readonly<Record<string, unknown>>,
  used: ReadonlySet<string>,
): Record<string, unknown> | null {
  const left = Object.entries(object).filter(([key, value]) => !used.has(key) && !isBlank(value));
  return left.length > 0 ? Object.fromEntries(left) : null; // fromEntries keeps even a member called __proto__
}

/** Leaves out members that are null or undefined: what the site did not say needs no place. */
export const said = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));

/** Every text inside a value, in order, without recursion. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const each = stack.pop();
    if (typeof each === 'string') texts.push(each);
    else if (typeof each === 'object' && each !== null) {
      const inside = Object.values(each);
      for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i]);
    }
  }
  return texts;
}
