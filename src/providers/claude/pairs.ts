import { asText } from '../kit/value';
import type { WireBlock } from './wire';

/** Which result belongs to which call: numbers of blocks. */
export interface Pairs {
  /** By the call's number. */
  readonly resultOf: ReadonlyMap<number, number>;
  /** By the result's number. */
  readonly callOf: ReadonlyMap<number, number>;
}

export const isCall = ({ type }: WireBlock): boolean => type !== null && /(?:^|_)tool_use$/.test(type);
export const isResult = ({ type }: WireBlock): boolean => type !== null && /(?:^|_)tool_result$/.test(type);

/**
 * Pairs the calls of a message with their results: by id; where there is none (exports leave them out), a result answers
 * the first open call of its name before it, else the latest open one.
 */
export function pairCalls(blocks: readonly WireBlock[]): Pairs {
  const resultOf = new Map<number, number>();
  const callOf = new Map<number, number>();
  const open = new Map<number, WireBlock>();
  for (const [at, block] of blocks.entries()) {
    if (isCall(block)) open.set(at, block);
    if (!isResult(block)) continue;
    const call = callFor(block, open);
    if (call === null) continue;
    open.delete(call);
    resultOf.set(call, at);
    callOf.set(at, call);
  }
  return { resultOf, callOf };
}

function callFor({ fields }: WireBlock, open: ReadonlyMap<number, WireBlock>): number | null {
  const id = asText(fields.tool_use_id);
  const calls = [...open];
  if (id) return calls.find(([, call]) => call.fields.id === id)?.[0] ?? null;
  const unnamed = calls.filter(([, call]) => !asText(call.fields.id));
  return (unnamed.find(([, call]) => call.fields.name === fields.name) ?? unnamed.at(-1))?.[0] ?? null;
}
