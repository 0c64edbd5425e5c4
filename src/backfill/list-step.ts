import { isoTime } from '../lib/time';
import type { ListTold } from '../messages/to-relay';
import { sessionKey } from '../model/ids';
import type { Listed, ListPage } from '../providers/lists-contract';
import { writing } from '../store/database';
import type { BackfillJob, JobError, ListTask } from '../store/job-rows';
import { note } from '../store/journal';
import { ownSession } from '../store/keep';
import { afterAnswer, afterCall, afterFailure, afterRefusal } from './pace';
import { change, type Doing, standing } from './parts';
import { isAsNew, LOOKED_FOR, listKey, MOST_LISTS, named, onward } from './plan';

/** After so many tries the site is taken at its word that there is no such list. */
const MOST_TRIES = 5;

/** Asks for the next page of the next list, or for the scopes that there are. False: the page could not be asked. */
export async function listStep(each: Doing, tab: number): Promise<boolean> {
  const { services, job, site } = each;
  const { sink, doors } = services;
  const task = job.lists?.[0] ?? null;
  await keepPace(each, (at) => afterCall(at, 0));
  await change(each, { progress: { step: 'listing', done: 0, total: null }, rests: null });
  if (task?.pages === 0) await noteList(each, task);
  const order = { ask: task && { list: task.list, path: task.path }, scope: task?.scope ?? null };
  const told = (await doors.listIn(tab, site.id, order)) as ListTold | null;
  if (told === null) return false;
  if (told.kind === 'failed') await failed(each, task, told);
  else
    await writing(sink.db, [sink.db.listings, sink.db.sessions, sink.db.jobs, sink.db.paces], async () => {
      await keepPace(each, ({ row, ...rest }) => afterAnswer(row ?? afterCall({ row, ...rest }, 0)));
      if (told.kind === 'scopes') await begin(each, told.scopes);
      else if (task && told.kind === 'page') await keepPage(each, task, told.page);
      else if (task) await leaveOut(each, task, 'read-drift');
    });
  return true;
}

const noteList = async ({ services: { sink }, account }: Doing, { list }: ListTask): Promise<unknown> =>
  note(sink.db, { at: isoTime(sink.now()), what: 'backfill', site: account.site, detail: `list ${list}` });

/** Changes how the site's pace stands. */
export async function keepPace(
  each: Omit<Doing, 'job'>,
  next: (at: Awaited<ReturnType<typeof standing>>) => ReturnType<typeof afterCall>,
): Promise<void> {
  const { db } = each.services.sink;
  await writing(db, [db.paces], async () => void (await db.paces.put(next(await standing(each)))));
}

async function begin(each: Doing, scopes: readonly (string | null)[]): Promise<void> {
  const lists = scopes.flatMap((scope) => each.lists.begin(scope).map((ask) => taskOf(ask, scope)));
  await change(each, { lists, trouble: null });
}

const taskOf = ({ list, path }: Pick<ListTask, 'list' | 'path'>, scope: string | null): ListTask => ({
  ...{ list, path, scope },
  ...{ pages: 0, stale: 0, tries: 0 },
});

/** What a page lists is known from now on, and the list goes on: one transaction. */
async function keepPage(each: Doing, task: ListTask, page: ListPage): Promise<void> {
  const { job } = each;
  let fresh = 0;
  for (const said of page.listed) if (await keepListed(each, task, said)) fresh++;
  const rest = job.lists?.slice(1) ?? [];
  const known = new Set([...job.whole, ...job.leftOut.map(({ list }) => list), ...[task, ...rest].map(listKey)]);
  const leads = page.leads.map((ask) => taskOf(ask, task.scope)).filter((lead) => !known.has(listKey(lead)));
  const went = onward(task, page, fresh + leads.length);
  const lists = [...(went.kind === 'more' ? [went.task] : []), ...rest, ...leads].slice(0, MOST_LISTS);
  const brokenOff = { list: task.list, because: 'read-site-error' } as const;
  await goOn(each, {
    lists,
    whole: went.kind === 'whole' ? [...job.whole, listKey(task)] : job.whole,
    leftOut: went.kind === 'broken-off' ? [...job.leftOut, brokenOff] : job.leftOut,
  });
}

/** True if this list had not named it before. */
async function keepListed({ services, account, job, site }: Doing, task: ListTask, said: Listed): Promise<boolean> {
  const { db } = services.sink;
  const list = listKey(task);
  const before = (await db.listings.get([account.site, account.origin, said.native])) ?? null;
  const inRound = before?.round === job.round ? before : null;
  const kept = (await ownSession(db, sessionKey(account.site, account.origin, said.native))) ?? null;
  const asNew = isAsNew(kept, said.changed, site.call?.ways[0].route ?? '');
  const { scope } = inRound ?? task; // as the first list said that named it
  await db.listings.put(named(before, said, { account, scope, list, round: job.round, asNew }));
  return inRound?.list !== list;
}

async function leaveOut(each: Doing, task: ListTask, because: JobError): Promise<void> {
  const { job } = each;
  await goOn(each, {
    lists: job.lists?.slice(1) ?? [],
    whole: job.whole,
    leftOut: [...job.leftOut, { list: task.list, because }],
  });
}

/** Once all lists have come, what none of them names any more is looked for by itself. */
async function goOn(each: Doing, changed: Pick<BackfillJob, 'lists' | 'whole' | 'leftOut'>): Promise<void> {
  const isMissed = changed.lists?.length === 0 && !(await lookForMissing(each, changed));
  const leftOut = isMissed ? [...changed.leftOut, { list: '', because: 'read-not-found' as const }] : changed.leftOut;
  await change(each, { ...changed, leftOut, trouble: null });
}

/** So many are looked for; where more are missing, it may be another account, and nothing is said of them. */
const FEW = 20;

/** False: too many are missing. Only what stood in lists that came whole is. */
async function lookForMissing(
  { services, account, job }: Doing,
  { whole, leftOut }: Pick<BackfillJob, 'whole' | 'leftOut'>,
): Promise<boolean> {
  const { listings } = services.sink.db;
  const complete = new Set(whole);
  const { site, origin } = account;
  const all = await listings
    .where('[site+origin+native]')
    .between([site, origin, ''], [site, origin, '\uffff'])
    .toArray();
  const missing = all.filter(
    ({ round, state, list }) => round !== job.round && state !== 'gone' && (leftOut.length === 0 || complete.has(list)),
  );
  if (missing.length > Math.max(FEW, all.length / 10)) return false;
  await listings.bulkPut(missing.map((row) => ({ ...row, state: 'waiting', due: LOOKED_FOR, tries: 0, error: null })));
  return true;
}

/** The site did not give a list: it is asked again later, or left out. */
async function failed(
  each: Doing,
  task: ListTask | null,
  { because, after }: Extract<ListTold, { kind: 'failed' }>,
): Promise<void> {
  const { db } = each.services.sink;
  await writing(db, [db.listings, db.sessions, db.jobs, db.paces], async () => {
    if (because === 'busy') return keepPace(each, (at) => afterRefusal(at, after ?? null));
    if (because === 'not-found' && task) return leaveOut(each, task, 'read-not-found');
    await keepPace(each, (at) => afterFailure(at, because === 'signed-out' || because === 'refused'));
    const error = `read-${because === 'cancelled' ? 'no-answer' : because}` as const;
    if (task && because === 'site-error') return again(each, task, error);
    await change(each, { trouble: error });
  });
}

/** The site failed at a list: some times more, and it is left out. */
async function again(each: Doing, task: ListTask, error: JobError): Promise<void> {
  const tries = task.tries + 1;
  if (tries >= MOST_TRIES) return leaveOut(each, task, error);
  await change(each, { lists: [{ ...task, tries }, ...(each.job.lists?.slice(1) ?? [])] });
}
