import { useEffect, useState } from 'preact/hooks';
import { errorSentence } from '../sentences';
import { type Checked, checkArchive } from './check-archive';

export type Checking =
  | { readonly state: 'checking'; readonly done: number; readonly of: number | null }
  | { readonly state: 'checked'; readonly checked: Checked }
  | { readonly state: 'failed'; readonly sentence: string };

/** The least time between two steps of progress that are shown, in milliseconds. */
const PACE = 100;

/** Checks a file as an archive; ends when it is no longer wanted. */
export function useCheck(file: File): Checking {
  const [checking, setChecking] = useState<Checking>({ state: 'checking', done: 0, of: null });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (next: Checking): void => {
      if (!stop.signal.aborted) setChecking(next);
    };
    let last = 0;
    const progress = (done: number, of: number): void => {
      if (performance.now() - last < PACE) return;
      last = performance.now();
      tell({ state: 'checking', done, of });
    };
    checkArchive(file, { progress, signal: stop.signal }).then(
      (checked) => tell({ state: 'checked', checked }),
      (error) => tell({ state: 'failed', sentence: errorSentence(error) }),
    );
    return () => stop.abort();
  }, [file]);
  return checking;
}
