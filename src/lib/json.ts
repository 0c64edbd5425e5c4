import canonicalize from 'canonicalize';
import { sorted, UNSORTABLE } from './sorted';

/** The deepest value a log line or an archive document may hold. */
export const MAX_DEPTH = 500;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** RFC 8785 canonical JSON. The value must be plain JSON of at most {@link MAX_DEPTH} levels, its text well-formed. */
export function canonical(value: unknown): string {
  const plain = sorted(value);
  // the engine writes three times as fast as the library, which is for what the engine would not write so
  const text = plain === UNSORTABLE ? canonicalize(value) : JSON.stringify(plain);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** What `JSON.parse` gives, or undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // "not JSON" is an answer here
  }
}

/** True for a plain JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object, own ones only; undefined for anything else. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** True if a value nests deeper than the limit. Its recursion ends with the limit, however deep the value is. */
export function deeperThan(value: unknown, limit: number): boolean {
  if (limit < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((each) => deeperThan(each, limit - 1));
  const members = value as Record<string, unknown>; // an object that is no list
  for (const key in members) if (deeperThan(members[key], limit - 1)) return true;
  return false;
}

/** One step of a JSON Pointer (RFC 6901), escaped. */
export const pointerStep = (key: string | number): string => {
  const step = String(key);
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
};

/** A JSON Pointer from its steps. */
export const pointer = (...steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${pointerStep(step)}`).join('');

/** The steps of a JSON Pointer. */
export const pointerSteps = (text: string): string[] =>
  text
    .split('/')
    .slice(1)
    .map((step) => (step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step));
