/** What is known on the way from the root of a tree to the node being read, by key. */
export interface Known<T> {
  get(key: string): T | undefined;
  set(owner: string, key: string, value: T): void;
  /** Forgets what a node had added, when all below it is read. */
  leave(owner: string): void;
}

/** Knows what the nodes above the present one said, and nothing of its siblings. Costs what is said, not what is below. */
export function openKnown<T>(): Known<T> {
  const current = new Map<string, T>();
  /** What each node covered, to be put back. */
  const covered = new Map<string, [key: string, before: T | undefined][]>();
  return {
    get: (key) => current.get(key),
    set(owner, key, value) {
      const log = covered.get(owner);
      if (log) log.push([key, current.get(key)]);
      else covered.set(owner, [[key, current.get(key)]]);
      current.set(key, value);
    },
    leave(owner) {
      for (const [key, before] of covered.get(owner)?.reverse() ?? [])
        if (before === undefined) current.delete(key);
        else current.set(key, before);
      covered.delete(owner);
    },
  };
}
