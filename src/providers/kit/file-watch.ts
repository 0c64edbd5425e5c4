import type { FileFailure } from '../contract';

/** The time that one file has: it hangs where nothing comes for a while, or it takes too long in all. Milliseconds. */
export interface Patience {
  readonly quiet: number;
  readonly whole: number;
}

/** The longest pause between two pieces of a file. */
const QUIET = 30_000;

/** The time of a file that may take so many seconds in all. */
export const patienceFor = (seconds: number): Patience => ({
  quiet: Math.min(QUIET, seconds * 1000),
  whole: seconds * 1000,
});

/** Ends the work on one file, and says why. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Something has come. */
  heard(): void;
  /** A pause that the site asked for is none of its time. */
  held<R>(pause: () => Promise<R>): Promise<R>;
  /** Ends it for this reason; the first counts. */
  stop(because: FileFailure): void;
  /** Null: it was not ended here. */
  because(): FileFailure | null;
  end(): void;
}

/** Watches over the work on one file, which ends with `parent` as well. */
export function watchOver(parent: AbortSignal, { quiet, whole }: Patience): Watch {
  const control = new AbortController();
  let reason: FileFailure | null = null;
  const stop = (because: FileFailure): void => {
    reason ??= because;
    control.abort(new DOMException(because, 'AbortError'));
  };
  const late = (): void => stop('timed-out');
  const cancel = (): void => control.abort(parent.reason);
  let still = setTimeout(late, quiet);
  let left = whole;
  let since = Date.now();
  let all = setTimeout(late, left);
  const restart = (): void => {
    clearTimeout(still);
    still = setTimeout(late, quiet);
  };
  parent.addEventListener('abort', cancel);
  if (parent.aborted) cancel();
  const end = (): void => {
    clearTimeout(still);
    clearTimeout(all);
    parent.removeEventListener('abort', cancel);
  };
  return {
    signal: control.signal,
    heard: () => void (control.signal.aborted || restart()),
    async held(pause) {
      clearTimeout(still);
      clearTimeout(all);
      left -= Date.now() - since;
      try {
        return await pause();
      } finally {
        since = Date.now();
        if (!control.signal.aborted) {
          all = setTimeout(late, Math.max(left, 0));
          restart();
        }
      }
    },
    stop,
    because: () => reason,
    end,
  };
}
