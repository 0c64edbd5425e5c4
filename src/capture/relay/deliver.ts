import { Fault } from '../../lib/fault';
import type { CapturedHead } from '../../messages/captured';
import type { Send } from '../../messages/send';
import type { Bytes, Carry } from './carry';

/** A file that is all here, or said to be missing (no pieces). */
export interface WholeFile {
  readonly head: CapturedHead;
  readonly pieces: readonly Bytes[];
  readonly size: number;
}

/** Something the background is told about an exchange, or of files, or that a read (its id) has given all. */
export type Parcel =
  | { readonly kind: 'begin'; readonly id: string; readonly head: CapturedHead; readonly request: Bytes | null }
  | { readonly kind: 'bytes'; readonly id: string; readonly pieces: Bytes[]; size: number }
  | { readonly kind: 'end'; readonly id: string; readonly whole: boolean }
  | { readonly kind: 'files'; readonly id: string; readonly files: WholeFile[]; size: number }
  | { readonly kind: 'done'; readonly id: string };

export interface Line {
  readonly send: Send;
  readonly carry: Carry;
  /** False once the extension is gone: nothing is told any more. */
  alive(): boolean;
  pause(milliseconds: number): Promise<void>;
  /** The page's address now. */
  page(): string;
}

/** The background may be starting up, or ending, or without room, when a message comes. Milliseconds. */
const AGAIN_AFTER = [0, 100, 500, 2000, 5000] as const;

/**
 * Tells the background, again if it does not answer: it knows by the numbers what it has already.
 * @param number how many pieces of this exchange it was told before
 * @returns true if it wants more of the exchange
 */
export async function deliver(parcel: Parcel, number: number, line: Line): Promise<boolean> {
  for (const milliseconds of AGAIN_AFTER) {
    if (milliseconds > 0) await line.pause(milliseconds);
    if (!line.alive()) return false;
    try {
      return await tell(parcel, number, line);
    } catch (error) {
      if (isRefusal(error)) return false; // it would be refused again
    }
  }
  return false; // the background will ask who is busy, and end the exchange there
}

async function tell(parcel: Parcel, number: number, { send, carry, page }: Line): Promise<boolean> {
  const { id } = parcel;
  switch (parcel.kind) {
    case 'begin': {
      const request = parcel.request && (await carry([parcel.request]));
      return send('capture.begin', { id, head: parcel.head, request });
    }
    case 'bytes':
      return send('capture.chunk', { id, number, bytes: await carry(parcel.pieces) });
    case 'end':
      await send('capture.end', { id, chunks: number, whole: parcel.whole, page: page() });
      return false;
    case 'files': {
      const carried = parcel.files.map(async ({ head, pieces }) => ({ head, bytes: await carry(pieces) }));
      await send('capture.files', { files: await Promise.all(carried) });
      return false;
    }
    case 'done':
      await send('read.report', { kind: 'done', job: id });
      return false;
  }
}

const isRefusal = (error: unknown): boolean =>
  Fault.is(error) && (error.code === 'refused-sender' || error.code === 'bad-message');
