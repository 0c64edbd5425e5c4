import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { isBlank } from './value';

type Fields = Readonly<Record<string, unknown>>;

/** What a member is where its event shows it. `any`: it is left out whatever it is, or shown whatever it is. */
export type Shape = 'text' | 'number' | 'flag' | 'texts' | 'objects' | 'object' | 'list' | 'time' | 'scalar' | 'any';

/** The members that an event shows elsewhere, and what they must be for that. */
export type Shown = ReadonlyMap<string, Shape>;

export const shown = (shapes: Partial<Record<Shape, readonly string[]>>): Shown =>
  new Map(Object.entries(shapes).flatMap(([shape, names]) => names.map((name) => [name, shape as Shape] as const)));

const isText = (value: unknown): boolean => typeof value === 'string';

const FITS: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  texts: (value) => Array.isArray(value) && value.every(isText),
  objects: (value) => Array.isArray(value) && value.every(isObject),
  object: isObject,
  time: (value) => typeof value === 'number' || siteTime(value) !== null,
  scalar: (value) => typeof value !== 'object',
  any: () => true,
};

/**
 * What an object says beyond what its event shows: members that are not shown, and those that are of another type than
 * they are shown for (of a list of objects or texts, what is none). Null where that is nothing. So nothing is lost for being new.
 */
export function beyond(fields: Fields, known: Shown): Record<string, unknown> | null {
  let left: [string, unknown][] | null = null; // most objects say nothing more
  for (const key in fields) {
    const odd = oddOf(fields[key], known.get(key));
    if (odd === undefined || isBlank(odd)) continue;
    left ??= [];
    left.push([key, odd]);
  }
  return left && Object.fromEntries(left);
}

/** What of a member is not shown; undefined where all of it is. */
function oddOf(value: unknown, shape: Shape | undefined): unknown {
  if (value === null || value === '' || (shape !== undefined && FITS[shape](value))) return undefined;
  if (!Array.isArray(value)) return value;
  if (shape === 'texts') return value.filter((each) => !isText(each));
  return shape === 'objects' ? value.filter((each) => !isObject(each)) : value;
}
