import type { Ask } from '../../messages/contract';
import type { Send } from '../../messages/send';
import type { Site } from '../../providers/contract';
import { callSite, type SiteAnswer } from '../../providers/kit/site-calls';
import type { Outbox } from './outbox';

/** Reads of the page's conversation that the person asked for. */
export interface Reads {
  /** Begins to read what the address shows now. Gives true: what becomes of it is told later. */
  start(job: string): true;
  cancel(job: string): true;
  open(): string[];
}

export interface ReadsParts {
  readonly site: Site;
  readonly outbox: Outbox;
  readonly send: Send;
  newId(): string;
}

type Report = Ask<'read.report'>;

export function readsOf({ site, outbox, send, newId }: ReadsParts): Reads {
  const running = new Map<string, AbortController>();

  const report = async (each: Report): Promise<void> => {
    try {
      await send('read.report', each);
    } catch {
      // the background hears of it when it asks who is busy
    }
  };

  const read = async (job: string, signal: AbortSignal): Promise<void> => {
    const conversation = site.conversation(new URL(location.href));
    if (!site.call || conversation === null) return report({ kind: 'failed', job, because: 'moved', status: null });
    const answer = await callSite(site.call, conversation, {
      document,
      signal,
      waiting: (seconds) => void report({ kind: 'waiting', job, seconds }),
      pause,
    });
    if (answer.kind === 'failed') return report({ ...answer, job });
    const whole = await passOn(answer, job);
    if (!whole)
      await report({ kind: 'failed', job, because: signal.aborted ? 'cancelled' : 'no-answer', status: null });
  };

  /** Hands an answer to the outbox as it comes. False: it broke off. */
  const passOn = async (answer: Extract<SiteAnswer, { kind: 'answer' }>, job: string): Promise<boolean> => {
    const id = newId();
    const { address, status, type, body } = answer;
    const head = { route: site.call?.route ?? '', method: 'GET', address, page: location.href, status, type, job };
    outbox.begin(id, head, null);
    try {
      for await (const bytes of body) await outbox.bytes(id, bytes);
      await outbox.end(id, true);
      return true;
    } catch {
      await outbox.end(id, false); // the connection was lost, or the person ended it
      return false;
    }
  };

  return {
    start(job) {
      if (running.has(job)) return true;
      const control = new AbortController();
      running.set(job, control);
      void read(job, control.signal).finally(() => running.delete(job));
      return true;
    },
    cancel(job) {
      running.get(job)?.abort();
      return true;
    },
    open: () => [...running.keys()],
  };
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
