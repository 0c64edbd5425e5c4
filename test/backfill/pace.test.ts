import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterAnswer,
  afterCall,
  afterFailure,
  afterRefusal,
  readyAt,
  type Standing,
  secondsFor,
  tokensAt,
} from '../../src/backfill/pace';
import type { SitePace } from '../../src/providers/lists-contract';
import type { PaceRow } from '../../src/store/paces';

const PACE = { burst: 180, perMinute: 1, between: 3, betweenLists: 1, counts: ['conversation'] };
const account = { site: 'chatgpt', origin: 'https://chatgpt.com' };
const START = Date.UTC(2026, 10, 1);
const standing = (row: PaceRow | null, now: number, chance = 0): Standing => ({
  pace: PACE,
  account,
  row,
  now,
  chance,
});
const minutes = (row: PaceRow, now: number): number => (Date.parse(row.until ?? '') - now) / 60_000;

/** When calls are made by somebody who makes each as soon as he may, or later. */
function timesOf(pace: SitePace, waits: readonly { readonly late: number; readonly chance: number }[]): number[] {
  let row: PaceRow | null = null;
  let now = START;
  return waits.map(({ late, chance }) => {
    now = readyAt(pace, row, now + Math.max(0, late - 100_000), 1);
    row = afterCall({ pace, account, row, now, chance }, 1);
    return now;
  });
}

describe('a site’s pace', () => {
  test('never allows more reads in any window than the bucket and what each minute brings', () => {
    const gaps = fc.array(
      fc.record({ late: fc.integer({ min: 0, max: 200_000 }), chance: fc.float({ min: 0, max: 1, noNaN: true }) }),
      {
        minLength: 1,
        maxLength: 200,
      },
    );
    const pace = fc.record({
      burst: fc.integer({ min: 1, max: 30 }),
      perMinute: fc.integer({ min: 1, max: 20 }),
      between: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(gaps, pace, (waits, numbers) => {
        const mine = { ...numbers, betweenLists: 1, counts: [] };
        const times = timesOf(mine, waits);
        const isWithin = (from: number, to: number): boolean =>
          to - from + 1 <= mine.burst + (((times[to] ?? 0) - (times[from] ?? 0)) / 60_000) * mine.perMinute + 1e-6;
        return times.every((_, from) => times.every((__, to) => to < from || isWithin(from, to)));
      }),
    );
  });

  test('keeps calls apart, and what the page itself asks for is taken from the bucket, too', () => {
    const once = afterCall(standing(null, START, 1), 1);
    expect(tokensAt(PACE, once, START)).toBe(179);
    expect(readyAt(PACE, once, START, 0)).toBe(START + 3_900);
    let row: PaceRow | null = once;
    for (let n = 0; n < 185; n++) row = afterCall(standing(row, START), 1);
    expect(tokensAt(PACE, row, START)).toBe(-6);
    expect(readyAt(PACE, row, START, 1)).toBe(START + 7 * 60_000);
  });

  test('rests as long as the site says, and longer each time that it refuses', () => {
    const told = afterRefusal(standing(null, START), 120);
    expect(minutes(told, START)).toBe(2);
    expect(tokensAt(PACE, told, START)).toBe(0);
    let row: PaceRow | null = null;
    const breaks: number[] = [];
    for (let n = 0; n < 8; n++) {
      const now: number = row === null ? START : Date.parse(row.until ?? '');
      row = afterRefusal(standing(row, now), null);
      breaks.push(minutes(row, now));
    }
    expect(breaks).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(afterAnswer(row as PaceRow)).toMatchObject({ refusals: 0, until: null });
  });

  test('breaks off only after some failures in a row, or at once where the next would fail as well', () => {
    const first = afterFailure(standing(null, START), false);
    expect([first.until, first.refusals]).toEqual([null, 1]);
    const third = afterFailure(standing(afterFailure(standing(first, START), false), START), false);
    expect([minutes(third, START), third.refusals]).toEqual([1, 3]);
    const atOnce = afterFailure(standing(null, START), true);
    expect([minutes(atOnce, START), atOnce.refusals]).toEqual([1, 3]);
  });

  test('is not quickened by a clock that jumps', () => {
    const row = afterCall(standing(null, START), 100);
    expect(tokensAt(PACE, row, START - 3_600_000)).toBe(80);
    expect(tokensAt(PACE, row, START + 365 * 86_400_000)).toBe(180);
  });

  test('says how long the rest takes', () => {
    expect(secondsFor(PACE, null, 100, START)).toBe(345);
    expect(secondsFor(PACE, null, 1_200, START)).toBe(1_020 * 60);
  });
});
