import { asText } from '../kit/value';
import type { WireBlock } from './wire';

/** Which result belongs to which call: numbers of blocks. */
export interface Pairs {
  /** By the call's number. */
  readonly resultOf: ReadonlyMap<number, number>;
  /** By the result's number. */
  readonly callOf: ReadonlyMap<number, number>;
  /** How many calls stand before a call. */
  readonly callsBefore: ReadonlyMap<number, number>;
  /** How many results will stand before that of a call at the end of the message that has none yet. */
  readonly resultsBefore: ReadonlyMap<number, number>;
}

const CALL = /(?:^|_)tool_use$/;
const RESULT = /(?:^|_)tool_result$/;
export const isCall = ({ type }: WireBlock): boolean => type !== null && CALL.test(type);
export const isResult = ({ type }: WireBlock): boolean => type !== null && RESULT.test(type);

/** Calls that wait for their result, in order. */
interface Open {
  readonly byId: Map<string, number>;
  readonly byName: Map<unknown, Row>;
  /** Without ids, the latest last; those that were answered leave when they come last. */
  readonly nameless: number[];
  readonly done: Set<number>;
}

/** Calls of one name, the first of which that may be open is at `from`. */
interface Row {
  readonly calls: number[];
  from: number;
}

const NOTHING: ReadonlyMap<number, number> = new Map();
const NO_PAIRS: Pairs = { resultOf: NOTHING, callOf: NOTHING, callsBefore: NOTHING, resultsBefore: NOTHING };

/**
 * Pairs the calls of a message with their results: by id; where there is none (exports leave them out), a result answers
 * the first open call of its name before it, else the latest open one.
 */
export function pairCalls(blocks: readonly WireBlock[]): Pairs {
  if (!blocks.some((block) => isCall(block) || isResult(block))) return NO_PAIRS;
  const resultOf = new Map<number, number>();
  const callOf = new Map<number, number>();
  const callsBefore = new Map<number, number>();
  const open: Open = { byId: new Map(), byName: new Map(), nameless: [], done: new Set() };
  for (const [at, block] of blocks.entries()) {
    if (isCall(block)) {
      callsBefore.set(at, callsBefore.size);
      wait(open, at, block);
    }
    const call = isResult(block) ? answered(open, block) : undefined;
    if (call === undefined) continue;
    resultOf.set(call, at);
    callOf.set(at, call);
  }
  return { resultOf, callOf, callsBefore, resultsBefore: atEnd(blocks, callsBefore, resultOf) };
}

function wait({ byId, byName, nameless }: Open, at: number, { fields }: WireBlock): void {
  const id = asText(fields.id);
  if (id) {
    if (!byId.has(id)) byId.set(id, at);
    return;
  }
  nameless.push(at);
  const same = byName.get(fields.name);
  if (same) same.calls.push(at);
  else byName.set(fields.name, { calls: [at], from: 0 });
}

/** The call that a result answers; it waits no longer. */
function answered(open: Open, { fields }: WireBlock): number | undefined {
  const { byId, byName, done } = open;
  const id = asText(fields.tool_use_id);
  if (id) {
    const call = byId.get(id);
    byId.delete(id);
    return call;
  }
  const call = firstOpen(byName.get(fields.name), done) ?? lastOpen(open);
  if (call !== undefined) done.add(call);
  return call;
}

function firstOpen(row: Row | undefined, done: ReadonlySet<number>): number | undefined {
  if (!row) return undefined;
  while (done.has(row.calls[row.from] ?? -1)) row.from++;
  return row.calls[row.from];
}

function lastOpen({ nameless, done }: Open): number | undefined {
  while (done.has(nameless.at(-1) ?? -1)) nameless.pop();
  return nameless.at(-1);
}

function atEnd(
  blocks: readonly WireBlock[],
  calls: ReadonlyMap<number, number>,
  resultOf: ReadonlyMap<number, number>,
): Map<number, number> {
  const before = new Map<number, number>();
  const last = blocks.findLastIndex(isResult);
  const results = blocks.filter(isResult).length;
  for (const at of calls.keys()) if (at > last && !resultOf.has(at)) before.set(at, results + before.size);
  return before;
}
