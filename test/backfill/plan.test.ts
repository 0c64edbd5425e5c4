import { describe, expect, test } from 'vitest';
import { afterRead, isAsNew, isNewer, named, onward } from '../../src/backfill/plan';
import type { Listed } from '../../src/providers/lists-contract';
import type { JobError, ListTask } from '../../src/store/job-rows';
import type { ListingRow } from '../../src/store/listings';
import type { SessionRow } from '../../src/store/rows';

const OLD = '2026-09-01T10:00:00.123456Z';
const NEW = '2026-09-02T10:00:00.123456Z';
const said: Listed = { native: 'a', title: 'A', changed: OLD, page: '/c/a' };
const naming = {
  account: { site: 'chatgpt', origin: 'https://chatgpt.com' },
  ...{ scope: null, list: 'normal', round: 'two', asNew: false },
};
const rowOf = (changes: Partial<ListingRow>): ListingRow => ({
  ...named(null, said, naming),
  round: 'one',
  ...changes,
});

describe('what a list says', () => {
  test('is to be read the first time, the latest first', () => {
    expect(named(null, said, naming)).toMatchObject({ state: 'waiting', changed: OLD, tries: 0, readAs: null });
    const [older, newer] = [OLD, NEW].map((changed) => named(null, { ...said, changed }, naming).due);
    expect(newer).toBeLessThan(older ?? 0);
  });

  test('is read again only where it has changed', () => {
    const read = rowOf({ state: 'read', readAs: OLD });
    expect(named(read, said, naming)).toMatchObject({ state: 'read', round: 'two' });
    expect(named(read, { ...said, changed: NEW }, naming)).toMatchObject({ state: 'waiting', readAs: OLD });
    const earlier = { ...said, changed: '2026-08-01T00:00:00Z' };
    expect(named(read, earlier, naming).state).toBe('read');
    expect(named(rowOf({ state: 'gone', readAs: OLD }), said, naming).state).toBe('read');
    expect(named(rowOf({ state: 'failed', readAs: OLD, tries: 3 }), said, naming)).toMatchObject({
      state: 'failed',
      tries: 3,
    });
    expect(named(rowOf({ state: 'failed', tries: 3 }), said, naming)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  test('counts once, in however many lists it stands; the later of two times holds', () => {
    const waits = named(null, said, naming);
    expect(named(waits, { ...said, changed: NEW }, { ...naming, list: 'starred' })).toMatchObject({
      changed: NEW,
      state: 'waiting',
    });
    const read = { ...waits, state: 'read', readAs: OLD } as const;
    expect(named(read, said, { ...naming, list: 'starred' })).toMatchObject({ state: 'read', list: 'starred' });
    const untold = { ...said, changed: null };
    const once = { ...named(null, untold, naming), state: 'read' } as const;
    expect(named(once, untold, naming).state).toBe('read');
    expect(named({ ...once, round: 'one' }, untold, naming).state).toBe('waiting');
  });

  test('need not be read where what is kept is whole and as new', () => {
    const last = {
      at: '2026-09-01T11:00:00.000Z',
      kind: 'same',
      route: 'conversation',
      capture: 'heard',
      cut: false,
      places: [],
    } as const;
    const session = { last } as unknown as SessionRow;
    expect(isAsNew(session, OLD, 'conversation')).toBe(true);
    expect(isAsNew(session, NEW, 'conversation')).toBe(false);
    expect(isAsNew(session, '2026-09-01T10:59:00Z', 'conversation')).toBe(false); // clocks differ
    expect(isAsNew(session, null, 'conversation')).toBe(false);
    expect(isAsNew(session, OLD, 'turns')).toBe(false);
    expect(isAsNew({ last: { ...last, kind: 'drift' } } as unknown as SessionRow, OLD, 'conversation')).toBe(false);
    expect(isAsNew({ last: { ...last, cut: true } } as unknown as SessionRow, OLD, 'conversation')).toBe(false);
    expect(isAsNew(null, OLD, 'conversation')).toBe(false);
    expect(isNewer('no time', OLD)).toBe(true);
  });
});

describe('what became of a read', () => {
  const end = (error: JobError | null, changes: Partial<ListingRow> = {}, isBroken = false) =>
    afterRead(rowOf({ round: 'two', ...changes }), { error, changed: OLD, round: 'two', isBroken, now: 7 });

  test('is kept as what the list said when it was asked for', () => {
    expect(end(null)).toMatchObject({ state: 'read', readAs: OLD });
    expect(end(null, { changed: NEW })).toMatchObject({ state: 'waiting', readAs: OLD });
  });

  test('what fails is tried again, some times, behind all others', () => {
    expect(end('read-no-answer')).toMatchObject({ state: 'failed', tries: 1, due: 7, error: 'read-no-answer' });
    expect(end('read-no-answer', { tries: 1 }, true)).toMatchObject({ state: 'failed', tries: 1 });
    expect(end('read-drift')).toMatchObject({ state: 'failed', tries: 3, readAs: OLD });
    for (const error of ['context-gone', 'read-busy', 'storage-full'] as const)
      expect(end(error).state).toBe('waiting');
  });

  test('what the site does not have is gone, where no list names it or it says so often', () => {
    expect(end('read-not-found', { round: 'one' }).state).toBe('gone');
    expect(end('read-not-found')).toMatchObject({ state: 'failed', tries: 1 });
    expect(end('read-not-found', { tries: 2 }).state).toBe('gone');
  });
});

describe('a list', () => {
  const task: ListTask = { list: 'normal', path: '/1', scope: null, pages: 0, stale: 0, tries: 2 };
  const page = { listed: [said], leads: [], next: { list: 'normal', path: '/2' } };

  test('goes on, and ends where it says so', () => {
    expect(onward(task, page, 1)).toEqual({ kind: 'more', task: { ...task, path: '/2', pages: 1, tries: 0 } });
    expect(onward(task, { ...page, next: null }, 1)).toEqual({ kind: 'whole' });
  });

  test('that repeats a page is asked for it again, then passes it over, then ends', () => {
    const again = onward(task, page, 0);
    expect(again).toMatchObject({ kind: 'more', task: { path: '/1', stale: 1 } });
    expect(onward({ ...task, stale: 1 }, page, 0)).toMatchObject({ kind: 'more', task: { path: '/2', stale: 2 } });
    expect(onward({ ...task, stale: 2 }, page, 0)).toEqual({ kind: 'broken-off' });
    expect(onward({ ...task, stale: 2 }, page, 1)).toMatchObject({ kind: 'more', task: { stale: 0 } });
  });

  test('that never ends is broken off', () => {
    expect(onward({ ...task, pages: 1_999 }, page, 1)).toEqual({ kind: 'broken-off' });
  });
});
