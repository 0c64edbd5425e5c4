import { utf8 } from '../../lib/bytes';
import type { Ask } from '../../messages/contract';
import type { Send } from '../../messages/send';
import type { FilesOrder, NamedConversation } from '../../messages/to-relay';
import type { Site } from '../../providers/contract';
import { PAGE_ROUTE } from '../../providers/kit/page-route';
import type { CallingPage } from '../../providers/kit/site-calls';
import { callElsewhere, callSite, type SiteAnswer } from '../../providers/kit/site-reads';
import { filesHere } from './files-here';
import type { FilesFetcher } from './files-main';
import type { Outbox } from './outbox';
import { shownIn } from './shown';

/** Reads of the page's conversation that the person asked for. */
export interface Reads {
  /** Begins to read what the address shows now, or what is named. Gives true: what becomes of it is told later. */
  start(job: string, named?: NamedConversation): true;
  /** Hands over what the page shows of it, as the same job. */
  show(job: string): true;
  /** Fetches files of a conversation. False: what can is not in this page yet. */
  files(order: FilesOrder): boolean;
  cancel(job: string): true;
  open(): string[];
}

export interface ReadsParts {
  readonly site: Site;
  readonly outbox: Outbox;
  readonly send: Send;
  newId(): string;
  /** How pauses are made, where that is not by the clock. */
  readonly pause?: CallingPage['pause'];
}

type Report = Ask<'read.report'>;

export function readsOf({ site, outbox, send, newId, pause = waited }: ReadsParts): Reads {
  const running = new Map<string, AbortController>();

  const report = async (each: Report): Promise<void> => {
    try {
      await send('read.report', each);
    } catch {
      // the background hears of it when it asks who is busy
    }
  };

  const read = async (job: string, signal: AbortSignal, named?: NamedConversation): Promise<void> => {
    const waiting = (seconds: number): void => void report({ kind: 'waiting', job, seconds });
    const answers = answersTo(named, { document, signal, waiting, pause });
    if (!answers) return report({ kind: 'failed', job, because: 'moved', status: null });
    for await (const answer of answers) {
      const failure = answer.kind === 'failed' ? answer : await passOn(answer, job, signal);
      if (failure) return report({ ...failure, job });
    }
    await outbox.done(job);
  };

  /** What the site says of what is named, or else of what the address shows; null: there is nothing to ask for. */
  const answersTo = (named: NamedConversation | undefined, page: CallingPage): AsyncIterable<SiteAnswer> | null => {
    const conversation = site.conversation(new URL(location.href));
    if (site.call && named) return callElsewhere(site.call, named, page);
    return site.call && conversation !== null ? callSite(site.call, conversation, page) : null;
  };

  /** Hands an answer to the outbox as it comes. Gives why it broke off; null: it did not. */
  const passOn = async (
    answer: Extract<SiteAnswer, { kind: 'answer' }>,
    job: string,
    signal: AbortSignal,
  ): Promise<Extract<SiteAnswer, { kind: 'failed' }> | null> => {
    const id = newId();
    const { route, address, status, type, body } = answer;
    outbox.begin(id, { route, method: 'GET', address, page: location.href, status, type, job }, null);
    let whole = false;
    try {
      for await (const bytes of body) await outbox.bytes(id, bytes);
      whole = outbox.open().includes(id); // else nobody wants it any more
    } catch {
      // the connection was lost, or the person ended it
    }
    await outbox.end(id, whole);
    return whole ? null : { kind: 'failed', because: signal.aborted ? 'cancelled' : 'no-answer', status: null };
  };

  /** Hands over what the page shows. It is there at once, and what becomes of it is told later as well. */
  const show = async (job: string): Promise<void> => {
    const markup = site.conversation(new URL(location.href)) === null ? null : shownIn(document, site.page ?? []);
    if (markup === null) return report({ kind: 'failed', job, because: 'moved', status: null });
    const id = newId();
    const page = location.href;
    const head = { route: PAGE_ROUTE, method: 'GET', address: page, page, status: 200, type: 'text/html', job };
    outbox.begin(id, head, null);
    void outbox.bytes(id, utf8(markup));
    await outbox.end(id, true);
    await outbox.done(job);
  };

  /** Fetches files; what becomes of each is told as it ends. */
  const files = async (fetcher: FilesFetcher, order: FilesOrder, signal: AbortSignal): Promise<void> => {
    const { job } = order;
    const waiting = (seconds: number): void => void report({ kind: 'waiting', job, seconds });
    const because = await fetcher({ outbox, send, newId }, order, { document, signal, waiting, pause });
    running.delete(job); // what is still open may be asked for again as soon as this is told
    if (because === null) return outbox.done(job);
    await outbox.told(); // what came before
    await report({ kind: 'failed', job, because, status: null });
  };

  const begin = (job: string, work: (job: string, signal: AbortSignal) => Promise<void>): true => {
    const control = new AbortController();
    running.set(job, control);
    void work(job, control.signal).finally(() => {
      if (running.get(job) === control) running.delete(job); // else the page is read by now
    });
    return true;
  };

  return {
    start: (job, named) => running.has(job) || begin(job, (_, signal) => read(job, signal, named)),
    show: (job) => begin(job, show),
    files(order) {
      const fetcher = filesHere();
      if (!fetcher) return false;
      return running.has(order.job) || begin(order.job, (_, signal) => files(fetcher, order, signal));
    },
    cancel(job) {
      running.get(job)?.abort();
      return true;
    },
    open: () => [...running.keys()],
  };
}

function waited(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
