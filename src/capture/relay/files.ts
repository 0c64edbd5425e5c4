import type { CapturedHead, FileTold } from '../../messages/captured';
import { CHUNK_BYTES } from '../../messages/limits';
import type { Send } from '../../messages/send';
import type { FilesOrder } from '../../messages/to-relay';
import type { FileFailure, Site } from '../../providers/contract';
import { type FileHead, type FileSink, fetchFiles } from '../../providers/kit/file-calls';
import { FILE_ROUTE } from '../../providers/kit/file-route';
import { patienceFor } from '../../providers/kit/file-watch';
import type { CallFailure } from '../../providers/kit/site-answers';
import type { CallingPage } from '../../providers/kit/site-calls';
import type { Bytes } from './carry';
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
  const headOf = ({ address, status, type }: FileHead, file: FileTold): CapturedHead => {
    const told = { address: clipped(address ?? '', 8_000), status: status ?? 0, type: type && clipped(type, 200) };
    return { route: FILE_ROUTE, method: 'GET', page: location.href, ...told, job, file };
  };
  return {
    async file(head, body) {
      const told = headOf(head, toldOf(head, head.insteadOf ?? 'kept', null));
      const { pieces, rest } = await small(body);
      if (rest === null) return outbox.file(told, pieces);
      const id = newId();
      outbox.begin(id, told, null);
      let whole = false;
      try {
        for (const piece of pieces) void outbox.bytes(id, piece);
        for await (const bytes of rest) {
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
    none: (head, because, came) => outbox.file(headOf(head, { ...toldOf(head, because, came), preview: false }), []),
  };
}

/** A body as far as one message holds it; the rest of it where that is not all. */
async function small(body: AsyncIterable<Bytes>): Promise<{ pieces: Bytes[]; rest: AsyncIterable<Bytes> | null }> {
  const rest = body[Symbol.asyncIterator]();
  const pieces: Bytes[] = [];
  for (let size = 0; size <= CHUNK_BYTES; ) {
    const { done, value } = await rest.next();
    if (done) return { pieces, rest: null };
    pieces.push(value);
    size += value.length;
  }
  return { pieces, rest: { [Symbol.asyncIterator]: () => rest } };
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
