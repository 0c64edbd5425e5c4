/** Does one thing at a time for each host, and few at once for all. */
export type PageQueue = <T>(address: URL, work: () => Promise<T>) => Promise<T>;

/** A line of waiting for pages: whoever comes later for a host waits until it is done with the earlier, however that ended. */
export function pageQueue(atOnce = 4): PageQueue {
  const last = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let free = atOnce;

  const enter = async (): Promise<void> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };

  return async (address, work) => {
    const host = address.host;
    const run = (last.get(host) ?? Promise.resolve()).then(async () => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    });
    const done = run.catch(() => undefined); // how one ended is nothing to the next
    last.set(host, done);
    try {
      return await run;
    } finally {
      if (last.get(host) === done) last.delete(host);
    }
  };
}
