/** What work that rests between its steps gives in the end, done without a rest. */
export function lastOf<R>(work: Generator<void, R>): R {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** The same with a rest after every step, for where other work must not wait. */
export async function lastAtEase<R>(work: Generator<void, R>, rest: () => Promise<void>): Promise<R> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await rest();
  }
}

/** What is made of each item, with a rest after every stretch of so many. */
export function* inSteps<T, R>(items: readonly T[], make: (item: T) => R, stretch: number): Generator<void, R[]> {
  const made: R[] = [];
  for (const item of items) {
    made.push(make(item));
    if (made.length % stretch === 0) yield;
  }
  return made;
}
