import { Fault, type FaultCode } from '../lib/fault';

/*
 * Programs of ours that run in a worker of their own and are ended with their answer: all memory that they took goes with
 * them at once, whatever its collector would have left.
 */

/** What is said by such a program: how far it is, and its answer or what went wrong. */
type Said<R> =
  | { readonly kind: 'far'; readonly step: readonly unknown[] }
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly code: FaultCode | null };

export interface Apart {
  /** Told how far it is. */
  readonly told: (step: readonly unknown[]) => void;
  /** Ends it, wherever it is. */
  readonly signal: AbortSignal;
}

/**
 * Gives a program, a script of the extension's root, one order, and ends it with its answer. Throws the fault that it threw,
 * or `cancelled`.
 */
export async function inWorker<R>(program: string, order: unknown, { told, signal }: Apart): Promise<R> {
  if (signal.aborted) throw new Fault('cancelled');
  const worker = new Worker(`/${program}.js`);
  try {
    return await new Promise<R>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Fault('cancelled')), { once: true });
      worker.onmessage = ({ data }: MessageEvent<Said<R>>) => {
        if (data.kind === 'far') told(data.step);
        else if (data.kind === 'done') resolve(data.result);
        else reject(new Fault(data.code ?? 'broken-promise'));
      };
      worker.onerror = () => reject(new Fault('broken-promise'));
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}

/** As much of a worker's own side as is needed; the types of pages have another one. */
interface Inside {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(said: Said<unknown>): void;
}

/** Runs in the worker: does what it is told to, once. `codeOf` names what went wrong. */
export function workHere<O>(
  work: (order: O, tell: (...step: readonly unknown[]) => void) => Promise<unknown>,
  codeOf: (error: unknown) => FaultCode | null,
): void {
  const inside = globalThis as unknown as Inside;
  inside.onmessage = async ({ data }) => {
    try {
      const result = await work(data as O, (...step) => inside.postMessage({ kind: 'far', step }));
      inside.postMessage({ kind: 'done', result });
    } catch (error) {
      inside.postMessage({ kind: 'failed', code: codeOf(error) });
    }
  };
}
