import { t } from '../../platform/strings';
import type { SessionRow } from '../../store/rows';
import { day, month } from '../format';
import { dateOf, localDay, type Sort } from './filters';

/** What stands above some sessions of a list. */
export interface Group {
  /** In words, or null where the list is not ordered by a date. */
  readonly heading: string | null;
  readonly rows: readonly SessionRow[];
}

/** How many days back each day has a heading of its own; before that every month has one. */
const DAYS = 7;
const A_DAY = 86_400_000;

/**
 * A list in stretches of one date: today, yesterday, the days of the last week, then months.
 * @param now epoch milliseconds
 */
export function groupsOf(rows: readonly SessionRow[], sort: Sort, now: number): readonly Group[] {
  if (sort !== 'changed' && sort !== 'began') return [{ heading: null, rows }];
  const groups: { readonly heading: string; readonly rows: SessionRow[] }[] = [];
  const recent = recentDays(now);
  for (const row of rows) {
    const heading = headingOf(dateOf(row, sort), recent);
    const last = groups.at(-1);
    if (last?.heading === heading) last.rows.push(row);
    else groups.push({ heading, rows: [row] });
  }
  return groups;
}

/** The last days, today first; by the calendar, since days are not equally long. */
function recentDays(now: number): readonly string[] {
  const noon = new Date(now).setHours(12, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, back) => localDay(new Date(noon - back * A_DAY).toISOString()) ?? '');
}

function headingOf(date: string, recent: readonly string[]): string {
  const on = localDay(date);
  if (on === null) return t('time_not_known');
  const back = recent.indexOf(on);
  if (back === 0) return t('group_today');
  if (back === 1) return t('group_yesterday');
  return back > 0 ? day(date) : month(date);
}
