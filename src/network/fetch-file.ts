import { isoTime } from '../lib/time';
import type { Database } from '../store/database';
import { note, noteEnd } from '../store/journal';

type Bytes = Uint8Array<ArrayBuffer>;

/** Why a door gave nothing: nothing was asked for, a redirect, no answer, or the site's own status. */
export type DoorFailure = 'refused-address' | 'not-permitted' | 'redirect' | 'no-answer';

export type FetchedFile =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly type: string | null;
      /** What the answer claims; null: nothing. */
      readonly length: number | null;
      readonly body: AsyncIterable<Bytes>;
    }
  | { readonly kind: 'failed'; readonly because: DoorFailure };

/** A file that a site named, on one of the hosts that the site keeps its files on. */
export interface NamedFile {
  readonly address: URL;
  readonly site: string;
  /** Match patterns, out of `site.ts`. */
  readonly hosts: readonly string[];
  /** The browser's cookies go along: only where `site.ts` says so. */
  readonly cookies: boolean;
  readonly signal: AbortSignal;
}

export interface DoorParts {
  readonly db: Database;
  now(): number;
  /** True if the person granted these match patterns. */
  hasHosts(patterns: readonly string[]): Promise<boolean>;
}

/**
 * Fetches a file that a site named. The one door to a network for it: https, on a host of that site's files that the
 * person granted, with nothing of the page's: no token, no referrer, no cache, and no cookies but where the site needs
 * them. No redirect is followed. Each request is a line of the journal, without its query.
 */
export async function fetchNamedFile(file: NamedFile, parts: DoorParts): Promise<FetchedFile> {
  const { address, site, hosts, cookies, signal } = file;
  const host = hosts.find((pattern) => covers(pattern, address));
  if (host === undefined) return { kind: 'failed', because: 'refused-address' };
  if (!(await parts.hasHosts([host]))) return { kind: 'failed', because: 'not-permitted' };
  const detail = `${address.host}${address.pathname}`;
  const line = await note(parts.db, { at: isoTime(parts.now()), what: 'fetched', site, detail });
  try {
    const response = await fetch(address, {
      credentials: cookies ? 'include' : 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    const { status, headers } = response;
    const isElsewhere = isRedirect(response);
    await noteEnd(parts.db, line, isElsewhere ? 'redirect' : status);
    if (isElsewhere) return { kind: 'failed', because: 'redirect' };
    const length = headers.get('content-length');
    return {
      kind: 'answer',
      status,
      type: headers.get('content-type'),
      length: length === null ? null : Number(length),
      body: chunksOf(response),
    };
  } catch (error) {
    await noteEnd(parts.db, line, signal.aborted ? 'stopped' : 'no-answer');
    if (signal.aborted) throw error;
    return { kind: 'failed', because: 'no-answer' };
  }
}

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const PATTERN = /^https:\/\/(\*\.)?([\w.-]+)\/\*$/;

/** True for an https address at its own port, without a name and a word for it, on the pattern's host. */
function covers(pattern: string, { protocol, hostname, port, username, password }: URL): boolean {
  const [, wild, host] = PATTERN.exec(pattern) ?? [];
  if (host === undefined || protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hostname === host || (wild !== undefined && hostname.endsWith(`.${host}`));
}

async function* chunksOf(response: Response): AsyncGenerator<Bytes> {
  const reader = response.body?.getReader();
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) return;
    yield read.value;
  }
}
