import { isoTime } from '../../lib/time';
import type { Asked } from '../../messages/contract';
import type { GapReason } from '../../model/bodies';
import { addressOf } from '../../providers/kit/addresses';
import type { PagesJob, PageTask } from '../../store/job-rows';
import { addJob, endJob, newPages } from '../../store/jobs';
import { claimPages, endedPages, gaveBack, openPages, tryPage, waitingPages } from '../../store/pages';
import { dropExchange, exchangesOf } from '../../store/pending';
import { arePagesLeft } from '../../store/read-pages';
import type { SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { type CamePage, writePage } from '../sink/begin-page';
import { judgePicture } from '../sink/judge-picture';
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
  const asked = { session: ask.session, giveBack, ...(ask.images ? { images: true as const } : {}) };
  const job = newPages(sink.newId(), asked, { pages, at: isoTime(sink.now()) });
  await addJob(sink.db, job);
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  goOnWithPages(services).catch(() => undefined); // what fails waits for the alarm
  return job.id;
}

/** The match pattern of an address's host, or null: it is no address of the web. */
export function patternOf(address: string): string | null {
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
  if (running.has(id)) return;
  const control = new AbortController();
  running.set(id, control);
  try {
    for (let goesOn = true; goesOn; ) goesOn = await fetchOpen(services, id, control.signal);
  } finally {
    running.delete(id);
  }
}

/** Asks for what a job still lacks. True: something came, which may name more. */
async function fetchOpen(services: Services, id: string, signal: AbortSignal): Promise<boolean> {
  const { sink } = services;
  const job = await claimPages(sink.db, id, isoTime(sink.now()));
  const session = job && (await readSession(sink.db, job.ask.session));
  if (!job || !session || job.state === 'done') return false;
  const coming = new Set((await exchangesOf(sink.db, id)).map(({ source }) => source));
  const open = job.pages.flatMap(({ outcome }, number) => (outcome === null && !coming.has(number) ? [number] : []));
  await Promise.all(open.map((number) => fetchOne(services, { job, session, number, signal })));
  // pictures are still to be asked for: what was granted goes when the job has ended
  if (!job.ask.images) await giveBack(services, job);
  if (open.length === 0) return false; // what came before is seen to by whoever looks at what waits
  await services.startCopies();
  return !signal.aborted;
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
    if (!address) return noPage(page.url, isoTime(sink.now()), ['unsupported', 'refused-address']);
    const settings = await readSettings(sink.db);
    const milliseconds = settings.pageSeconds * 1000;
    if (!page.image)
      return services.fetchPage({ address, limits: { bytes: settings.pageBytes, milliseconds }, signal });
    const left = leftOut(job, page, settings.pageImages);
    if (left) return noPage(page.url, isoTime(sink.now()), ['not-asked', left]);
    const limits = { bytes: settings.imageBytes, milliseconds };
    return judgePicture(await services.fetchPage({ address, isPicture: true, limits, signal }));
  };
  const came = await (address ? services.inTurn(address, ask) : ask());
  if (!came || signal.aborted) return;
  await writePage(sink, came, { session, job: job.id, number, page });
  await services.startCopies();
}

/** Why a picture is not asked for: it lies on none of the servers that the person was asked about, or there are too many. */
function leftOut({ pages }: PagesJob, picture: PageTask, most: number): 'not-permitted' | 'limit' | null {
  const asked = new Set(pages.flatMap(({ image, url }) => (image ? [] : (patternOf(url) ?? []))));
  const pattern = patternOf(picture.url);
  const isAsked = (url: string): boolean => asked.has(patternOf(url) ?? '');
  if (pattern === null || !asked.has(pattern)) return 'not-permitted';
  const beside = pages.filter(({ image, parents, url }) => image && parents[0] === picture.parents[0] && isAsked(url));
  return beside.findIndex(({ id }) => id === picture.id) < most ? null : 'limit';
}

/** Nobody is asked: what evidence names need not be an address at all. */
const noPage = (url: string, now: string, [why, because]: [why: GapReason, because: string]): CamePage => ({
  kind: 'failed',
  why,
  because,
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
