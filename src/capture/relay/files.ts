import type { FileTold } from '../../messages/contract';
import type { Send } from '../../messages/send';
import type { FilesOrder } from '../../messages/to-relay';
import type { FileFailure, Site } from '../../providers/contract';
import { type FileHead, type FileSink, fetchFiles } from '../../providers/kit/file-calls';
import { FILE_ROUTE } from '../../providers/kit/file-route';
import { patienceFor } from '../../providers/kit/file-watch';
import type { CallFailure } from '../../providers/kit/site-answers';
import type { CallingPage } from '../../providers/kit/site-calls';
import type { Outbox } from './outbox';

export interface FilesParts {
  readonly site: Site;
  readonly outbox: Outbox;
  readonly send: Send;
  newId(): string;
}

/**
 * Fetches the files of an order, and hands what comes to the background: bytes as exchanges of their own, a file that is
 * not to be had as an exchange without any. Gives why all of them ended early, or null.
 */
export function filesFor(parts: FilesParts, order: FilesOrder, page: CallingPage): Promise<CallFailure | null> {
  const { site } = parts;
  const { conversation, wanted, largest, atOnce } = order;
  if (!site.call) return Promise.resolve('no-answer');
  const patience = patienceFor(order.seconds);
  const ask = { site: { ...site, call: site.call }, conversation, wanted, largest, atOnce, patience };
  return fetchFiles(ask, page, sinkFor(parts, order.job));
}

function sinkFor({ outbox, send, newId }: FilesParts, job: string): FileSink {
  const begin = (head: FileHead, file: FileTold): string => {
    const id = newId();
    const { address, status, type } = head;
    const told = { address: clipped(address ?? '', 8_000), status: status ?? 0, type: type && clipped(type, 200) };
    outbox.begin(id, { route: FILE_ROUTE, method: 'GET', page: location.href, ...told, job, file }, null);
    return id;
  };
  return {
    async file(head, body) {
      const id = begin(head, toldOf(head, head.insteadOf ?? 'kept', null));
      let whole = false;
      try {
        for await (const bytes of body) {
          await outbox.bytes(id, bytes);
          if (!outbox.open().includes(id)) return; // nobody wants it any more
        }
        whole = true;
      } finally {
        await outbox.end(id, whole);
      }
    },
    async elsewhere({ address, ...head }) {
      const file = toldOf(head, head.insteadOf ?? 'kept', null);
      await send('file.elsewhere', { job, file, address: clipped(address, 8_000) });
    },
    none: (head, because, came) => outbox.end(begin(head, { ...toldOf(head, because, came), preview: false }), true),
  };
}

function toldOf(head: Omit<FileHead, 'address'>, outcome: 'kept' | FileFailure, came: string | null): FileTold {
  const { number, claims, insteadOf } = head;
  const about = claims && {
    name: claims.name && clipped(claims.name, 1_000),
    type: claims.type && clipped(claims.type, 200),
    bytes: claims.bytes,
  };
  return { number, claims: about, outcome, came, preview: insteadOf !== null };
}

const clipped = (text: string, most: number): string => text.slice(0, most);
