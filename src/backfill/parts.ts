import type { Services } from '../capture/watch/services';
import { Fault } from '../lib/fault';
import type { Site } from '../providers/contract';
import type { SiteLists } from '../providers/lists-contract';
import { changeBackfill } from '../store/backfills';
import type { BackfillJob } from '../store/job-rows';
import { type Account, countListings } from '../store/listings';
import { readPace } from '../store/paces';
import { type Standing, secondsFor } from './pace';

/** What bringing in everything works with. */
export interface BackfillParts {
  readonly services: Services;
  readonly listsOf: (site: string) => SiteLists | null;
  /** Whoever works on it: one of a kind in this browser. */
  readonly holder: string;
  /** From 0 to 1, by chance. */
  readonly random: () => number;
}

/** One of them, and what is known of its site. */
export interface Doing extends BackfillParts {
  readonly job: BackfillJob;
  readonly account: Account;
  readonly lists: SiteLists;
  readonly site: Site;
}

/** Null: the site is none that can be listed, in this release. */
export function doing(parts: BackfillParts, job: BackfillJob): Doing | null {
  const lists = parts.listsOf(job.ask.site);
  const { site, origin } = job.ask;
  return lists && { ...parts, job, account: { site, origin }, lists, site: lists.site };
}

/** Writes how it stands. Throws `cancelled` where it has ended meanwhile, or is another's. */
export async function change(
  { services, job, holder }: Doing,
  changed: Partial<Omit<BackfillJob, 'id' | 'kind' | 'ask'>>,
): Promise<BackfillJob> {
  const next = await changeBackfill(services.sink.db, { id: job.id, holder }, (before) => ({ ...before, ...changed }));
  if (!next) throw new Fault('cancelled');
  return next;
}

/** The site's pace as it stands now. Part of a transaction where it is to be changed. */
export async function standing({ services, account, lists, random }: Omit<Doing, 'job'>): Promise<Standing> {
  const { sink } = services;
  const row = await readPace(sink.db, account.site, account.origin);
  return { pace: lists.pace, account, row, now: sink.now(), chance: random() };
}

/** How far it is, and how long the rest takes. */
export async function soFar(each: Doing): Promise<Pick<BackfillJob, 'progress' | 'seconds'>> {
  const { services, account, lists } = each;
  const counts = await countListings(services.sink.db, account);
  const { row, now } = await standing(each);
  const left = counts.waiting + counts.later;
  const total = counts.waiting + counts.read + counts.failed;
  const progress = { step: 'reading', done: total - left, total } as const;
  return { progress, seconds: secondsFor(lists.pace, row, left, now) };
}
