import { isoTime } from '../lib/time';
import type { SitePace } from '../providers/lists-contract';
import type { Account } from '../store/listings';
import type { PaceRow } from '../store/paces';

/*
 * A bucket of tokens per site, calls that keep their distance, and a break after the site said no: as plain functions of a
 * row, the time and a chance, so that the state outlives whoever worked with it.
 */

const MINUTE = 60_000;
/** After so many failures in a row nothing is asked for a while; a refusal for being too busy counts at once. */
export const BREAKS_AFTER = 3;
const LONGEST = 60;
/** Of a distance or a break, as much again comes on top at most. */
const JITTER = 0.3;

const never = (account: Account, pace: SitePace, now: number): PaceRow => ({
  ...account,
  tokens: pace.burst,
  at: isoTime(now),
  next: null,
  until: null,
  refusals: 0,
});

/** What is in the bucket now. A clock that went back adds nothing. */
export function tokensAt(pace: SitePace, row: PaceRow | null, now: number): number {
  if (!row) return pace.burst;
  const minutes = Math.max(0, now - Date.parse(row.at)) / MINUTE;
  return Math.min(pace.burst, row.tokens + minutes * pace.perMinute);
}

/** When the next call may be made, in milliseconds since 1970; `costs` a token, or none. */
export function readyAt(pace: SitePace, row: PaceRow | null, now: number, costs: 0 | 1): number {
  const lacking = Math.max(0, costs - tokensAt(pace, row, now));
  const refilled = lacking === 0 ? now : now + Math.ceil((lacking / pace.perMinute) * MINUTE);
  return Math.max(now, refilled, timeOf(row?.next), timeOf(row?.until));
}

const timeOf = (iso: string | null | undefined): number => (iso ? Date.parse(iso) : 0);

/** A pace as it stands, and what it is of. */
export interface Standing {
  readonly pace: SitePace;
  readonly account: Account;
  readonly row: PaceRow | null;
  readonly now: number;
  /** From 0 to 1, by chance. */
  readonly chance: number;
}

const current = ({ pace, account, row, now }: Standing): PaceRow => ({
  ...(row ?? never(account, pace, now)),
  tokens: tokensAt(pace, row, now),
  at: isoTime(Math.max(now, timeOf(row?.at))),
});

/** A call was made, by us or by the page: what it costs is taken from the bucket, which may so owe some. */
export function afterCall(standing: Standing, costs: number): PaceRow {
  const { pace, now, chance } = standing;
  const row = current(standing);
  const apart = costs > 0 ? pace.between : pace.betweenLists;
  const next = isoTime(now + Math.ceil(apart * 1000 * (1 + JITTER * chance)));
  return { ...row, tokens: row.tokens - costs, next };
}

/** The site is too busy: its own bucket is empty. It rests as long as the site says, and longer each time. */
export function afterRefusal(standing: Standing, seconds: number | null): PaceRow {
  const row = { ...current(standing), tokens: 0 };
  return broken(row, standing, Math.max((seconds ?? 0) / 60, 2 ** row.refusals));
}

/** A call failed for another reason. `atOnce`: it is no use to try the next one. */
export function afterFailure(standing: Standing, atOnce: boolean): PaceRow {
  const row = current(standing);
  const refusals = atOnce ? Math.max(row.refusals, BREAKS_AFTER - 1) : row.refusals;
  if (refusals + 1 < BREAKS_AFTER) return { ...row, refusals: refusals + 1 };
  return broken({ ...row, refusals }, standing, 2 ** (refusals + 1 - BREAKS_AFTER));
}

function broken(row: PaceRow, { now, chance }: Standing, minutes: number): PaceRow {
  const told = Math.max(Math.min(minutes, LONGEST), 0) * MINUTE;
  const until = Math.max(now + Math.ceil(told * (1 + JITTER * chance)), timeOf(row.until));
  return { ...row, refusals: row.refusals + 1, until: isoTime(until) };
}

/** The site answered. */
export const afterAnswer = (row: PaceRow): PaceRow => ({ ...row, refusals: 0, until: null });

/** How many seconds so many reads take. */
export function secondsFor(pace: SitePace, row: PaceRow | null, reads: number, now: number): number {
  const tokens = Math.max(0, tokensAt(pace, row, now));
  const each = pace.between * (1 + JITTER / 2);
  const refill = ((reads - tokens) / pace.perMinute) * 60;
  return Math.ceil(Math.max(reads * each, refill) + Math.max(0, timeOf(row?.until) - now) / 1000);
}
