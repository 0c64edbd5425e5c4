import { fromBase64 } from '../../lib/bytes';
import { isoTime } from '../../lib/time';
import type { CarriedBytes } from '../../messages/captured';
import type { Asked } from '../../messages/contract';
import type { Site } from '../../providers/contract';
import { addressOf, conversationOf, isAt, routeOf } from '../../providers/kit/addresses';
import { PAGE_ROUTE } from '../../providers/kit/page-route';
import type { Lease } from '../../store/jobs';
import { isOpen, readJob } from '../../store/jobs';
import { note, noteOnce } from '../../store/journal';
import { pauseOf } from '../../store/pauses';
import { addChunk, beginExchange, endExchange, readExchange } from '../../store/pending';
import type { ExchangeRow, JournalRow } from '../../store/rows';
import { readSettings } from '../../store/settings';
import { beginFile } from './begin-file';
import { keepFiles, type WholeFile } from './keep-files';
import type { Sink } from './sink';

/** Who offers an exchange, by the browser's stamp. */
export interface Offerer {
  readonly site: string;
  readonly origin: string;
  readonly tab: number;
  /** The person granted the site for good; else only asked to have this tab read. */
  readonly granted: boolean;
  /** A temporary chat in this tab is to be kept all the same: the person asked for it. */
  readonly welcome?: boolean;
}

/** Takes an exchange on, or not: it must be one that a route of the site names, heard or asked for by a job of this tab. */
export async function begin(
  sink: Sink,
  { id, head, request }: Asked<'capture.begin'>,
  from: Offerer,
): Promise<boolean> {
  if (head.file !== undefined) return beginFileOf(sink, id, head, from);
  const address = addressOf(head.address);
  const page = pageOf(await pageSaid(sink, head, from), from.origin);
  if (!address || !(await isAdmitted(sink, { head, address, page, from }))) return false;
  const now = isoTime(sink.now());
  const row: ExchangeRow = {
    id,
    tab: from.tab,
    site: from.site,
    origin: from.origin,
    route: head.route,
    method: head.method,
    address: head.address,
    page,
    status: head.status,
    type: head.type,
    capture: head.job === null ? 'heard' : head.route === PAGE_ROUTE ? 'page' : 'asked',
    job: head.job,
    ...(head.job === null && from.welcome ? { welcome: true } : {}),
    request: request === null ? null : bytesIn(request),
    began: now,
    touched: now,
    chunks: 0,
    bytes: 0,
    state: 'open',
    tries: 0,
  };
  const begun = await beginExchange(sink.db, row);
  if (begun !== 'begun') await noteDropped(sink, from, begun);
  else if (row.capture === 'asked') await note(sink.db, lineOf(sink, row, address));
  return begun === 'begun';
}

interface Offered {
  readonly head: Head;
  readonly address: URL;
  readonly page: string;
  readonly from: Offerer;
}

async function isAdmitted(sink: Sink, offered: Offered): Promise<boolean> {
  const { head, address, from } = offered;
  const site = sink.sites.find((each) => each.id === from.site);
  if (!site || !isNamed(site, { head, address, origin: from.origin })) return false;
  return head.job === null ? mayHear(sink, site, offered) : isAskedIn(sink, head.job, from);
}

/** Bytes as they came in a message. Throws where a text is no base64. */
const bytesIn = (bytes: CarriedBytes): Uint8Array<ArrayBuffer> =>
  typeof bytes === 'string' ? fromBase64(bytes) : bytes;

/** A file that was asked for: of its address nothing is believed but where it is the page's own. */
async function beginFileOf(sink: Sink, id: string, head: Head, from: Offerer): Promise<boolean> {
  const told = fileIn(sink, id, head, from);
  if (!told || !(await beginFile(sink, told.coming, from.origin))) return false;
  if (told.line) await note(sink.db, told.line);
  return true;
}

type Head = Asked<'capture.begin'>['head'];

function fileIn(
  sink: Sink,
  id: string,
  { file, job, address, status, type }: Head,
  { tab, origin, site }: Offerer,
): Pick<WholeFile, 'coming' | 'line'> | null {
  if (!file || job === null) return null;
  const asked = addressOf(address);
  const own = asked?.origin === origin ? asked : null;
  const coming = { id, job, tab, file, address: own ? address : null, status: status || null, type };
  return { coming, line: own && lineOf(sink, { site, status }, own) };
}

/** Keeps files that came in one piece each. Gives true where something is left to be seen to. */
export async function filesCame(
  sink: Sink,
  files: Asked<'capture.files'>['files'],
  from: Offerer,
  lease: Lease,
): Promise<boolean> {
  const told = files.flatMap(({ head, bytes }): WholeFile[] => {
    const file = fileIn(sink, sink.newId(), head, from);
    return file ? [{ ...file, bytes: bytesIn(bytes) }] : [];
  });
  let isLeft = false;
  for (const job of new Set(told.map(({ coming }) => coming.job))) {
    const some = told.filter(({ coming }) => coming.job === job);
    if (await keepFiles(sink, job, some, { origin: from.origin, lease })) isLeft = true;
  }
  return isLeft;
}

/** A request that a page made because we asked it to. */
const lineOf = (
  sink: Sink,
  { site, status }: Pick<ExchangeRow, 'site' | 'status'>,
  { host, pathname }: URL,
): Omit<JournalRow, 'number'> => ({
  ...{ at: isoTime(sink.now()), what: 'request', site },
  detail: `${host}${withoutIds(pathname)}`,
  ended: status || 'no-answer',
});

/** Ids in a path may be those of an account: what is long and has digits in it is left out. */
const withoutIds = (path: string): string => path.replace(/[^/]{8,}/g, (piece) => (/\d/.test(piece) ? '…' : piece));

/** True for what a page shows of its conversation: never heard, only asked for. */
const isShownPage = (site: Site, { route, job }: Asked<'capture.begin'>['head'], address: URL): boolean =>
  route === PAGE_ROUTE && site.page !== undefined && job !== null && site.conversation(address) !== null;

/**
 * What a page gets must be what a route of the site names: of the page's own origin, a socket's scheme apart, or of the
 * host that the route names.
 */
function isNamed(
  site: Site,
  { head, address, origin }: { head: Asked<'capture.begin'>['head']; address: URL; origin: string },
): boolean {
  const route = routeOf(site, { ...head, address });
  const page = new URL(origin);
  const wanted = route?.host === undefined ? origin : `${page.protocol}//${route.host}`;
  if (!isAt(site, page) || `${address.protocol.replace('ws', 'http')}//${address.host}` !== wanted) return false;
  return route !== null || isShownPage(site, head, address);
}

/** Listening needs a standing grant, that the person did not tell us to pause, and a page that the site itself keeps. */
async function mayHear(sink: Sink, site: Site, offered: Offered): Promise<boolean> {
  const { page, from } = offered;
  if (!from.granted || (await pausedHere(sink, site, offered))) return false;
  const shown = addressOf(page);
  if (from.welcome || !(shown && site.temporary?.(shown))) return true;
  await noteDropped(sink, from, 'temporary');
  return false;
}

/** True where the person told us to pause, for the site or for the chat that an exchange is of. */
export async function pausedHere(
  sink: Sink,
  site: Site,
  { head, page }: Pick<Offered, 'head' | 'page'>,
): Promise<boolean> {
  const conversation = conversationOf(site, { ...head, page });
  return pauseOf(await readSettings(sink.db), { site: site.id, conversation }, sink.now()) !== null;
}

async function isAskedIn(sink: Sink, id: string, { tab, site, origin }: Offerer): Promise<boolean> {
  const job = await readJob(sink.db, id);
  if (job?.kind !== 'read' || !isOpen(job)) return false;
  return job.ask.tab === tab && job.ask.site === site && job.ask.origin === origin;
}

/** The path of the page that would show what a read names; null: it is of what the page shows. */
async function namedPage(sink: Sink, job: string | null): Promise<string | null> {
  const read = job === null ? null : await readJob(sink.db, job);
  return (read?.kind === 'read' && read.ask.named?.page) || null;
}

/** Which page it is of: as it says, or as what was named would be shown. */
async function pageSaid(sink: Sink, { job, page }: Head, { origin }: Offerer): Promise<string> {
  const named = await namedPage(sink, job);
  return named === null ? page : origin + named;
}

/** The page's address as it says it, if it is of the origin that the browser says. */
const pageOf = (page: string, origin: string): string => (addressOf(page)?.origin === origin ? page : `${origin}/`);

/** Writes a piece down. False: nothing more of the exchange is wanted. */
export async function chunk(
  sink: Sink,
  { id, number, bytes }: Asked<'capture.chunk'>,
  from: Offerer,
): Promise<boolean> {
  if (!(await isFrom(sink, id, from))) return false;
  const added = await addChunk(sink.db, { exchange: id, number, bytes: bytesIn(bytes) }, isoTime(sink.now()));
  if (added === 'too-large' || added === 'too-many' || added === 'too-much') await noteDropped(sink, from, added);
  return added === 'kept' || added === 'again';
}

/** What is not kept is in the journal; once a minute, since a page could fill that too. */
const noteDropped = (sink: Sink, { site }: Offerer, detail: string): Promise<void> =>
  noteOnce(sink.db, { at: isoTime(sink.now()), what: 'dropped', site, detail }, 60_000);

/** An exchange has ended. Gives it as it is then, to be read; null: it is not there, or not this tab's. */
export async function end(
  sink: Sink,
  { id, chunks, whole, page }: Asked<'capture.end'>,
  from: Offerer,
): Promise<ExchangeRow | null> {
  const row = await rowFrom(sink, id, from);
  if (!row) return null;
  const isNamed = (await namedPage(sink, row.job)) !== null;
  return endExchange(sink.db, id, { chunks, whole, page: isNamed ? null : pageOf(page, from.origin) });
}

const isFrom = async (sink: Sink, id: string, from: Offerer): Promise<boolean> =>
  (await rowFrom(sink, id, from)) !== null;

const rowFrom = async (sink: Sink, id: string, { tab, site }: Offerer): Promise<ExchangeRow | null> => {
  const row = await readExchange(sink.db, id);
  return row?.tab === tab && row.site === site ? row : null;
};
