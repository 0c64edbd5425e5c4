import { concat } from '../lib/bytes';
import { isoTime } from '../lib/time';
import type { GapReason } from '../model/bodies';
import { pageAddress, type RefusedAddress } from '../pages/address';
import type { PageRecord } from '../pages/record';
import { note, noteEnd } from '../store/journal';
import type { DoorParts } from './fetch-file';

type Bytes = Uint8Array<ArrayBuffer>;

export interface AskedPage {
  readonly address: URL;
  /** It is a picture of a page. */
  readonly isPicture?: boolean;
  readonly limits: PageLimits;
  readonly signal: AbortSignal;
}

/** Of the bytes as they are read, whatever they were packed in, and from the asking to the last byte. */
export interface PageLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why a page was not got. */
export type PageFailure =
  | { readonly because: 'refused-address'; readonly why: GapReason; readonly refused: RefusedAddress }
  /** `to`: where it leads, where the browser shows it. */
  | { readonly because: 'redirect'; readonly why: GapReason; readonly to: string | null }
  | {
      readonly because: 'not-permitted' | 'no-answer' | 'broken-off' | 'timed-out' | 'status' | 'empty' | 'too-large';
      readonly why: GapReason;
    };

export type FetchedPage =
  | { readonly kind: 'page'; readonly record: PageRecord; readonly bytes: Bytes }
  | ({ readonly kind: 'failed'; readonly record: PageRecord } & PageFailure);

/**
 * Fetches a page that a session cites. The one door to a network for it: a public address, of an origin that the person
 * granted, with nothing of theirs: no cookies, no referrer, no cache. No redirect is followed: where it would lead is
 * not known before, and may be inside the person's network. Ends with the limits, whatever the server does. Each request
 * is a line of the journal, without its query, with how it ended. Throws only when `signal` ends it.
 */
export async function fetchPage(asked: AskedPage, parts: DoorParts): Promise<FetchedPage> {
  const allowed = pageAddress(asked.address.href);
  const open = recordOf(asked.address, parts);
  if (!allowed.ok) return failed(open(), { because: 'refused-address', why: 'unsupported', refused: allowed.because });
  const { url } = allowed;
  if (!(await parts.hasHosts([`${url.protocol}//${url.hostname}/*`])))
    return failed(open(), { because: 'not-permitted', why: 'not-asked' });
  const time = AbortSignal.timeout(asked.limits.milliseconds);
  let response: Response | undefined;
  try {
    response = await notedAnswer(asked, { url, time }, parts);
    return await pageOf(response, asked.limits, () => open(response));
  } catch (error) {
    if (asked.signal.aborted) throw error;
    if (time.aborted) return failed(open(response), { because: 'timed-out', why: 'timed-out' });
    return failed(open(response), { because: response ? 'broken-off' : 'no-answer', why: 'not-fetched' });
  } finally {
    await response?.body?.cancel().catch(() => undefined); // ended already, or breaking off: there is nothing more to do
  }
}

async function pageOf(response: Response, limits: PageLimits, recorded: () => PageRecord): Promise<FetchedPage> {
  const failure = refusedBy(response, limits);
  if (failure) return failed(recorded(), failure);
  const { bytes, more } = await bodyOf(response, limits.bytes);
  const record = { ...recorded(), bytes: bytes.length, truncated: more };
  if (bytes.length === 0) return failed(record, { because: 'empty', why: 'not-sent' });
  if (more && !isText(response)) return failed(record, { because: 'too-large', why: 'too-large' });
  return { kind: 'page', record, bytes };
}

const failed = (record: PageRecord, failure: PageFailure): FetchedPage => ({ kind: 'failed', record, ...failure });

/** Asks for a page, and writes down that it did and how that ended. */
async function notedAnswer(
  { signal: stop, isPicture = false }: AskedPage,
  { url, time }: { readonly url: URL; readonly time: AbortSignal },
  { db, now }: DoorParts,
): Promise<Response> {
  const detail = `${url.host}${url.pathname}`;
  const line = await note(db, { at: isoTime(now()), what: 'fetched', site: null, detail });
  try {
    const response = await answerOf(url, isPicture ? PICTURES : PAGES, AbortSignal.any([stop, time]));
    await noteEnd(db, line, isRedirect(response) ? 'redirect' : response.status);
    return response;
  } catch (error) {
    await noteEnd(db, line, stop.aborted ? 'stopped' : 'no-answer');
    throw error;
  }
}

const PAGES = 'text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5';
const PICTURES = 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8,*/*;q=0.5';

const answerOf = (url: URL, accept: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    headers: { accept },
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal,
  });

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** What is said of each end that a page can have. */
const STATUS: Readonly<Record<number, GapReason>> = {
  401: 'forbidden',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  410: 'expired',
  451: 'forbidden',
};

/** Why an answer is none, before its body is looked at. */
function refusedBy(response: Response, limits: PageLimits): PageFailure | null {
  const { status, headers } = response;
  if (isRedirect(response)) return { because: 'redirect', why: 'not-fetched', to: headers.get('location') };
  if (status < 200 || status >= 300) return { because: 'status', why: STATUS[status] ?? 'not-fetched' };
  if ((lengthOf(headers) ?? 0) > limits.bytes && !isText(response)) return { because: 'too-large', why: 'too-large' };
  return null;
}

/** What is still worth reading without its end. */
const isText = ({ headers }: Response): boolean =>
  /^\s*(?:text\/|application\/(?:xhtml\+xml|xml|json))/i.test(headers.get('content-type') ?? 'text/html');

async function bodyOf(response: Response, most: number): Promise<{ bytes: Bytes; more: boolean }> {
  const pieces: Bytes[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  try {
    while (length <= most) {
      const read = await reader?.read();
      if (!read || read.done) break;
      pieces.push(read.value);
      length += read.value.length;
    }
  } finally {
    reader?.releaseLock();
  }
  return { bytes: concat(pieces).subarray(0, most), more: length > most };
}

/** A header longer than this says nothing. */
const LONGEST = 1000;

const lengthOf = (headers: Headers): number | null => {
  const text = headers.get('content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** Begins the record of a page; the function ends it with what came. */
function recordOf({ href }: URL, { now }: DoorParts): (response?: Response) => PageRecord {
  const started = isoTime(now());
  return (response) => {
    const header = (name: string): string | null => response?.headers.get(name)?.slice(0, LONGEST) ?? null;
    return {
      url: href,
      method: 'fetch',
      status: response?.status || null, // 0: the browser keeps it to itself
      started,
      finished: isoTime(now()),
      date: header('date'),
      lastModified: header('last-modified'),
      etag: header('etag'),
      contentType: header('content-type'),
      contentLength: response ? lengthOf(response.headers) : null,
      bytes: 0,
      truncated: false,
    };
  };
}
