import { concat } from '../../lib/bytes';
import { isoTime } from '../../lib/time';
import type { Asked } from '../../messages/contract';
import { CHUNK_BYTES } from '../../messages/limits';
import type { FileFailure } from '../../providers/contract';
import { addressOf } from '../../providers/kit/addresses';
import { patienceFor, type Watch, watchOver } from '../../providers/kit/file-watch';
import { holdFiles } from '../../store/files';
import { addChunk, dropExchange, endExchange } from '../../store/pending';
import { readSettings, type Settings } from '../../store/settings';
import { beginFile, wantedFile } from '../sink/begin-file';
import { keepFiles } from '../sink/keep-files';
import { leaseOf } from './files-lease';
import type { FetchedFile, Services } from './services';

/** What is being fetched from hosts of files, by job and number. In memory alone: who dies, asks again. */
const running = new Map<string, AbortController>();
const keyOf = (job: string, number: number): string => `${job} ${number}`;

export const isElsewhere = (job: string, number: number): boolean => running.has(keyOf(job, number));

export function endElsewhere(job: string): void {
  for (const [key, control] of running) if (key.startsWith(`${job} `)) control.abort();
}

type Told = Asked<'file.elsewhere'>;
export interface Whence {
  readonly tab: number;
  readonly origin: string;
  readonly site: string;
}

/** Fetches a file that lies on a host of the site's files. Does not throw: what became of it is in its job. */
export async function fetchElsewhere(services: Services, told: Told, from: Whence): Promise<void> {
  const { job, file } = told;
  const key = keyOf(job, file.number);
  if (running.has(key)) return;
  const control = new AbortController();
  running.set(key, control);
  try {
    const { filesAtOnce, ...limits } = await readSettings(services.sink.db);
    while ([...running.keys()].indexOf(key) >= filesAtOnce) {
      await services.pause(250);
      if (control.signal.aborted) return;
    }
    await fetchOne(services, { told, from, limits }, control.signal);
  } catch {
    // the storage refuses, or the person ended it: the file is still open in its job
  } finally {
    running.delete(key);
  }
}

interface Far {
  readonly told: Told;
  readonly from: Whence;
  readonly limits: Pick<Settings, 'largestFile' | 'fileSeconds'>;
}

async function fetchOne(services: Services, { told, from, limits }: Far, signal: AbortSignal): Promise<void> {
  const { sink } = services;
  const { job, file } = told;
  const site = sink.sites.find(({ id }) => id === from.site);
  const address = addressOf(told.address);
  if (!site || !(await wantedFile(sink, job, { tab: from.tab, number: file.number }))) return;
  const missing = (because: FileFailure, came: string | null = null, status: number | null = null): Promise<void> =>
    tellMissing(services, { told, from, because, came, status });
  if (!address) return missing('unsupported', 'elsewhere');
  const watch = watchOver(signal, patienceFor(limits.fileSeconds));
  try {
    const { fileHosts: hosts, fileCookies: cookies = false } = site;
    const answer = await services.fetchFile({ address, site: site.id, hosts, cookies, signal: watch.signal });
    if (answer.kind === 'failed') return await missing(...FAILURES[answer.because]);
    const { status } = answer;
    if (status < 200 || status > 299) return await missing(STATUSES[status] ?? 'timed-out', null, status);
    const because = await passOn(services, { told, from, answer, watch, largest: limits.largestFile });
    if (because !== null) await missing(because, null, status);
  } catch (error) {
    const because = watch.because();
    if (because === null) throw error;
    await missing(because);
  } finally {
    watch.end();
  }
}

const FAILURES: Readonly<
  Record<Extract<FetchedFile, { kind: 'failed' }>['because'], readonly [FileFailure, string | null]>
> = {
  'refused-address': ['unsupported', 'elsewhere'],
  'not-permitted': ['not-asked', 'no-permission'],
  redirect: ['forbidden', 'redirect'],
  'no-answer': ['timed-out', null],
};

const STATUSES: Readonly<Record<number, FileFailure>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  410: 'expired',
};

interface Passing {
  readonly told: Told;
  readonly from: Whence;
  readonly answer: Extract<FetchedFile, { kind: 'answer' }>;
  readonly watch: Watch;
  readonly largest: number;
}

/**
 * Keeps a file that one message could hold as soon as it is here; a larger one is written down as it comes. Gives why the
 * bytes do not count; null: they do, or nobody wants them any more.
 */
async function passOn(services: Services, passing: Passing): Promise<FileFailure | null> {
  const { sink } = services;
  const { told, from, answer, watch, largest } = passing;
  if ((answer.length ?? 0) > largest) return stop(watch, 'too-large');
  const id = sink.newId();
  const { status, type } = answer;
  const coming = { id, job: told.job, tab: from.tab, file: told.file, address: told.address, status, type };
  const pieces = inPieces(packetsOf(passing));
  const head = await firstOf(pieces, watch);
  if (typeof head === 'string') return head;
  if (head.isAll) {
    await keepFiles(sink, told.job, [{ coming, bytes: head.bytes, line: null }], { origin: from.origin, lease: null });
    return null;
  }
  if (!(await beginFile(sink, coming, from.origin))) return null;
  try {
    const chunks = await writeDown(services, { ...passing, id, first: head.bytes, pieces });
    if (chunks !== null) await endExchange(sink.db, id, { whole: true, chunks, page: null });
    return null;
  } catch (error) {
    await dropExchange(sink.db, id);
    return brokenBy(error, watch);
  }
}

/** Why a body broke off; throws what the person did. */
function brokenBy(error: unknown, watch: Watch): FileFailure {
  const because = watch.because();
  if (because === null && watch.signal.aborted) throw error;
  return because ?? 'timed-out';
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The first piece of a body, and whether it is all; or why there is none. */
async function firstOf(
  pieces: AsyncGenerator<Bytes, void>,
  watch: Watch,
): Promise<{ readonly bytes: Bytes; readonly isAll: boolean } | FileFailure> {
  try {
    const { done, value } = await pieces.next();
    if (done) return { bytes: new Uint8Array(), isAll: true };
    return { bytes: value, isAll: value.length < CHUNK_BYTES };
  } catch (error) {
    return brokenBy(error, watch);
  }
}

function stop(watch: Watch, because: FileFailure): FileFailure {
  watch.stop(because); // ends the connection
  return because;
}

interface Writing extends Passing {
  readonly id: string;
  readonly first: Bytes;
  readonly pieces: AsyncIterable<Bytes>;
}

/** Gives how many pieces there are; null: they are not wanted any more. */
async function writeDown({ sink }: Services, { id, told, from, first, pieces }: Writing): Promise<number | null> {
  let number = 0;
  const isWanted = async (bytes: Bytes): Promise<boolean> => {
    const added = await addChunk(sink.db, { exchange: id, number: number++, bytes }, isoTime(sink.now()));
    await holdFiles(sink.db, told.job, leaseOf(from.tab, sink.now())); // the page may have gone: this goes on
    return added === 'kept';
  };
  if (!(await isWanted(first))) return null;
  for await (const bytes of pieces) if (!(await isWanted(bytes))) return null;
  return number;
}

/** A body as it comes: each packet is a sign of life, and too many bytes end it. */
async function* packetsOf({ answer, watch, largest }: Passing): AsyncGenerator<Bytes, void> {
  let size = 0;
  for await (const bytes of answer.body) {
    watch.heard();
    size += bytes.length;
    if (size > largest) watch.stop('too-large');
    watch.signal.throwIfAborted();
    yield bytes;
  }
}

/** A write for each packet would cost more than the file: all pieces but the last have so many bytes at least. */
async function* inPieces(body: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const each of body) {
    pieces.push(each);
    size += each.length;
    if (size < CHUNK_BYTES) continue;
    yield concat(pieces);
    pieces = [];
    size = 0;
  }
  if (size > 0) yield concat(pieces);
}

interface Missing {
  readonly told: Told;
  readonly from: Whence;
  readonly because: FileFailure;
  readonly came: string | null;
  readonly status: number | null;
}

/** A file that did not come is an exchange too, without bytes. */
async function tellMissing({ sink }: Services, { told, from, because, came, status }: Missing): Promise<void> {
  const id = sink.newId();
  const { outcome, ...rest } = told.file;
  const file = { ...rest, outcome: outcome === 'kept' ? because : outcome, came, preview: false };
  const coming = { id, job: told.job, tab: from.tab, file, address: told.address, status, type: null };
  if (await beginFile(sink, coming, from.origin))
    await endExchange(sink.db, id, { whole: true, chunks: 0, page: null });
}
