import { expect } from 'vitest';
import { handoffOf } from '../../../src/handoff/handoff';
import { resultOf, targets } from '../../../src/handoff/targets';
import type { WalkContext } from '../../../src/handoff/walk';
import type { SessionView } from '../../../src/projection/view';
import { type Counter, counterFor } from '../../../src/tokens/counter';
import { callsOn, lostTexts, seenIn } from '../to/carried';
import type { Seen } from '../to/read-back';

export const BUDGETS = [4_000, 16_000, 64_000, 200_000];

/** What is added for borders, roles, ids and pictures (docs/budgets.md). */
const AROUND: Readonly<Record<Seen['is'], number>> = { user: 8, assistant: 8, call: 12, result: 12, picture: 2_500 };

/** How many tokens a model gets of a target's file, read off the file alone. */
export const tokensIn = (name: string, text: string, { of }: Counter): number =>
  seenIn(name, text).reduce(
    (sum, seen) => sum + AROUND[seen.is] + wordsOf(seen).reduce((all, each) => all + of(each), 0),
    0,
  );

function wordsOf(seen: Seen): string[] {
  if (seen.is === 'call') return [`${seen.name} ${JSON.stringify(seen.input)}`];
  return seen.is === 'picture' ? [] : [seen.text];
}

/** Every counter, each loaded once. */
export const counters = async (): Promise<ReadonlyMap<string, Counter>> =>
  new Map(await Promise.all(targets.map(async ({ name }) => [name, await counterFor(name)] as const)));

/**
 * Writes a session in every target to fit a budget: it does, is valid, every call has its result, and each text of the branch
 * is there or named in the loss report.
 */
export function checkBudget(
  view: SessionView,
  budget: number,
  all: ReadonlyMap<string, Counter>,
  context: WalkContext = { artifactPath: () => null },
): void {
  for (const target of targets) {
    const counter = all.get(target.name);
    if (!counter) throw new Error(`no counter for ${target.name}`);
    const built = target.build(view, { ...context, choice: { ...context.choice, budget }, counter });
    const what = `${target.name} in ${budget}`;
    expect(tokensIn(target.name, built.text, counter), what).toBeLessThanOrEqual(budget);
    expect(resultOf(view, target, built).faults, what).toEqual([]);
    expect(lostTexts(view, target.name, built, built.path), what).toEqual([]);
    const seen = seenIn(target.name, built.text);
    const calls = seen.filter(({ is }) => is === 'call').length;
    expect(seen.filter(({ is }) => is === 'result').length, what).toBe(calls);
    const lost = new Set(
      built.loss
        .filter(({ what }) => what === 'tool.call')
        .filter(({ why }) => why.includes('budget'))
        .map(({ event }) => event),
    );
    if (!['open-webui', 'librechat'].includes(target.name)) expect(calls + lost.size, what).toBe(callsOn(built.path));
  }
  const counter = all.get('messages');
  if (counter) {
    const page = handoffOf(view, { ...context, choice: { ...context.choice, budget }, counter });
    expect(counter.of(page), `handoff in ${budget}`).toBeLessThanOrEqual(budget);
  }
}
