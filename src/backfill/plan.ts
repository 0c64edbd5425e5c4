import type { Listed, ListPage } from '../providers/lists-contract';
import type { JobError, ListTask } from '../store/job-rows';
import { type Account, type ListingRow, MOST_TRIES } from '../store/listings';
import type { SessionRow } from '../store/rows';

/*
 * What is to be done next, as plain functions: what a list says is merged into what is known, what became of a read, how a
 * list goes on. Lists are not believed: each conversation is one row, whatever lists it and how often.
 */

/** A browser's clock and a site's may differ by so much. Milliseconds. */
const CLOCKS_APART = 120_000;

/** True if a conversation was changed since it was read. A site that says an earlier time now has changed nothing. */
export function isNewer(changed: string | null, readAs: string | null): boolean {
  if (changed === readAs) return changed === null;
  if (changed === null || readAs === null) return true;
  const [now, then] = [Date.parse(changed), Date.parse(readAs)];
  return Number.isNaN(now) || Number.isNaN(then) ? true : now > then;
}

/** True if what is kept was read whole after the conversation was changed, by whoever asked. `route`: the one that is whole. */
export function isAsNew(session: SessionRow | null, changed: string | null, route: string): boolean {
  const last = session?.last;
  if (!last || changed === null || last.route !== route || last.cut || last.kind === 'drift') return false;
  return Date.parse(last.at) >= Date.parse(changed) + CLOCKS_APART;
}

/** The latest first; what does not say when comes after. */
const dueOf = (changed: string | null): number => -(Date.parse(changed ?? '') || 0);
/** What is only looked for, since no list names it any more, comes behind everything else. */
export const LOOKED_FOR = 1;

export interface Naming {
  readonly account: Account;
  readonly scope: string | null;
  readonly list: string;
  readonly round: string;
  /** What is kept is as new. */
  readonly asNew: boolean;
}

/** What is known of a conversation once a list has named it. */
export function named(before: ListingRow | null, said: Listed, { account, asNew, ...where }: Naming): ListingRow {
  const again = before?.round === where.round; // in two lists, or twice in one
  const isLater = isNewer(said.changed, before?.changed ?? null);
  const changed = again && !isLater ? before.changed : said.changed;
  const row = {
    ...account,
    ...where,
    ...{ native: said.native, page: said.page, title: said.title ?? before?.title ?? null, changed },
    ...{ due: dueOf(changed), readAs: before?.readAs ?? null, tries: 0, error: null },
  };
  if (asNew) return { ...row, state: 'read', readAs: changed };
  if (before && (again ? !isLater || said.changed === null : !isNewer(changed, before.readAs)))
    return { ...row, ...asBefore(before, again) };
  return { ...row, state: 'waiting' };
}

/** It has not changed: it stays as it is. What was taken for gone is there again. */
const asBefore = ({ state, due, tries, error }: ListingRow, again: boolean) =>
  ({ state: state === 'gone' || (state === 'waiting' && !again) ? 'read' : state, due, tries, error }) as const;

/** What ends a try without saying anything of the conversation: it waits as before. */
const OF_US: ReadonlySet<JobError> = new Set([
  'cancelled',
  'context-gone',
  'database-newer',
  'no-permission',
  'read-busy',
  'storage-blocked',
  'storage-full',
]);
/** It would be the same again, until the conversation changes or a release reads it. */
const FOR_GOOD: ReadonlySet<JobError> = new Set(['read-drift', 'read-empty']);

export interface Ended {
  /** Null: it was read. */
  readonly error: JobError | null;
  /** What the list said when it was asked for. */
  readonly changed: string | null;
  readonly round: string;
  /** The site answers nobody just now: the failure says nothing of this one. */
  readonly isBroken: boolean;
  readonly now: number;
}

/** What is known of a conversation once a read of it has ended. */
export function afterRead(row: ListingRow, { error, changed, round, isBroken, now }: Ended): ListingRow {
  if (error === null) {
    const grown = isNewer(row.changed, changed) && row.changed !== null; // while it was read, a list said more
    return { ...row, state: grown ? 'waiting' : 'read', readAs: changed, tries: 0, error: null };
  }
  if (OF_US.has(error)) return row;
  if (FOR_GOOD.has(error)) return { ...row, state: 'failed', due: now, readAs: changed, tries: MOST_TRIES, error };
  const tries = isBroken ? row.tries : row.tries + 1;
  const isGone = error === 'read-not-found' && (row.round !== round || tries >= MOST_TRIES);
  return { ...row, state: isGone ? 'gone' : 'failed', due: now, tries, error };
}

/** Pages of one list, lists of one round, and pages in a row that may bring nothing new. */
const MOST_PAGES = 2_000;
export const MOST_LISTS = 2_000;
const MOST_STALE = 3;

/** How a list goes on after a page, or how it ended. */
export type Onward =
  | { readonly kind: 'more'; readonly task: ListTask }
  | { readonly kind: 'whole' }
  | { readonly kind: 'broken-off' };

/**
 * A page that brings nothing new is asked for again, since some come twice; after that the list goes on, and ends where it
 * only repeats itself. `fresh`: how many conversations (or other lists) of it this list had not named before.
 */
export function onward(task: ListTask, { next }: ListPage, fresh: number): Onward {
  const stale = fresh > 0 ? 0 : task.stale + 1;
  const more = { ...task, pages: task.pages + 1, stale, tries: 0 };
  if (next === null) return { kind: 'whole' };
  if (stale >= MOST_STALE || more.pages >= MOST_PAGES) return { kind: 'broken-off' };
  return { kind: 'more', task: stale === 1 ? more : { ...more, path: next.path } };
}

/** The name of a list among those of all scopes. */
export const listKey = ({ list, scope }: Pick<ListTask, 'list' | 'scope'>): string =>
  scope === null ? list : `${list} ${scope}`;
