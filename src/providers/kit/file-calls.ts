import { concat, looseText } from '../../lib/bytes';
import { parseJson } from '../../lib/json';
import type { AskedFile, FileClaims, FileFailure, FileWay, Site, SiteCall } from '../contract';
import { isOnFileHost } from './addresses';
import { fileKindOf } from './file-kinds';
import { type Patience, type Watch, watchOver } from './file-watch';
import { type Bytes, type CallFailure, isWall } from './site-answers';
import {
  type CallingPage,
  chunksOf,
  type Failed,
  isRedirect,
  responseAt,
  responseTo,
  scopesOf,
  type Talk,
  talkIn,
} from './site-calls';

/** A file that is wanted. `number`: which of those that were asked for. */
export interface WantedFile {
  readonly number: number;
  readonly pointer: string;
  readonly message: string | null;
  readonly name: string | null;
}

/** How a file is found or not: what its exchange knows besides the bytes. */
export interface FileHead {
  readonly number: number;
  readonly address: string | null;
  readonly status: number | null;
  readonly type: string | null;
  readonly claims: FileClaims | null;
  /** It was made from the file (a preview); why the file itself was not to be had. Null: it is the file. */
  readonly insteadOf: FileFailure | null;
}

/** Where the files go. Each wanted one is told once, in whatever order they end. */
export interface FileSink {
  /** Uses the body up, unless it is not wanted. Throws where the body does. */
  file(head: FileHead, body: AsyncIterable<Bytes>): Promise<void>;
  /** It is on a host of the site's files: whoever may goes there. */
  elsewhere(head: FileHead & { readonly address: string }): Promise<void>;
  /** `came`: what came in its place, in a word of ours. */
  none(head: FileHead, because: FileFailure, came: string | null): Promise<void>;
}

/** What is asked for together. */
export interface FilesAsk {
  readonly site: Pick<Site, 'files' | 'fileHosts'> & { readonly call: SiteCall };
  readonly conversation: string;
  readonly wanted: readonly WantedFile[];
  /** Bytes of one file at most. */
  readonly largest: number;
  /** Files under way at once. */
  readonly atOnce: number;
  readonly patience: Patience;
}

/** So many are asked for without a pause: a page that shows as many pictures does the same. */
const AT_FIRST = 60;
/** The seconds before each that comes after those. */
const BETWEEN = 0.25;

/** Failures that are of the site and not of a file: nothing more is asked for. */
const OF_ALL: ReadonlySet<CallFailure> = new Set(['signed-out', 'cancelled', 'busy']);

interface Work {
  readonly ask: FilesAsk;
  readonly talk: Talk;
  readonly sink: FileSink;
  readonly known: {
    /** The scope under which the site has them, once that is clear. */
    scope: { readonly value: string | null } | null;
    /** What ended everything. */
    ended: CallFailure | null;
  };
}

/**
 * Fetches files over the site's own calls, a few at once. Each ends as one thing that the sink is told; gives what ended
 * all of them before their time, or null. Files that were not told then are still wanted.
 */
export async function fetchFiles(ask: FilesAsk, page: CallingPage, sink: FileSink): Promise<CallFailure | null> {
  const known: Work['known'] = { scope: null, ended: null };
  const work: Work = { ask, talk: talkIn(ask.site.call, page), sink, known };
  const queue = [...ask.wanted];
  let begun = 0;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next && !known.ended; next = queue.shift()) {
      if (++begun > AT_FIRST) await page.pause(BETWEEN, page.signal);
      await fetchOne(work, next);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(ask.atOnce, queue.length) }, worker));
  } catch {
    known.ended ??= page.signal.aborted ? 'cancelled' : 'no-answer'; // the person ended it, or our own side is gone
  }
  return page.signal.aborted ? 'cancelled' : known.ended;
}

/** What one way, or all of them, came to. */
type End = { readonly kind: 'told' } | { readonly kind: 'all'; readonly because: CallFailure } | None;

interface None {
  readonly kind: 'none';
  readonly because: FileFailure;
  readonly came: string | null;
  readonly head: FileHead;
}

const TOLD: End = { kind: 'told' };

const headOf = (number: number, more: Partial<FileHead> = {}): FileHead => ({
  number,
  address: null,
  status: null,
  type: null,
  claims: null,
  insteadOf: null,
  ...more,
});

async function fetchOne(work: Work, wanted: WantedFile): Promise<void> {
  const { ask, sink, talk } = work;
  const { page } = talk;
  const watch = watchOver(page.signal, ask.patience);
  const watched: CallingPage = {
    ...page,
    signal: watch.signal,
    pause: (seconds) => watch.held(() => page.pause(seconds, page.signal)),
  };
  try {
    const end = await alongWays({ ...work, talk: { ...talk, page: watched } }, wanted, watch).catch((error) => {
      const because = watch.because();
      if (page.signal.aborted || because === null) throw error;
      return none(headOf(wanted.number), because);
    });
    if (end.kind === 'all') work.known.ended ??= end.because;
    else if (end.kind === 'none' && !page.signal.aborted) await sink.none(end.head, end.because, end.came);
  } finally {
    watch.end();
  }
}

const none = (head: FileHead, because: FileFailure, came: string | null = null): None => ({
  kind: 'none',
  because,
  came,
  head,
});

/** Tries every way under every scope, until one gives the file. Why the best of them had nothing counts. */
async function alongWays(work: Work, wanted: WantedFile, watch: Watch): Promise<End> {
  let first: None | null = null;
  for await (const step of stepsOf(work, wanted)) {
    const end = await alongWay(work, { ...step, insteadOf: first?.because ?? 'not-found' }, watch);
    if (end.kind !== 'none' || FINAL.has(end.because)) return end;
    first ??= end;
  }
  return first ?? none(headOf(wanted.number), 'unsupported');
}

/** Nothing that another way could make good. */
const FINAL: ReadonlySet<FileFailure> = new Set<FileFailure>(['timed-out', 'too-large']);

/** Everything that may be asked for a file, the best first. */
async function* stepsOf({ ask, talk, known }: Work, { number, ...named }: WantedFile): AsyncGenerator<Step> {
  const page = new URL(talk.page.document.location.href);
  const ways = fileKindOf(ask.site, named.pointer)?.ways ?? [];
  if (ways.length === 0) return;
  for await (const scope of known.scope ? [known.scope.value] : scopesOf(talk)) {
    const asked: AskedFile = { ...named, conversation: ask.conversation, page, scope };
    for (const way of ways) {
      const path = way.path(asked);
      if (path !== null) yield { way, path, asked, number };
    }
    if (known.scope) return;
  }
}

interface Step {
  readonly way: FileWay;
  readonly path: string;
  readonly asked: AskedFile;
  readonly number: number;
}

async function alongWay(
  work: Work,
  { way, path, asked, number, insteadOf }: Step & { readonly insteadOf: FileFailure },
  watch: Watch,
): Promise<End> {
  const { talk, known } = work;
  const answer = await responseTo(talk, { path }, asked.scope, 'manual');
  const head = headOf(number, { insteadOf: way.derived ? insteadOf : null });
  if ('kind' in answer) return failedCall(answer, head, watch);
  known.scope ??= { value: asked.scope };
  if (!way.leads) return give(work, answer, head, watch);
  if (isRedirect(answer)) return none(head, 'forbidden', 'redirect');
  if (isWall(answer)) return { kind: 'all', because: 'refused' };
  const lead = way.leads(parseJson(looseText(await smallBody(answer, watch))), asked);
  if ('because' in lead) return none({ ...head, ...about(answer) }, lead.because);
  const { at, ...claims } = lead;
  return follow(work, at, { ...head, claims }, watch);
}

/** Goes where an answer leads: in the page at the page's own origin, else where the site's files are, and nowhere else. */
async function follow(work: Work, at: string, head: FileHead, watch: Watch): Promise<End> {
  const { ask, talk, sink } = work;
  const { origin } = talk.page.document.location;
  const address = URL.canParse(at, origin) ? new URL(at, origin) : null;
  if (address?.origin === origin) {
    const answer = await responseAt(talk, at);
    return 'kind' in answer ? failedCall(answer, head, watch) : give(work, answer, head, watch);
  }
  if (address === null || !isOnFileHost(ask.site, address)) return none(head, 'unsupported', 'elsewhere');
  await sink.elsewhere({ ...head, address: address.href });
  return TOLD;
}

const about = (answer: Response): Pick<FileHead, 'address' | 'status' | 'type'> => ({
  address: answer.url,
  status: answer.status,
  type: answer.headers.get('content-type'),
});

/** Hands the bytes over as they come, as many as are wanted. */
async function give({ ask, sink }: Work, answer: Response, head: FileHead, watch: Watch): Promise<End> {
  if (isRedirect(answer)) return none(head, 'forbidden', 'redirect');
  if (answer.headers.has('cf-mitigated')) return { kind: 'all', because: 'refused' };
  const whole = { ...head, ...about(answer) };
  if (Number(answer.headers.get('content-length') ?? 0) > ask.largest) {
    watch.stop('too-large'); // ends the connection
    return none(whole, 'too-large');
  }
  try {
    await sink.file(whole, limited(answer, ask.largest, watch));
    return TOLD;
  } catch (error) {
    const because = watch.because();
    if (because === null && watch.signal.aborted) throw error;
    return none(whole, because ?? 'timed-out'); // the connection was lost
  }
}

/** The bytes of an answer: more than `largest` end the watch, and with it the connection. */
async function* limited(answer: Response, largest: number, watch: Watch): AsyncGenerator<Bytes> {
  let size = 0;
  const chunks = chunksOf(answer);
  for (;;) {
    const { done, value } = await orAborted(chunks.next(), watch.signal);
    if (done) return;
    watch.heard();
    size += value.length;
    if (size > largest) watch.stop('too-large');
    watch.signal.throwIfAborted();
    yield value;
  }
}

/** A body that hangs may not know that its request was ended. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** An answer that names an address is short. */
const LONGEST_LEAD = 8 * 1024 * 1024;

async function smallBody(answer: Response, watch: Watch): Promise<Bytes> {
  const pieces: Bytes[] = [];
  for await (const piece of limited(answer, LONGEST_LEAD, watch)) pieces.push(piece);
  return concat(pieces);
}

const FAILURES: Readonly<Record<number, FileFailure>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  410: 'expired',
  413: 'too-large',
  422: 'expired',
};

/** What a failed call says of a file. */
function failedCall({ because, status, wall }: Failed, head: FileHead, watch: Watch): End {
  if ((OF_ALL.has(because) || wall) && watch.because() === null) return { kind: 'all', because };
  const failure = watch.because() ?? FAILURES[status ?? 0] ?? 'timed-out';
  return none({ ...head, status }, failure);
}
