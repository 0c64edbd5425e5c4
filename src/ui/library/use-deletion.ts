import { useRef, useState } from 'preact/hooks';
import { Fault } from '../../lib/fault';
import type { Deleting, DeletionPlan } from '../../store/forget';

export type CarryOut = (deleting: Deleting) => Promise<DeletionPlan>;

interface Step {
  readonly done: number;
  readonly of: number | null;
}

/** The least time between two steps that are shown, in milliseconds. */
const PACE = 100;

/** A deletion that runs at most once at a time: how far it is, the way to begin it and the way to have all of it back. */
export function useDeletion(carryOut: CarryOut, failed: (error: unknown) => void) {
  const [progress, setProgress] = useState<Step | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const run = async (): Promise<DeletionPlan | null> => {
    const stop = new AbortController();
    stopping.current = stop;
    setProgress({ done: 0, of: null });
    let last = 0;
    const tell = (done: number, of: number): void => {
      if (performance.now() - last < PACE) return;
      last = performance.now();
      setProgress({ done, of });
    };
    try {
      return await carryOut({ progress: tell, signal: stop.signal });
    } catch (error) {
      failed(error);
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { progress, run, stop: () => stopping.current?.abort(new Fault('cancelled')) };
}
