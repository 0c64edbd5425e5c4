import { concat, looseText } from '../../lib/bytes';
import { isObject, parseJson } from '../../lib/json';

/*
 * What a response says before anybody reads its conversation: that it is one, or why it is none, and when to try again.
 */

export type Bytes = Uint8Array<ArrayBuffer>;
export type Chunks = AsyncIterator<Bytes>;

/** Why a read gave nothing. */
export type CallFailure = 'signed-out' | 'not-found' | 'refused' | 'busy' | 'site-error' | 'no-answer' | 'cancelled';

/** The longest pause we make because a site says so, in seconds. Longer: the person may try again another day. */
const LONGEST_PAUSE = 300;
/** Pauses where the site says "too many" and not for how long. */
const BUSY_PAUSES = [30, 60] as const;
/** Pauses after a failure on the site's side. */
const ERROR_PAUSES = [2, 6] as const;
/** An answer up to this size is looked at for an error inside; bytes. */
const PEEK = 64 * 1024;

export interface Pauses {
  readonly busy: number[];
  readonly error: number[];
}

export const newPauses = (): Pauses => ({ busy: [...BUSY_PAUSES], error: [...ERROR_PAUSES] });

/** For how long to wait before the next try, or null: no further try. */
export function pauseFor(response: Response | null, pauses: Pauses): number | null {
  if (response === null || response.status >= 500) return pauses.error.shift() ?? null;
  if (response.status !== 429) return null;
  const usual = pauses.busy.shift() ?? null;
  const told = retryAfter(response.headers.get('retry-after'), Date.now());
  return usual === null || (told ?? 0) > LONGEST_PAUSE ? null : (told ?? usual);
}

/** `Retry-After` in seconds from now, or null where it says nothing. It is a number of seconds, or a date. */
export function retryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

export function failureOf(response: Response | null): CallFailure {
  if (response === null) return 'no-answer';
  const { status } = response;
  if (isWall(response)) return 'refused';
  if (status === 401) return 'signed-out';
  if (status === 403) return 'refused';
  if (status === 404 || status === 410) return 'not-found';
  return status === 429 ? 'busy' : 'site-error';
}

/** A check whether a person is there stands before the answer: only the person can pass it, in the page. */
export const isWall = (response: Response): boolean =>
  response.headers.has('cf-mitigated') ||
  (response.ok && (response.headers.get('content-type') ?? '').includes('text/html'));

/** True where a success is none: some sites answer 200 with an error as the body. */
export function hasErrorInside(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, errors, detail, status } = value;
  return Boolean(error) || Boolean(detail) || status === 'error' || (Array.isArray(errors) && errors.length > 0);
}

/** The first pieces of a body; `ended`: they are all of it. */
export async function peek(chunks: Chunks): Promise<{ pieces: Bytes[]; ended: boolean }> {
  const pieces: Bytes[] = [];
  for (let size = 0; size <= PEEK; ) {
    const { done, value } = await chunks.next();
    if (done) return { pieces, ended: true };
    pieces.push(value);
    size += value.length;
  }
  return { pieces, ended: false };
}

/** Those pieces, and the rest as it comes. */
export async function* following(pieces: readonly Bytes[], chunks: Chunks, signal: AbortSignal): AsyncGenerator<Bytes> {
  yield* pieces;
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await chunks.next();
    if (done) return;
    yield value;
  }
}

/** What is looked into for calls that follow, at most; bytes. Nothing that large has ever led to another. */
const MOST_LOOKED_AT = 16 * 1024 * 1024;

/** Passes a body on, and keeps what went by to say afterwards what JSON it was; undefined: none, or too large. */
export function overheard(body: AsyncIterable<Bytes>): { body: AsyncIterable<Bytes>; json(): unknown } {
  const pieces: Bytes[] = [];
  let size = 0;
  async function* passing(): AsyncGenerator<Bytes> {
    for await (const piece of body) {
      size += piece.length;
      if (size <= MOST_LOOKED_AT) pieces.push(piece);
      else pieces.length = 0;
      yield piece;
    }
  }
  return { body: passing(), json: () => (size > MOST_LOOKED_AT ? undefined : parseJson(looseText(concat(pieces)))) };
}
