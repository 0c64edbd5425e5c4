import { canonical } from './json';

/** What {@link formLength} gives of a value whose form is not known by its length alone. */
const UNKNOWN = -1;
/** What may stand behind a backslash and is not always, or never, the shortest that may. */
const UNICODE = 0x75;
const SLASH = 0x2f;
/** Of text with more escapes than one in so many units writing it again is the faster way. */
const DENSE = 32;

/**
 * True if `text`, which `JSON.parse` read as `value`, is that value's canonical form (RFC 8785): the same as
 * `canonical(value) === text`, mostly without writing the form. False of a value that has none.
 *
 * JSON leaves a writer few liberties: white space, the order of members, members given twice, escapes that could be
 * shorter, and how a number is written. Where the names are in order and every escape is the shortest, what is left of
 * them can only make the text longer than the form, so that the length decides: white space and members that are
 * overwritten do, and a whole number that does not end in two zeros has no way of being written that is as short as its
 * digits. Where that does not hold, the form is written and compared.
 */
export function isCanonical(text: string, value: unknown): boolean {
  const escapes = escapedUnits(text);
  const length = escapes === UNKNOWN || !text.isWellFormed() ? UNKNOWN : formLength(value);
  return length === UNKNOWN ? isWritten(text, value) : length + escapes === text.length;
}

function isWritten(text: string, value: unknown): boolean {
  try {
    return canonical(value) === text;
  } catch {
    return false; // a number beyond all that there are, as 1e400, has no canonical form
  }
}

/** How many units the escapes of a JSON text take beyond the units they stand for; unknown where one could be shorter. */
function escapedUnits(text: string): number {
  let units = 0;
  let most = text.length / DENSE;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const kind = text.charCodeAt(at + 1);
    const length = kind === UNICODE ? 6 : 2;
    if (kind === SLASH || (kind === UNICODE && !isNeeded(text.slice(at + 2, at + 6))) || --most < 0) return UNKNOWN;
    units += length - 1;
    at += length;
  }
  return units;
}

/** Whether a control character has no shorter escape than its four digits, written as the form has them. */
const isNeeded = (digits: string): boolean => /^00(?:0[0-7bef]|1[0-9a-f])$/.test(digits);

/** The length of a value's canonical form with every escape counted as one unit. */
function formLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return numberLength(value);
  if (typeof value === 'boolean') return value ? 4 : 5;
  if (typeof value !== 'object' || value === null) return value === null ? 4 : UNKNOWN;
  return Array.isArray(value) ? listLength(value) : membersLength(value as Record<string, unknown>);
}

const numberLength = (value: number): number =>
  Number.isSafeInteger(value) && (value % 100 !== 0 || value === 0) ? String(value).length : UNKNOWN;

function listLength(list: readonly unknown[]): number {
  let sum = Math.max(2, list.length + 1);
  for (const each of list) {
    const length = formLength(each);
    if (length === UNKNOWN) return UNKNOWN;
    sum += length;
  }
  return sum;
}

function membersLength(object: Record<string, unknown>): number {
  const names = Object.keys(object);
  let sum = Math.max(2, names.length + 1);
  let before = '';
  for (const name of names) {
    // an object has names that look like a list's index first, wherever they stood
    if (name < before || name.charCodeAt(0) <= 0x39) return UNKNOWN;
    const length = formLength(object[name]);
    if (length === UNKNOWN) return UNKNOWN;
    sum += name.length + 3 + length;
    before = name;
  }
  return sum;
}
