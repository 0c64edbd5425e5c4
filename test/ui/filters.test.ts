import '../with-browser';
import { describe, expect, test } from 'vitest';
import type { SessionRow } from '../../src/store/rows';
import {
  EVERYTHING,
  type Filters,
  filtersIn,
  filtersSet,
  isListed,
  localDay,
  queryOf,
  sortedBy,
} from '../../src/ui/library/filters';
import { groupsOf } from '../../src/ui/library/groups';

const row = (id: string, given: Partial<SessionRow> = {}): SessionRow =>
  ({
    id,
    site: 'chatgpt',
    title: id,
    copy: null,
    counts: { events: 3, messages: 2, gaps: 0 },
    started: '2026-10-03T12:00:00.000Z',
    updated: '2026-10-05T12:00:00.000Z',
    ...given,
  }) as unknown as SessionRow;

describe('what the address says of the list', () => {
  test.each<Partial<Filters>>([
    {},
    { text: 'tide & "slack water" ü' },
    { site: 'claude', from: '2026-10-01', to: '2026-10-31', whose: 'copy', gaps: true, sort: 'title' },
  ])('%j comes back as it went', (given) => {
    const filters = { ...EVERYTHING, ...given };
    expect(filtersIn(queryOf(filters))).toEqual(filters);
  });

  test('is empty where everything is listed, and what it says wrongly is left out', () => {
    expect(queryOf(EVERYTHING)).toBe('');
    expect(filtersIn('?from=yesterday&to=%00&whose=them&sort=__proto__&site=')).toEqual(EVERYTHING);
  });
});

describe('which sessions are listed', () => {
  const copy = { from: 'x.zip', at: '2026-10-05T10:00:00.000Z', logHash: '' };
  const all = [
    row('a'),
    row('b', { site: 'claude', counts: { events: 1, messages: 9, gaps: 1 }, title: null }),
    row('c', { copy, updated: '2026-09-01T12:00:00.000Z', started: '2026-08-01T12:00:00.000Z' }),
    row('d', { started: 'not a date' }),
  ];
  test.each<[Partial<Filters>, string]>([
    [{}, 'abcd'],
    [{ site: 'claude' }, 'b'],
    [{ whose: 'own' }, 'abd'],
    [{ whose: 'copy' }, 'c'],
    [{ gaps: true }, 'b'],
    [{ from: '2026-10-05' }, 'abd'],
    [{ from: '2026-10-06' }, ''],
    [{ to: '2026-09-30' }, 'c'],
    [{ from: '2026-07-01', to: '2026-08-31', sort: 'began' }, 'c'],
    [{ from: '2026-01-01', sort: 'began' }, 'abc'],
  ])('%j: %s', (given, ids) => {
    const filters = { ...EVERYTHING, ...given };
    expect(
      all
        .filter((each) => isListed(each, filters))
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids);
  });

  test.each([
    ['changed', 'abcd'],
    ['began', 'abcd'],
    ['title', 'acdb'],
    ['messages', 'bacd'],
  ] as const)('by %s: %s', (sort, ids) => {
    expect(
      sortedBy(all, sort)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids);
  });

  test('words and order are no filters', () => {
    expect(filtersSet({ ...EVERYTHING, text: 'x', sort: 'title' })).toBe(0);
    expect(filtersSet({ ...EVERYTHING, gaps: true, to: '2026-01-01' })).toBe(2);
  });
});

describe('headings of a list', () => {
  const now = Date.parse('2026-10-07T15:00:00');
  const on = (...days: readonly string[]) => days.map((updated) => row(updated, { updated }));
  test('today, yesterday, the days of a week, then months', () => {
    const rows = on(
      '2026-10-07T09:00:00',
      '2026-10-07T00:00:00',
      '2026-10-06T23:59:00',
      '2026-10-01T12:00:00',
      '2026-09-30T12:00:00',
      '2026-09-02T12:00:00',
      '2025-09-02T12:00:00',
    );
    const groups = groupsOf(rows, 'changed', now).map(({ heading, rows: { length } }) => `${heading}: ${length}`);
    expect(groups).toEqual(['Today: 2', 'Yesterday: 1', 'Oct 1, 2026: 1', 'September 2026: 2', 'September 2025: 1']);
  });

  test('none where the order is by no date; what is no date says so', () => {
    expect(groupsOf(on('2026-10-07T09:00:00'), 'title', now)).toMatchObject([{ heading: null }]);
    expect(groupsOf(on('?'), 'changed', now)).toMatchObject([{ heading: 'day not known' }]);
    expect(groupsOf([], 'changed', now)).toEqual([]);
  });

  test('a day is the one of the person’s own time', () => {
    expect(localDay('2026-10-07T00:30:00')).toBe('2026-10-07');
    expect(localDay('x')).toBeNull();
  });
});
