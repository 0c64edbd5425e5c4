import { type Database, reading, writing } from './database';
import type { FileOutcome, PagesJob, PageTask } from './job-rows';
import { isOpen, openJobs } from './jobs';
import type { ExchangeRow } from './rows';

/** How often a page is asked for where nobody says what became of it. */
const MOST_TRIES = 3;
/** Pictures of one job: it is one row, which is written anew with each of them. */
const MOST_PICTURES = 1000;

const isDone = ({ outcome }: PageTask): boolean => outcome !== null;

/** Changes a job of pages that is open, in a transaction. Null: it is not open, or `change` says so. */
const changing = (db: Database, id: string, change: (job: PagesJob) => PagesJob | null): Promise<PagesJob | null> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    const next = job?.kind === 'pages' && isOpen(job) ? change(job) : null;
    if (next) await db.jobs.put(next);
    return next;
  });

/** The jobs of pages that are open, the oldest first. */
export const openPages = async (db: Database): Promise<PagesJob[]> =>
  (await openJobs(db)).filter((job): job is PagesJob => job.kind === 'pages');

/** Takes the pages that are open on; there is only one background to do it. Null: it has ended. */
export const claimPages = (db: Database, id: string, now: string): Promise<PagesJob | null> =>
  changing(db, id, (job) => counted({ ...job, state: 'running', changed: now }));

/** Counts one more time that a page is asked for. False: it is done, or was asked for too often and is given up. */
export async function tryPage(db: Database, id: string, number: number, now: string): Promise<boolean> {
  const job = await changing(db, id, (before) =>
    changed(before, number, now, (page) =>
      page.tries >= MOST_TRIES ? { ...page, outcome: 'timed-out' } : { ...page, tries: page.tries + 1 },
    ),
  );
  return job?.pages[number]?.outcome === null;
}

/** What became of one page; the job ends with its last. Part of the transaction that keeps it. `more`: what follows. */
export const finishPage = (
  db: Database,
  id: string,
  {
    number,
    outcome,
    more = [],
  }: { readonly number: number; readonly outcome: FileOutcome; readonly more?: readonly PageTask[] },
  now: string,
): Promise<PagesJob | null> =>
  changing(db, id, (job) => {
    const known = new Set(job.pages.map((page) => page.id));
    const room = MOST_PICTURES - job.pages.filter(({ image }) => image).length;
    const fresh = more.filter((page) => !known.has(page.id)).slice(0, Math.max(0, room));
    return changed({ ...job, pages: [...job.pages, ...fresh] }, number, now, (page) => ({ ...page, outcome }));
  });

function changed(job: PagesJob, number: number, now: string, change: (page: PageTask) => PageTask): PagesJob {
  const pages = job.pages.map((page, at) => (at === number && !isDone(page) ? change(page) : page));
  return counted({ ...job, pages, changed: now });
}

/** The same job with how far it is, and done where all of its pages are. */
function counted(job: PagesJob): PagesJob {
  const done = job.pages.filter(isDone).length;
  const progress = { step: 'fetching', done, total: job.pages.length } as const;
  if (done < job.pages.length) return { ...job, progress };
  const pages = job.pages.filter(({ image }) => !image);
  const kept = pages.filter(({ outcome }) => outcome === 'kept').length;
  return { ...job, progress, state: 'done', lease: null, result: { kept, lacking: pages.length - kept } };
}

/** Pages that have come and wait to be read. */
export const waitingPages = (db: Database): Promise<ExchangeRow[]> =>
  reading(db, () =>
    db.exchanges
      .where('state')
      .anyOf('whole', 'cut')
      .filter(({ source }) => source !== undefined)
      .toArray(),
  );

/** Grants of ended jobs that are to be given back, with the job they were for. */
export const endedPages = (db: Database): Promise<PagesJob[]> =>
  reading(db, async () =>
    (await db.jobs.where('state').anyOf('done', 'failed', 'cancelled').toArray()).filter(
      (job): job is PagesJob => job.kind === 'pages' && job.ask.giveBack.length > 0,
    ),
  );

/** The grants that were for a job are given back. */
export const gaveBack = (db: Database, id: string): Promise<void> =>
  writing(db, [db.jobs], async () => {
    const job = await db.jobs.get(id);
    if (job?.kind === 'pages') await db.jobs.put({ ...job, ask: { ...job.ask, giveBack: [] } });
  });
