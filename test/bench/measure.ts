import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** Milliseconds of one side of a contest: of the processor, all threads, and of the clock. */
export interface Spent {
  readonly cpu: number;
  readonly wall: number;
}

/** Work held against a floor: what cannot be left out however it is done. One to warm up, then so many, taking turns. */
export interface Contest<Side> {
  readonly floor: Side;
  readonly work: Side;
  readonly rounds?: number;
}

export interface Outcome {
  readonly floor: Spent;
  readonly work: Spent;
  /** Of the least processor time of each side. */
  readonly ratio: number;
}

const collect = (): void => (globalThis as { gc?: () => void }).gc?.();

async function spend(run: () => Promise<unknown>): Promise<Spent> {
  collect();
  const before = process.cpuUsage();
  const began = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - began };
}

const least = (all: readonly Spent[]): Spent => ({
  cpu: Math.min(...all.map(({ cpu }) => cpu)),
  wall: Math.min(...all.map(({ wall }) => wall)),
});

/** Runs both sides in turns, so that what else the machine does strikes both. */
export async function inTurns<Side>(
  spent: (side: Side) => Promise<Spent>,
  { floor, work, rounds = 5 }: Contest<Side>,
): Promise<Outcome> {
  await spent(floor);
  await spent(work);
  const floors: Spent[] = [];
  const works: Spent[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await spent(floor));
    works.push(await spent(work));
  }
  const best = { floor: least(floors), work: least(works) };
  return { ...best, ratio: best.work.cpu / best.floor.cpu };
}

/** The same for functions of this process. */
export const contest = (sides: Contest<() => Promise<unknown>>): Promise<Outcome> => inTurns(spend, sides);

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
};
