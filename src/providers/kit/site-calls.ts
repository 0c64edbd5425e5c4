import { concat, looseText } from '../../lib/bytes';
import { isObject, member, parseJson } from '../../lib/json';
import type { SiteCall } from '../contract';

/*
 * The one file that acts in a site's own page: it reads a conversation the way the page itself would, with the session
 * the person has there. A token it finds goes into the header of a request to the page's own origin and nowhere else.
 */

/** Why a read gave nothing. */
export type CallFailure = 'signed-out' | 'not-found' | 'refused' | 'busy' | 'site-error' | 'no-answer' | 'cancelled';

export type SiteAnswer =
  | {
      readonly kind: 'answer';
      readonly address: string;
      readonly status: number;
      readonly type: string | null;
      readonly body: AsyncIterable<Uint8Array<ArrayBuffer>>;
    }
  | { readonly kind: 'failed'; readonly because: CallFailure; readonly status: number | null };

/** What a read needs of where it runs. */
export interface CallingPage {
  readonly document: Document;
  readonly signal: AbortSignal;
  /** Told before a pause that the site asked for, or that it seems to need. */
  waiting(seconds: number): void;
  /** Rejects when the signal says so. */
  pause(seconds: number, signal: AbortSignal): Promise<void>;
}

/** The longest pause we make because a site says so, in seconds. Longer: the person may try again another day. */
const LONGEST_PAUSE = 300;
/** Pauses where the site says "too many" and not for how long. */
const BUSY_PAUSES = [30, 60] as const;
/** Pauses after a failure on the site's side. */
const ERROR_PAUSES = [2, 6] as const;
/** An answer up to this size is looked at for an error inside; bytes. */
const PEEK = 64 * 1024;

/** Reads a conversation over the site's own call. What goes wrong is an answer, too; nothing is thrown. */
export async function callSite(call: SiteCall, conversation: string, page: CallingPage): Promise<SiteAnswer> {
  try {
    return await converse(call, conversation, page);
  } catch {
    // the page has no connection, or the read was ended in the middle
    return failed(page.signal.aborted ? 'cancelled' : 'no-answer', null);
  }
}

const failed = (because: CallFailure, status: number | null): SiteAnswer => ({ kind: 'failed', because, status });

/** An answer that means the token; what it would be a failure of if the token were good. */
interface Stale {
  readonly kind: 'stale';
  readonly failure: SiteAnswer;
}

async function converse(call: SiteCall, conversation: string, page: CallingPage): Promise<SiteAnswer> {
  const kept = call.token && tokenInPage(call.token, page.document);
  const first = call.token && kept === null ? null : await read(call, conversation, kept, page);
  if (first !== null && (first.kind !== 'stale' || !call.token)) return settled(first);
  const token = call.token && (await renewed(call.token, page));
  return token === null ? failed('signed-out', null) : settled(await read(call, conversation, token, page));
}

const settled = (answer: SiteAnswer | Stale): SiteAnswer => (answer.kind === 'stale' ? answer.failure : answer);

/** Reads with one token; pauses and tries again where the site asks for it or fails. */
async function read(
  call: SiteCall,
  conversation: string,
  token: string | null,
  page: CallingPage,
): Promise<SiteAnswer | Stale> {
  const pauses: Pauses = { busy: [...BUSY_PAUSES], error: [...ERROR_PAUSES] };
  for (;;) {
    const response = await ask(call.path(conversation), headersFor(call, token, page.document), page);
    if (response?.ok) return answered(response, page);
    const failure = failed(failureOf(response), response?.status ?? null);
    if (response && (await isStale(call, response))) return { kind: 'stale', failure };
    const seconds = pauseFor(response, pauses);
    if (seconds === null) return failure;
    page.waiting(seconds);
    await page.pause(seconds, page.signal);
  }
}

/** True if an answer means the token and not the conversation. */
async function isStale(call: SiteCall, response: Response): Promise<boolean> {
  if (isWall(response)) return false;
  const { pieces } = await peek(chunksOf(response));
  return call.staleToken(response.status, looseText(concat(pieces)));
}

/** One request as the page would send it; null where no answer came. */
async function ask(
  path: string,
  headers: Readonly<Record<string, string>>,
  page: CallingPage,
): Promise<Response | null> {
  try {
    // A redirect leads away from what was asked for: to a sign-in page, say.
    return await pageFetch(new URL(path, page.document.location.origin).href, {
      headers: { accept: '*/*', ...headers },
      credentials: 'same-origin',
      redirect: 'error',
      signal: page.signal,
    });
  } catch (error) {
    if (page.signal.aborted) throw error;
    return null;
  }
}

/** In Firefox a content script's own `fetch` is not the page's: it is the page's window that has it. */
function pageFetch(url: string, init: RequestInit): Promise<Response> {
  const { content } = globalThis as { content?: { fetch: typeof fetch } };
  return content ? content.fetch(url, init) : fetch(url, init);
}

interface Pauses {
  readonly busy: number[];
  readonly error: number[];
}

/** For how long to wait before the next try, or null: no further try. */
function pauseFor(response: Response | null, pauses: Pauses): number | null {
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

function failureOf(response: Response | null): CallFailure {
  if (response === null) return 'no-answer';
  const { status } = response;
  if (isWall(response)) return 'refused';
  if (status === 401) return 'signed-out';
  if (status === 403) return 'refused';
  if (status === 404 || status === 410) return 'not-found';
  return status === 429 ? 'busy' : 'site-error';
}

/** A check whether a person is there stands before the answer: only the person can pass it, in the page. */
const isWall = (response: Response): boolean =>
  response.headers.has('cf-mitigated') ||
  (response.ok && (response.headers.get('content-type') ?? '').includes('text/html'));

async function answered(response: Response, page: CallingPage): Promise<SiteAnswer> {
  if (isWall(response)) return failed('refused', response.status);
  const chunks = chunksOf(response);
  const { pieces, ended } = await peek(chunks);
  if (ended && hasErrorInside(parseJson(looseText(concat(pieces))))) return failed('site-error', response.status);
  return {
    kind: 'answer',
    address: response.url,
    status: response.status,
    type: response.headers.get('content-type'),
    body: following(pieces, chunks, page.signal),
  };
}

/** True where a success is none: some sites answer 200 with an error as the body. */
export function hasErrorInside(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, errors, detail, status } = value;
  return Boolean(error) || Boolean(detail) || status === 'error' || (Array.isArray(errors) && errors.length > 0);
}

type Chunks = AsyncIterator<Uint8Array<ArrayBuffer>>;

async function peek(chunks: Chunks): Promise<{ pieces: Uint8Array<ArrayBuffer>[]; ended: boolean }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; size <= PEEK; ) {
    const { done, value } = await chunks.next();
    if (done) return { pieces, ended: true };
    pieces.push(value);
    size += value.length;
  }
  return { pieces, ended: false };
}

async function* following(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  chunks: Chunks,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* pieces;
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = await chunks.next();
    if (done) return;
    yield value;
  }
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return;
    yield ours(read.value);
  }
}

/** In Firefox what the page's window made must be brought over before it can be read; elsewhere it is as it is. */
export function ours<T>(bytes: T): T {
  const { cloneInto } = globalThis as { cloneInto?: <T>(value: T, into: object) => T };
  return cloneInto ? cloneInto(bytes, globalThis) : bytes;
}

type TokenPlace = NonNullable<SiteCall['token']>;

function tokenInPage({ element, member: steps }: TokenPlace, document: Document): string | null {
  return textAt(parseJson(document.getElementById(element)?.textContent ?? ''), steps);
}

/** Asks the site for the session's token as the page does. Null: the person is signed out. */
async function renewed({ renew, renewed: steps }: TokenPlace, page: CallingPage): Promise<string | null> {
  const response = await ask(renew, {}, page);
  return response?.ok ? textAt(parseJson(await response.text()), steps) : null;
}

function textAt(value: unknown, steps: readonly string[]): string | null {
  const found = steps.reduce(member, value);
  return typeof found === 'string' && found !== '' ? found : null;
}

function headersFor(call: SiteCall, token: string | null, document: Document): Record<string, string> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  for (const { cookie, header, not } of call.cookieHeaders) {
    const value = cookieIn(document.cookie, cookie);
    if (value !== null && !not.includes(value)) headers[header] = value;
  }
  return headers;
}

/** The value of a cookie in `document.cookie`, or null. */
export function cookieIn(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
