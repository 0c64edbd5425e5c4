import { concat, looseText } from '../../lib/bytes';
import { parseJson } from '../../lib/json';
import type { ScopeSource, SiteCall, SiteFollow } from '../contract';
import { type Bytes, type CallFailure, failureOf, isWall, newPauses, pauseFor, peek, retryAfter } from './site-answers';
import { cookieIn, textAt, tokenInPage } from './site-token';

/*
 * The one file that acts in a site's own page: it asks the way the page itself would, with the session the person has
 * there. A token it finds goes into the header of a request to the page's own origin and nowhere else.
 */

export interface Failed {
  readonly kind: 'failed';
  readonly because: CallFailure;
  readonly status: number | null;
  /** A check whether a person is there stood before the answer. */
  readonly wall?: true;
  /** For how many seconds the site says that it is too busy. */
  readonly after?: number;
}

/** What a read needs of where it runs. */
export interface CallingPage {
  readonly document: Document;
  readonly signal: AbortSignal;
  /** Told before a pause that the site asked for, or that it seems to need. */
  waiting(seconds: number): void;
  /** Rejects when the signal says so. */
  pause(seconds: number, signal: AbortSignal): Promise<void>;
  /** Nobody waits for it: what the site refuses now is asked for another time, by who sees to its pace. */
  readonly impatient?: true;
}

/** Calls under way. */
export interface Talk {
  readonly call: SiteCall;
  readonly page: CallingPage;
  readonly known: {
    token: string | null;
    /** The token is asked for once, whoever needs it: true if the site gave one. */
    renewal: Promise<boolean> | null;
    /** The site said which scopes there are, though there may be none. */
    listed: boolean;
  };
}

export const talkIn = (call: SiteCall, page: CallingPage): Talk => ({
  call,
  page,
  known: { token: call.token && tokenInPage(call.token, page.document), renewal: null, listed: false },
});

export const failed = (because: CallFailure, status: number | null): Failed => ({ kind: 'failed', because, status });

/** The scopes to look in, each once. */
export async function* scopesOf(talk: Talk): AsyncGenerator<string | null, void> {
  const { scopes } = talk.call;
  if (scopes.length === 0) yield null;
  const given = new Set<string | null>();
  for (const source of scopes)
    for (const scope of await candidates(source, talk)) {
      if (given.has(scope)) continue;
      given.add(scope);
      yield scope;
    }
}

async function candidates(source: ScopeSource, talk: Talk): Promise<readonly (string | null)[]> {
  if ('cookie' in source) {
    const value = cookieIn(talk.page.document.cookie, source.cookie) ?? '';
    return source.none.includes(value) ? [null] : value === '' ? [] : [value];
  }
  const response = await ask(source.path, headersFor(talk, null), talk.page);
  if (!response?.ok || isWall(response)) return [];
  talk.known.listed = true;
  return source.in(parseJson(await response.text()));
}

/** An answer that means the token; what it would be a failure of if the token were good. */
interface Stale {
  readonly kind: 'stale';
  readonly failure: Failed;
}

/** The answer to one call, with a fresh token where the one in use does not hold. A redirect is one (`manual`), or no answer. */
export async function responseTo(
  talk: Talk,
  follow: Pick<SiteFollow, 'path' | 'headers'>,
  scope: string | null,
  redirect: RequestRedirect = 'error',
): Promise<Response | Failed> {
  const { call, known } = talk;
  if (call.token !== null && known.token === null && !(await renewed(talk))) return failed('signed-out', null);
  const once = (): Promise<Response | Failed | Stale> =>
    patiently(talk, follow.path, { ...follow.headers, ...headersFor(talk, scope) }, redirect);
  const isOld = known.renewal === null;
  const first = await once();
  if (!isStaleAnswer(first)) return first;
  if (call.token === null || !isOld) return first.failure;
  if (!(await renewed(talk))) return failed('signed-out', null);
  const again = await once();
  return isStaleAnswer(again) ? again.failure : again;
}

const isStaleAnswer = (answer: Response | Failed | Stale): answer is Stale =>
  'kind' in answer && answer.kind === 'stale';

/** The answer to a request without a token, at an address that is its own permission. */
export async function responseAt({ call, page }: Talk, path: string): Promise<Response | Failed> {
  const bare = { call: { ...call, staleToken: () => false }, page };
  const answer = await patiently(bare, path, {}, 'manual');
  return isStaleAnswer(answer) ? answer.failure : answer;
}

/** Browsers do not say where it leads. */
export const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

const WALL = { wall: true } as const;
const isWalled = (response: Response | null): boolean => response !== null && isWall(response);

/** Asks with one token; pauses and tries again where the site asks for it or fails. */
async function patiently(
  { call, page }: Pick<Talk, 'call' | 'page'>,
  path: string,
  headers: Readonly<Record<string, string>>,
  redirect: RequestRedirect,
): Promise<Response | Failed | Stale> {
  const pauses = newPauses();
  for (;;) {
    const response = await ask(path, headers, page, redirect);
    if (response?.ok || (response && isRedirect(response))) return response;
    const failure = failureIn(response);
    if (response && (await isStale(call, response))) return { kind: 'stale', failure };
    if (page.impatient) return withAfter(failure, response);
    const seconds = pauseFor(response, pauses);
    if (seconds === null) return failure;
    page.waiting(seconds);
    await page.pause(seconds, page.signal);
  }
}

const failureIn = (response: Response | null): Failed => ({
  ...failed(failureOf(response), response?.status ?? null),
  ...(isWalled(response) && WALL),
});

function withAfter(failure: Failed, response: Response | null): Failed {
  const after = response?.status === 429 ? retryAfter(response.headers.get('retry-after'), Date.now()) : null;
  return after === null ? failure : { ...failure, after };
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
  redirect: RequestRedirect = 'error',
): Promise<Response | null> {
  try {
    // A redirect leads away from what was asked for: to a sign-in page, say.
    return await pageFetch(new URL(path, page.document.location.origin).href, {
      headers: { accept: '*/*', ...headers },
      credentials: 'same-origin',
      redirect,
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

export async function* chunksOf(response: Response): AsyncGenerator<Bytes> {
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

/** Asks the site for the session's token as the page does. False: the person is signed out. */
function renewed(talk: Talk): Promise<boolean> {
  const { known } = talk;
  known.renewal ??= renew(talk);
  return known.renewal;
}

async function renew({ call, page, known }: Talk): Promise<boolean> {
  const response = call.token && (await ask(call.token.renew, {}, page));
  known.token = call.token && response?.ok ? textAt(parseJson(await response.text()), call.token.renewed) : null;
  return known.token !== null;
}

function headersFor({ call, known: { token } }: Talk, scope: string | null): Record<string, string> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (call.scopeHeader !== null && scope !== null) headers[call.scopeHeader] = scope;
  return headers;
}
