import type { z } from 'zod';
import { append } from '../../lib/append';
import { isObject, parseJson } from '../../lib/json';

/** A step of a conversation in any format: words of somebody, a call with its id, or a result with that of its call. */
export type Step = { readonly says: 'user' | 'assistant' } | { readonly call: string } | { readonly result: string };

/** Names and ids that every API takes. */
export const PLAIN = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * What is wrong with a target's value, as sentences; empty: nothing. Its shape, every call with one result right after it,
 * no id twice, the handoff first, no half characters and no sealed value.
 */
export function faultsIn<T>(value: unknown, schema: z.ZodType<T>, stepsOf: (data: T) => readonly Step[]): string[] {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`);
  const steps = stepsOf(parsed.data);
  return [...firstFault(steps), ...pairFaults(steps), ...textFaults(value)];
}

/** The lines of a JSON Lines file; a line that is no JSON, or was cut off, is undefined, which no schema takes. */
export const linesIn = (text: string): unknown[] => {
  const lines = text.split('\n');
  const isWhole = lines.at(-1) === '';
  return [...lines.slice(0, -1).map((line) => parseJson(line)), ...(isWhole ? [] : [undefined])];
};

const firstFault = ([first]: readonly Step[]): string[] =>
  first && 'says' in first && first.says === 'user' ? [] : ['the first message is not the handoff'];

function pairFaults(steps: readonly Step[]): string[] {
  const calls = steps.flatMap((step) => ('call' in step ? step.call : []));
  const seen = new Set<string>();
  const twice = calls.filter((id) => seen.size === seen.add(id).size).map((id) => `the id ${id} is used twice`);
  const faults: string[] = [];
  let open: string[] = [];
  for (const [index, step] of steps.entries()) {
    if ('call' in step) open.push(step.call);
    else if ('result' in step && open.shift() !== step.result) faults.push(`step ${index}: a result without its call`);
    if (!('says' in step) || open.length === 0) continue;
    faults.push(`step ${index}: the call before it has no result`);
    open = [];
  }
  return [...twice, ...faults, ...(open.length > 0 ? ['the last call has no result'] : [])];
}

const SEALED = /gAAAA[A-Za-z0-9_-]{20}/;

/** How base64 of a picture begins, by itself or in a data URL: what looks sealed inside of it is chance. */
const PICTURE = /^(?:data:image\/[a-z]+;base64,|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)[A-Za-z0-9+/=]*$/;

function textFaults(value: unknown): string[] {
  const faults = new Set<string>();
  const open: unknown[] = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop())
    if (typeof each === 'string') for (const fault of faultsOfText(each)) faults.add(fault);
    else if (Array.isArray(each)) append(open, each);
    else if (isObject(each)) append(open, Object.entries(each).flat());
  return [...faults];
}

const faultsOfText = (text: string): string[] => [
  ...(text.isWellFormed() ? [] : ['half a character']),
  ...(SEALED.test(text) && !PICTURE.test(text) ? ['holds a sealed value'] : []),
];
