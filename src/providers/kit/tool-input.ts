import { deeperThan, isObject, MAX_DEPTH, parseJson } from '../../lib/json';

/** What a tool was given: as JSON where the text is JSON, as text where it is not or where JSON would change it. */
export interface ToolInput {
  readonly input?: unknown;
  readonly inputText?: string;
}

/**
 * Reads a tool's input. JSON that would not survive its canonical form (numbers beyond a double, members named twice,
 * half surrogate pairs) is kept as text too; what nests too deep is kept as text alone.
 */
export function toolInput(text: string): ToolInput {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (value === undefined || deeperThan(value, MAX_DEPTH - 20)) return { inputText: text };
  return survives(text, value) ? { input: value } : { input: value, inputText: text };
}

const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** True if a JSON text says no more than the value that was parsed from it. */
function survives(text: string, value: unknown): boolean {
  let members = 0;
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (colon !== undefined) members++;
    else if (token[0] !== '"' && !sameNumber(token)) return false;
  }
  return text.isWellFormed() && !/\\u[dD][89a-fA-F]/.test(text) && members === countMembers(value);
}

function countMembers(value: unknown): number {
  let members = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const each = stack.pop();
    if (typeof each !== 'object' || each === null) continue;
    const inside = Object.values(each);
    if (isObject(each)) members += inside.length;
    for (const one of inside) stack.push(one);
  }
  return members;
}

/** True if a number's text and the double it becomes are the same decimal number. */
export const sameNumber = (token: string): boolean => decimal(token) === decimal(String(Number(token)));

/** A decimal number's digits and exponent in one spelling only: 1.0, 1 and 10e-1 are the same. */
function decimal(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (whole === '') return token; // "Infinity": no number of JSON
  return short === '' ? '0' : `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
