import { concat, looseText } from '../../lib/bytes';
import { member, parseJson } from '../../lib/json';
import type { Asked, ScopeSource, SiteCall, SiteFollow } from '../contract';
import {
  type Bytes,
  type CallFailure,
  failureOf,
  following,
  hasErrorInside,
  isWall,
  newPauses,
  overheard,
  pauseFor,
  peek,
} from './site-answers';

/*
 * The one file that acts in a site's own page: it reads a conversation the way the page itself would, with the session
 * the person has there. A token it finds goes into the header of a request to the page's own origin and nowhere else.
 */

type Answer = {
  readonly kind: 'answer';
  readonly route: string;
  readonly address: string;
  readonly status: number;
  readonly type: string | null;
  /** To be used up before the next answer is asked for. */
  readonly body: AsyncIterable<Bytes>;
};
type Failed = { readonly kind: 'failed'; readonly because: CallFailure; readonly status: number | null };
export type SiteAnswer = Answer | Failed;

/** What a read needs of where it runs. */
export interface CallingPage {
  readonly document: Document;
  readonly signal: AbortSignal;
  /** Told before a pause that the site asked for, or that it seems to need. */
  waiting(seconds: number): void;
  /** Rejects when the signal says so. */
  pause(seconds: number, signal: AbortSignal): Promise<void>;
}

/** Between two calls of one read, in seconds: a page that a person scrolls through is no faster. */
const BETWEEN = 1;
/** Calls of one read at most. */
const MOST_CALLS = 500;

/** A read under way. */
interface Talk {
  readonly call: SiteCall;
  readonly page: CallingPage;
  token: string | null;
  /** The token was asked for in this read: once is all. */
  renewed: boolean;
  /** The site said which scopes there are, though there may be none. */
  listed: boolean;
}

/**
 * Reads a conversation over the site's own calls: each answer as it comes, one after the other. The first failure is the
 * last thing it gives. What goes wrong is an answer, too; nothing is thrown.
 */
export async function* callSite(
  call: SiteCall,
  conversation: string,
  page: CallingPage,
): AsyncGenerator<SiteAnswer, void> {
  const token = call.token && tokenInPage(call.token, page.document);
  try {
    yield* converse({ call, page, token, renewed: false, listed: false }, conversation);
  } catch {
    // the page has no connection, or the read was ended in the middle
    yield failed(page.signal.aborted ? 'cancelled' : 'no-answer', null);
  }
}

const failed = (because: CallFailure, status: number | null): Failed => ({ kind: 'failed', because, status });

async function* converse(talk: Talk, conversation: string): AsyncGenerator<SiteAnswer, void> {
  const page = new URL(talk.page.document.location.href);
  let last: Failed | null = null;
  for await (const scope of scopesOf(talk)) {
    const asked = { conversation, page, scope };
    const first = await firstAnswer(talk, asked);
    if ('follow' in first) return yield* whole(talk, asked, first);
    last = first;
    if (last.because !== 'not-found') break;
  }
  yield last ?? failed(talk.listed ? 'not-found' : 'signed-out', null);
}

interface Begun {
  readonly answer: Answer;
  readonly follow: SiteFollow;
}

/** Failures of one way that say nothing of the next. A site that is busy is busy for all, but where a way has a limit of its own. */
const OF_THE_WAY: ReadonlySet<CallFailure> = new Set(['not-found', 'site-error']);

/** The answer of the first way that gives one, or why the first gave none. */
async function firstAnswer(talk: Talk, asked: Asked): Promise<Begun | Failed> {
  let first: Failed | null = null;
  for (const way of talk.call.ways) {
    const path = way.path(asked);
    if (path === null) continue;
    const follow = { route: way.route, path, headers: way.headers?.(asked) ?? {} };
    const answer = await get(talk, follow, asked.scope);
    if (answer.kind === 'answer') return { answer, follow };
    const isOfTheWay = answer.because === 'busy' ? way.ownLimit : OF_THE_WAY.has(answer.because);
    if (!isOfTheWay) return answer;
    first ??= answer;
  }
  return first ?? failed('no-answer', null);
}

/** An answer, and all that it leads to. */
async function* whole(talk: Talk, asked: Asked, begun: Begun): AsyncGenerator<SiteAnswer, void> {
  const { page, call } = talk;
  const known = new Set([begun.follow.path]);
  const queue: SiteFollow[] = [];
  const follow = (answer: unknown): void => {
    for (const each of call.more?.(answer, asked) ?? []) {
      if (known.has(each.path) || known.size >= MOST_CALLS) continue;
      known.add(each.path);
      queue.push(each);
    }
  };
  yield* leading(begun.answer, follow);
  for (let next = queue.shift(); next; next = queue.shift()) {
    await page.pause(BETWEEN, page.signal);
    const answer = await get(talk, next, asked.scope);
    if (answer.kind === 'answer') yield* leading(answer, follow);
    else if (!next.optional || answer.because === 'cancelled') return yield answer;
  }
}

/** Gives an answer, and then looks into what went by. */
async function* leading(answer: Answer, follow: (answer: unknown) => void): AsyncGenerator<SiteAnswer, void> {
  const { body, json } = overheard(answer.body);
  yield { ...answer, body };
  follow(json());
}

/** The scopes to look in, each once. */
async function* scopesOf(talk: Talk): AsyncGenerator<string | null, void> {
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
  talk.listed = true;
  return source.in(parseJson(await response.text()));
}

/** An answer that means the token; what it would be a failure of if the token were good. */
interface Stale {
  readonly kind: 'stale';
  readonly failure: Failed;
}

/** One call, with a fresh token where the one in use does not hold. */
async function get(talk: Talk, follow: SiteFollow, scope: string | null): Promise<SiteAnswer> {
  const isWithout = talk.call.token !== null && talk.token === null;
  if (isWithout && !(await renew(talk))) return failed('signed-out', null);
  const answer = await read(talk, follow, scope);
  if (answer.kind !== 'stale') return answer;
  if (talk.call.token === null || talk.renewed) return answer.failure;
  if (!(await renew(talk))) return failed('signed-out', null);
  const again = await read(talk, follow, scope);
  return again.kind === 'stale' ? again.failure : again;
}

/** Reads with one token; pauses and tries again where the site asks for it or fails. */
async function read(
  talk: Talk,
  { route, path, headers }: SiteFollow,
  scope: string | null,
): Promise<SiteAnswer | Stale> {
  const { call, page } = talk;
  const pauses = newPauses();
  for (;;) {
    const response = await ask(path, { ...headers, ...headersFor(talk, scope) }, page);
    if (response?.ok) return answered(response, route, page);
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

async function answered(response: Response, route: string, page: CallingPage): Promise<SiteAnswer> {
  if (isWall(response)) return failed('refused', response.status);
  const chunks = chunksOf(response);
  const { pieces, ended } = await peek(chunks);
  if (ended && hasErrorInside(parseJson(looseText(concat(pieces))))) return failed('site-error', response.status);
  return {
    kind: 'answer',
    route,
    address: response.url,
    status: response.status,
    type: response.headers.get('content-type'),
    body: following(pieces, chunks, page.signal),
  };
}

async function* chunksOf(response: Response): AsyncGenerator<Bytes> {
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

/** Asks the site for the session's token as the page does. False: the person is signed out. */
async function renew(talk: Talk): Promise<boolean> {
  const { call, page } = talk;
  talk.renewed = true;
  const response = call.token && (await ask(call.token.renew, {}, page));
  talk.token = call.token && response?.ok ? textAt(parseJson(await response.text()), call.token.renewed) : null;
  return talk.token !== null;
}

function textAt(value: unknown, steps: readonly string[]): string | null {
  const found = steps.reduce(member, value);
  return typeof found === 'string' && found !== '' ? found : null;
}

function headersFor({ call, token }: Talk, scope: string | null): Record<string, string> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  if (call.scopeHeader !== null && scope !== null) headers[call.scopeHeader] = scope;
  return headers;
}

/** The value of a cookie in `document.cookie`, or null. */
export function cookieIn(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
