import { isObject } from '../../lib/json';
import { sender } from '../../messages/send';
import type { FilesOrder, NamedConversation, RelayBusy } from '../../messages/to-relay';
import { isAlive, onAsked, sendFromPage } from '../../platform/page-side';
import type { Site } from '../../providers/contract';
import { isAt } from '../../providers/kit/addresses';
import { carrierOf } from './carry';
import { listenToTap, requestBytes } from './listen';
import { type Outbox, outboxOf } from './outbox';
import { type Reads, readsOf } from './reads';

const HERE = Symbol.for('valise.relay');

/**
 * Starts carrying what a site's page hears to the background, and reading its conversation when asked to. A second
 * relay in a page does nothing, nor does one on a port that is not the site's (match patterns know no ports).
 */
export function startRelay(site: Site): void {
  if (Reflect.has(globalThis, HERE) || !isAt(site, new URL(location.href))) return;
  Reflect.set(globalThis, HERE, true);
  const own = crypto.randomUUID();
  let last = 0;
  const newId = (): string => `${own}.${++last}`;
  const send = sender(sendFromPage);
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const outbox = outboxOf({ send, carry: carrierOf(send), alive: isAlive, pause, page: () => location.href });
  const reads = readsOf({ site, outbox, send, newId });

  /** Our ids by the tap's numbers. */
  const ids = new Map<number, string>();
  listenToTap(isAlive, (signal) => {
    const id = ids.get(signal.number);
    if (signal.kind === 'begin') {
      const { route, method, address, status, type, request } = signal;
      const begun = newId();
      ids.set(signal.number, begun);
      outbox.begin(
        begun,
        { route, method, address, page: location.href, status, type, job: null },
        requestBytes(request),
      );
    } else if (id !== undefined && signal.kind === 'bytes') {
      void outbox.bytes(id, signal.bytes);
    } else if (id !== undefined && signal.kind === 'end') {
      ids.delete(signal.number);
      void outbox.end(id, signal.whole);
    }
  });
  // The page goes: what runs will not be heard to its end. (Where this is not sent in time, the background notices.)
  addEventListener('pagehide', () => {
    for (const id of ids.values()) void outbox.end(id, false);
    ids.clear();
  });

  onAsked((message) => (isObject(message) ? answerTo(message, reads, outbox) : null));
}

/** What the background asks of this page; from our own background alone: see `onAsked`. */
function answerTo(message: Record<string, unknown>, reads: Reads, outbox: Outbox): unknown {
  const { relay, job } = message;
  if (relay === 'busy') return { exchanges: outbox.open(), jobs: reads.open() } satisfies RelayBusy;
  if (typeof job !== 'string') return null;
  if (relay === 'read') return reads.start(job, message.named as NamedConversation | undefined);
  if (relay === 'page') return reads.show(job);
  if (relay === 'files') return reads.files(message as unknown as FilesOrder);
  return relay === 'cancel' ? reads.cancel(job) : null;
}
