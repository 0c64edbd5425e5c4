import { isObject, pointerSteps } from '../../lib/json';

/** One change of a value, as the delta encoding writes it: where, what, and with what. */
export interface Change {
  readonly path: string;
  readonly op: string;
  readonly value: unknown;
}

/** A value that changes are made to, in place. */
export interface Document {
  root: unknown;
}

/** What a change takes away, and what comes in its place, if anything does. */
export type Gone = (before: unknown, after: unknown) => void;

type Slot = { readonly [key: string]: unknown } | unknown[];

const DEEPEST = 100; // steps of a path: nothing the site sends comes near

/**
 * Makes one change. What is not there yet is made where an addition needs it. Never throws.
 * @param gone told of what is no longer there afterwards, before anything else changes it
 * @returns null, or in a word or two why the change could not be made: never a value
 */
export function applyChange(
  document: Document,
  { path, op, value }: Change,
  gone: Gone = () => undefined,
): string | null {
  const steps = pointerSteps(path);
  if (path !== '' && !path.startsWith('/')) return 'no path';
  if (steps.length > DEEPEST) return 'too deep';
  const last = steps.pop();
  if (last === undefined) return changeRoot(document, { op, value, gone });
  if (!isObject(document.root) && !Array.isArray(document.root)) return `${word(op)}: nothing is there`;
  const slot = reach(document.root, steps, last, MAKES.has(op));
  return slot ? changeMember(slot, last, { op, value, gone }) : `${word(op)}: nothing is there`;
}

/** Operations that may make what they change. */
const MAKES: ReadonlySet<string> = new Set(['add', 'append', 'replace']);

/** What is to be done at a place. */
interface Make {
  readonly op: string;
  readonly value: unknown;
  readonly gone: Gone;
}

function changeRoot(document: Document, make: Make): string | null {
  const { op, value, gone } = make;
  if (op === 'append') {
    const joined = join(document.root, make);
    if (joined === undefined) return 'append: of another kind';
    document.root = joined;
    return null;
  }
  if (op !== 'add' && op !== 'replace') return `${word(op)}: not of a whole`;
  gone(document.root, value);
  document.root = value;
  return null;
}

/** Walks to what holds the last step, making what is missing on the way. */
function reach(root: object, steps: readonly string[], last: string, makes: boolean): Slot | null {
  let slot: Slot | null = root as Slot; // an object or a list: both were looked at
  for (const [i, step] of steps.entries()) {
    slot = stepInto(slot, step, makes ? (steps[i + 1] ?? last) : null);
    if (!slot) return null;
  }
  return slot;
}

/** @param next the step after this one, where what is missing may be made; else null */
function stepInto(slot: Slot, step: string, next: string | null): Slot | null {
  const inside = read(slot, step);
  if (typeof inside === 'object' && inside !== null) return inside as Slot;
  if ((inside !== undefined && inside !== null) || next === null) return null;
  const made: Slot = isIndex(next) ? [] : {};
  return put(slot, step, made) ? made : null;
}

const isIndex = (step: string): boolean => /^(?:0|[1-9]\d{0,8}|-)$/.test(step);

/** The index that a step names in a list, its end included; -1 for none. */
function indexIn(list: readonly unknown[], step: string): number {
  if (!isIndex(step)) return -1;
  const index = step === '-' ? list.length : Number(step);
  return index <= list.length ? index : -1;
}

function read(slot: Slot, step: string): unknown {
  if (Array.isArray(slot)) return slot[indexIn(slot, step)];
  return Object.hasOwn(slot, step) ? slot[step] : undefined;
}

/** Sets a member, whatever it is called, or an item up to just behind a list's end. */
function put(slot: Slot, step: string, value: unknown): boolean {
  if (Array.isArray(slot)) {
    const index = indexIn(slot, step);
    if (index < 0) return false;
    slot[index] = value;
    return true;
  }
  Object.defineProperty(slot, step, { value, enumerable: true, writable: true, configurable: true });
  return true;
}

const changed = (made: boolean): string | null => (made ? null : 'no such place in a list');

const OPS: ReadonlyMap<string, (slot: Slot, step: string, make: Make) => string | null> = new Map([
  ['replace', replace],
  ['add', (slot, step, make) => (Array.isArray(slot) ? insert(slot, step, make.value) : replace(slot, step, make))],
  ['append', append],
  ['remove', remove],
  ['truncate', truncate],
]);

function changeMember(slot: Slot, step: string, make: Make): string | null {
  const done = OPS.get(make.op);
  return done ? done(slot, step, make) : `${word(make.op)}: not known`;
}

function replace(slot: Slot, step: string, { value, gone }: Make): string | null {
  gone(read(slot, step), value);
  return changed(put(slot, step, value));
}

function insert(list: unknown[], step: string, value: unknown): string | null {
  const index = indexIn(list, step);
  if (index < 0) return 'no such place in a list';
  list.splice(index, 0, value);
  return null;
}

function append(slot: Slot, step: string, make: Make): string | null {
  const joined = join(read(slot, step), make);
  return joined === undefined ? 'append: of another kind' : changed(put(slot, step, joined));
}

/** Texts one behind the other, lists too; members into an object. Undefined where the two do not go together. */
function join(to: unknown, { value, gone }: Make): unknown {
  if (to === undefined || to === null) return value;
  if (typeof to === 'string') return typeof value === 'string' ? to + value : undefined;
  if (Array.isArray(to)) return withItems(to, Array.isArray(value) ? value : [value]);
  return isObject(to) && isObject(value) ? withMembers(to, value, gone) : undefined;
}

function withItems(to: unknown[], value: readonly unknown[]): unknown[] {
  const count = value.length; // the two may be the same
  for (let i = 0; i < count; i++) to.push(value[i]);
  return to;
}

function withMembers(to: Record<string, unknown>, value: Record<string, unknown>, gone: Gone): Slot {
  for (const [key, each] of Object.entries(value)) {
    gone(read(to, key), each);
    put(to, key, each);
  }
  return to;
}

function remove(slot: Slot, step: string, { gone }: Make): string | null {
  const inside = read(slot, step);
  if (Array.isArray(slot)) {
    const index = indexIn(slot, step);
    if (index < 0 || index === slot.length) return 'no such place in a list';
    slot.splice(index, 1);
  } else if (!Reflect.deleteProperty(slot, step)) return 'remove: not possible';
  gone(inside, undefined);
  return null;
}

function truncate(slot: Slot, step: string, { value, gone }: Make): string | null {
  const inside = read(slot, step);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) return 'truncate: no length';
  if (Array.isArray(inside)) {
    gone(inside.slice(value), undefined);
    inside.length = Math.min(inside.length, value);
    return null;
  }
  // in which unit the site counts a text's length is not known: where all units agree, it does not matter
  if (typeof inside !== 'string' || /[\ud800-\udfff]/.test(inside)) return 'truncate: of another kind';
  gone(inside.slice(value), undefined);
  return changed(put(slot, step, inside.slice(0, value)));
}

/** An operation's name as a line may hold it: it came from outside. */
const word = (op: string): string => (/^[\w-]{1,40}$/.test(op) ? op : 'an operation');
