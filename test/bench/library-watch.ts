/*
 * What runs in a page of the library while it is used: each function is carried there by itself, so none may name another.
 */

/** What was seen of one thing that was done, in milliseconds. */
export interface Seen {
  /** The longest task of the page's own thread; 0 where none took 50 ms, which is what a browser tells of. */
  readonly longest: number;
  /** From the worst press or key to the frame that shows it. */
  readonly answered: number;
}

/** An opening: from the click until the first messages can be read and used, and until all of it is laid out. */
export interface Opened extends Seen {
  readonly shown: number;
  readonly whole: number;
}

interface Watched {
  longest: number;
  answered: number;
}

/** Looks from now on; what it has seen is asked for by `seen`. */
export function watch(): void {
  const watched: Watched = { longest: 0, answered: 0 };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.answered = Math.max(watched.answered, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** What was seen since this was last asked, once the page has nothing to do for a moment. */
export async function seen(): Promise<Seen> {
  const idle = (): Promise<boolean> =>
    new Promise((resolve) => requestIdleCallback(({ didTimeout }) => resolve(!didTimeout), { timeout: 2_000 }));
  for (let quiet = 0, left = 200; quiet < 10 && left > 0; left--) {
    quiet = (await idle()) ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const { watched } = globalThis as unknown as { watched: Watched };
  const { longest, answered } = watched;
  watched.longest = 0;
  watched.answered = 0;
  return { longest, answered };
}

/** Waits for the next click, and tells when the session it opens is there. */
export function awaitOpening(): void {
  const before = document.querySelector('.session');
  const painted = (): Promise<number> =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      }),
    );
  const until = async (holds: () => boolean): Promise<number> => {
    for (let at = await painted(); ; at = await painted()) if (holds()) return at;
  };
  const session = (): Element | null => {
    const now = document.querySelector('.session');
    return now === before ? null : now;
  };
  const opening = new Promise<{ shown: number; whole: number }>((resolve, reject) => {
    const clicked = ({ timeStamp }: Event): void => {
      const measured = async (): Promise<void> => {
        // words as they are meant to be read, not only as they were written
        const shown = await until(() => session()?.querySelector('.event .prose') != null);
        const whole = await until(
          () =>
            session()?.querySelector('.branch[aria-busy=false]') != null && session()?.querySelector('.tests') != null,
        );
        resolve({ shown: shown - timeStamp, whole: whole - timeStamp });
      };
      measured().catch(reject);
    };
    document.addEventListener('click', clicked, { capture: true, once: true });
  });
  Object.assign(globalThis, { opening });
}

/** What came of it. */
export const opening = (): Promise<{ shown: number; whole: number }> =>
  (globalThis as unknown as { opening: Promise<{ shown: number; whole: number }> }).opening;
