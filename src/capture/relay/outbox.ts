import type { CapturedHead } from '../../messages/captured';
import { CHUNK_BYTES, MOST_FILES } from '../../messages/limits';
import type { Bytes } from './carry';
import { deliver, type Line, type Parcel } from './deliver';

/** Where the relay puts what it has for the background: told in order, one message at a time. */
export interface Outbox {
  begin(id: string, head: CapturedHead, request: Bytes | null): void;
  /** Settles when these bytes are written down, or not wanted. */
  bytes(id: string, bytes: Bytes): Promise<void>;
  end(id: string, whole: boolean): Promise<void>;
  /** A file in one piece: with others, where more wait. Settles when the next may be fetched. */
  file(head: CapturedHead, pieces: readonly Bytes[]): Promise<void>;
  /** No more exchanges of that read: settles when it is told. */
  done(job: string): Promise<void>;
  /** Settles when all that waits is told. */
  told(): Promise<void>;
  /** Exchanges that have begun and not ended. */
  open(): string[];
}

/** What may wait here at most: more comes only if the background cannot follow for a long time. Bytes. */
const MOST_WAITING = 64 * 1024 * 1024;
/** Files beyond so much are not fetched ahead of the background. */
const AHEAD = CHUNK_BYTES;
/** So much is worth a message; less waits so many milliseconds for more, since each is a transaction as well. */
const AT_ONCE = CHUNK_BYTES / 4;
const SOON = 250;

export function outboxOf(line: Line): Outbox {
  const queue: Parcel[] = [];
  /** How many pieces of each open exchange were told. */
  const told = new Map<string, number>();
  let waiting = 0;
  let pumping: Promise<void> | null = null;
  let isSoon = false;

  const pump = async (): Promise<void> => {
    await null; // so that what this sets at its end is set later than what `run` sets
    for (let next = queue.shift(); next; next = queue.shift()) {
      if ('size' in next) waiting -= next.size;
      if ((next.kind !== 'bytes' && next.kind !== 'end') || told.has(next.id)) await tell(next);
    }
    pumping = null;
  };

  const tell = async (parcel: Parcel): Promise<void> => {
    const number = told.get(parcel.id) ?? 0;
    if (!(await deliver(parcel, number, line))) told.delete(parcel.id);
    else told.set(parcel.id, parcel.kind === 'bytes' ? number + 1 : number);
  };

  /** The end of everything that waits now. */
  const run = (): Promise<void> => {
    pumping ??= pump();
    return pumping;
  };

  const flushSoon = (): void => {
    if (isSoon) return;
    isSoon = true;
    void line.pause(SOON).then(() => {
      isSoon = false;
      void run();
    });
  };

  const put = (parcel: Parcel): Promise<void> => {
    queue.push(parcel);
    return run();
  };

  /** Pieces that come while a message is on its way go together with the next. */
  const putBytes = (id: string, piece: Bytes): void => {
    waiting += piece.length;
    const last = queue.at(-1);
    if (last?.kind === 'bytes' && last.id === id && last.size + piece.length <= CHUNK_BYTES) {
      last.pieces.push(piece);
      last.size += piece.length;
    } else queue.push({ kind: 'bytes', id, pieces: [piece], size: piece.length });
  };

  return {
    begin: (id, head, request) => void put({ kind: 'begin', id, head, request }),
    async bytes(id, bytes) {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) putBytes(id, bytes.subarray(at, at + CHUNK_BYTES));
      if (waiting > MOST_WAITING) told.delete(id);
      await run();
    },
    end: (id, whole) => put({ kind: 'end', id, whole }),
    async file(head, pieces) {
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      const last = queue.at(-1);
      if (last?.kind === 'files' && last.files.length < MOST_FILES && last.size + size <= CHUNK_BYTES) {
        last.files.push({ head, pieces, size });
        last.size += size;
      } else queue.push({ kind: 'files', id: '', files: [{ head, pieces, size }], size });
      waiting += size;
      if (waiting > AHEAD) await run();
      else if (waiting > AT_ONCE) void run();
      else flushSoon();
    },
    done: (job) => put({ kind: 'done', id: job }),
    told: run,
    open: () => [...told.keys()],
  };
}
