import { isoTime } from '../../lib/time';
import type { Asked } from '../../messages/contract';
import { addressOf } from '../../providers/kit/addresses';
import type { PagesJob } from '../../store/job-rows';
import { addJob, endJob, newPages } from '../../store/jobs';
import { claimPages, endedPages, gaveBack, openPages, tryPage, waitingPages } from '../../store/pages';
import { dropExchange, exchangesOf } from '../../store/pending';
import { arePagesLeft } from '../../store/read-pages';
import type { SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { type CamePage, writePage } from '../sink/begin-page';
import { plannedPages } from '../sink/plan-pages';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

/** Jobs under way, in memory alone: who dies, asks again for what had not come. */
const running = new Map<string, AbortController>();

/** Begins to keep copies of pages that a session cites, because the person asks for it. */
export async function startPages(services: Services, ask: Asked<'pages.start'>): Promise<string> {
  const { sink, doors } = services;
  const pages = await plannedPages(sink, ask.session, ask.urls);
  const mine = new Set(pages.flatMap(({ url }) => patternOf(url) ?? []));
  const giveBack = ask.giveBack.filter((each) => mine.has(each));
  const job = newPages(sink.newId(), { session: ask.session, giveBack }, { pages, at: isoTime(sink.now()) });
  await addJob(sink.db, job);
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  goOnWithPages(services).catch(() => undefined); // what fails waits for the alarm
  return job.id;
}

/** The match pattern of an address's host, or null: it is no address of the web. */
function patternOf(address: string): string | null {
  const url = addressOf(address);
  return url && /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.hostname}/*` : null;
}

/** Sees to the pages that nobody is at, and to those that have come, or were kept before, and wait to be read; gives back what is over. */
export async function goOnWithPages(services: Services): Promise<void> {
  const { sink } = services;
  const { release } = await sink.about();
  if ((await waitingPages(sink.db)).length > 0 || (await arePagesLeft(sink.db, release))) await services.startCopies();
  for (const job of await openPages(sink.db))
    if (!running.has(job.id) && !(await isOver(services, job)))
      services.awake(() => run(services, job.id)).catch(() => undefined); // the alarm finds it
  for (const job of await endedPages(sink.db)) await giveBack(services, job);
}

/** What a tab showed cannot be asked for again: where it was not written down, its job has failed. */
async function isOver({ sink }: Services, { id, ask, changed }: PagesJob): Promise<boolean> {
  if (!ask.tab) return false;
  const isLate = changed < isoTime(sink.now() - LATE);
  if (isLate && (await exchangesOf(sink.db, id)).length === 0)
    await endJob(sink.db, id, isoTime(sink.now()), { state: 'failed', error: 'context-gone' });
  return true;
}

/** To write it down takes less, in milliseconds. */
const LATE = 20_000;

async function run(services: Services, id: string): Promise<void> {
  const { sink } = services;
  if (running.has(id)) return;
  const control = new AbortController();
  running.set(id, control);
  try {
    const job = await claimPages(sink.db, id, isoTime(sink.now()));
    const session = job && (await readSession(sink.db, job.ask.session));
    if (!job || !session || job.state === 'done') return;
    const coming = new Set((await exchangesOf(sink.db, id)).map(({ source }) => source));
    const { signal } = control;
    const pages = job.pages.flatMap(({ outcome }, number) => (outcome === null && !coming.has(number) ? [number] : []));
    await Promise.all(pages.map((number) => fetchOne(services, { job, session, number, signal })));
    await giveBack(services, job);
    await services.startCopies();
  } finally {
    running.delete(id);
  }
}

interface One {
  readonly job: PagesJob;
  readonly session: SessionRow;
  readonly number: number;
  readonly signal: AbortSignal;
}

async function fetchOne(services: Services, { job, session, number, signal }: One): Promise<void> {
  const { sink } = services;
  const page = job.pages[number];
  if (!page) return;
  const address = addressOf(page.url);
  const ask = async (): Promise<CamePage | null> => {
    if (signal.aborted || !(await tryPage(sink.db, job.id, number, isoTime(sink.now())))) return null;
    if (!address) return noPage(page.url, isoTime(sink.now()));
    const { pageBytes: bytes, pageSeconds } = await readSettings(sink.db);
    return services.fetchPage({ address, limits: { bytes, milliseconds: pageSeconds * 1000 }, signal });
  };
  const came = await (address ? services.inTurn(address, ask) : ask());
  if (!came || signal.aborted) return;
  await writePage(sink, came, { session, job: job.id, number, page });
  await services.startCopies();
}

/** What evidence names need not be an address at all. */
const noPage = (url: string, now: string): CamePage => ({
  kind: 'failed',
  why: 'unsupported',
  because: 'refused-address',
  record: {
    ...{ url, method: 'fetch', status: null, started: now, finished: now, date: null, lastModified: null, etag: null },
    ...{ contentType: null, contentLength: null, bytes: 0, truncated: false },
  },
});

/** Ends the keeping of pages where it stands. Pages that were kept stay. */
export async function cancelPages(services: Services, id: string): Promise<void> {
  const { sink } = services;
  await endJob(sink.db, id, isoTime(sink.now()), { state: 'cancelled', error: null });
  running.get(id)?.abort();
  for (const each of await exchangesOf(sink.db, id)) await dropExchange(sink.db, each.id);
  for (const job of await endedPages(sink.db)) await giveBack(services, job);
}

/** What was granted for a job alone goes, as the person chose. */
async function giveBack({ sink, doors }: Services, { id, ask }: PagesJob): Promise<void> {
  if (ask.giveBack.length === 0) return;
  await doors.giveBackHosts(ask.giveBack);
  await gaveBack(sink.db, id);
}
