import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { settlerOf } from '../../src/capture/sink/settler';
import { Fault } from '../../src/lib/fault';
import { FLOOR, RESERVE } from '../../src/store/care';
import type { Database } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import { note, readJournal } from '../../src/store/journal';
import { endedExchanges } from '../../src/store/pending';
import { listSessions } from '../../src/store/sessions';
import { capture, practiceRead, sinkOver, tell } from '../capture/offer';
import { chat } from '../capture/talk';
import { type Around, aroundOf, caredFor } from './cared';

const TALK = practiceRead(chat('bread', ['How long?', 'An hour.']));
const AT = '2026-12-01T00:00:00.000Z';
/** A new one each time: the database puts its number into it. */
const line = () => ({ at: AT, what: 'asked', site: null, detail: '' }) as const;
const MIB = 1024 * 1024;

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => (Fault.is(error) ? error.code : String(error)),
  );

/** What is put into a table from now on, by its size. */
function weighing(table: string): number[] {
  const sizes: number[] = [];
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, ...key) {
    if (this.name === table) sizes.push((value as { bytes: Uint8Array }).bytes.length);
    return put.call(this, value, ...key);
  });
  return sizes;
}

/** Whether the writes so far were those of a mending: more than Chromium collects twice, in pieces that go into its log. */
function isMending(sizes: readonly number[]): boolean {
  return sizes.reduce((sum, size) => sum + size, 0) > 10 * MIB && sizes.every((size) => size < 60_000);
}

/** The types of the package ask for the class where the function takes one of its kind. */
const closedByBrowser = (db: Database): void => forceCloseDatabase(db.backendDB() as unknown as typeof IDBDatabase);

afterEach(() => vi.restoreAllMocks());

describe('with little left on the disk', () => {
  test('nothing is written below the floor, and no transaction is begun', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    await note(db, line());
    around.free = FLOOR - 1;
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    expect(begun).not.toHaveBeenCalled();
    expect(around.sound).toBe(true); // nothing was tried: nothing can have broken off
    expect(await readJournal(db)).toHaveLength(1);
  });

  test('above it what is small is written and what is kept can be deleted, but nothing new comes', async () => {
    const around = aroundOf();
    const sink = sinkOver(await caredFor(around));
    const session = await capture(sink, TALK);
    around.free = RESERVE - 1;
    expect(await codeOf(tell(sink, TALK))).toBe('storage-full');
    expect(await codeOf(note(sink.db, line()))).toBe('done');
    await deleteSessions(sink.db, [session?.id ?? ''], AT);
    expect(await listSessions(sink.db)).toEqual([]);
  });

  test('what waits is read when there is room again, with room for its own size', async () => {
    const around = aroundOf();
    const sink = sinkOver(await caredFor(around));
    const row = await tell(sink, TALK);
    const settler = settlerOf(sink, (work) => work());
    for (const free of [FLOOR - 1, FLOOR, RESERVE - 1, RESERVE + (row?.bytes ?? 0) - 1]) {
      around.free = free;
      await settler.run();
      expect(settler.trouble(), `${free} left`).toBe('storage-full');
      expect(await endedExchanges(sink.db)).toMatchObject([{ tries: 0 }]);
    }
    around.free = RESERVE + MIB;
    await settler.run();
    expect(settler.trouble()).toBeNull();
    expect(await listSessions(sink.db)).toMatchObject([{ native: 'bread' }]);
  });

  test('a browser that does not say what is left is believed until it refuses', async () => {
    const sink = sinkOver(await caredFor(aroundOf({ free: null })));
    expect(await capture(sink, TALK)).toMatchObject({ native: 'bread' });
  });

  test('the database is not even opened where opening would be a risk, and is when there is room', async () => {
    const around = aroundOf({ free: 15 * MIB });
    const name = `unopened-${crypto.randomUUID()}`;
    const open = vi.spyOn(indexedDB, 'open');
    expect(await codeOf(caredFor(around, name))).toBe('storage-full');
    expect(open).not.toHaveBeenCalled();
    around.free = 17 * MIB;
    expect(await listSessions(await caredFor(around, name))).toEqual([]);
  });
});

/** What is free at each look from now on: the last for good. Gives how many milliseconds were waited for so far. */
function flickering(around: Around, free: readonly number[]): () => number {
  const left = [...free];
  let waited = 0;
  const step = (): void => {
    around.free = left.shift() ?? around.free;
  };
  around.pause = async (milliseconds) => {
    waited += milliseconds;
    step();
  };
  step();
  return () => waited;
}

describe('a disk that was full a moment ago', () => {
  test('is not written to before there was room for three seconds on end', async () => {
    const around = aroundOf({ free: 2 ** 40 });
    const db = await caredFor(around);
    around.free = FLOOR - 1;
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const room = Array.from({ length: 29 }, () => RESERVE);
    flickering(around, [...room, 0]);
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    expect(begun).not.toHaveBeenCalled();
    const waited = flickering(around, [RESERVE]);
    expect(await codeOf(note(db, line()))).toBe('done');
    expect(waited()).toBe(3000);
    expect(await codeOf(note(db, line()))).toBe('done');
    expect(waited()).toBe(3000); // and then as ever
  });

  test('but what was only too large for it keeps nothing else waiting', async () => {
    const around = aroundOf();
    const sink = sinkOver(await caredFor(around));
    const waited = flickering(around, [RESERVE - 1]);
    expect(await codeOf(tell(sink, TALK))).toBe('storage-full');
    await note(sink.db, line());
    expect(waited()).toBe(0);
  });
});

describe('a database whose last write may have broken off', () => {
  test('is not opened again before there was room for three seconds on end: opening writes, too', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    await note(db, line());
    closedByBrowser(db);
    const open = vi.spyOn(indexedDB, 'open');
    flickering(around, [FLOOR, FLOOR, FLOOR - 1]);
    expect(await codeOf(readJournal(db))).toBe('storage-full');
    expect(open).not.toHaveBeenCalled();
    const waited = flickering(around, [FLOOR]);
    expect(await codeOf(readJournal(db))).toBe('done');
    expect(waited()).toBe(3000);
    expect(around.sound).toBe(true);
  });

  test('is not opened by another context either', async () => {
    const around = aroundOf({ sound: false });
    const open = vi.spyOn(indexedDB, 'open');
    flickering(around, [FLOOR, FLOOR - 1]);
    expect(await codeOf(caredFor(around))).toBe('storage-full');
    expect(open).not.toHaveBeenCalled();
  });

  test('is looked after for half a second when the browser has just started, and not at all once it is sound', async () => {
    const around = aroundOf({ sound: null });
    const waited = flickering(around, [FLOOR]);
    const name = `started-${crypto.randomUUID()}`;
    await caredFor(around, name);
    expect(waited()).toBe(500);
    expect(around.sound).toBe(true);
    await caredFor(around, name);
    expect(waited()).toBe(500);
  });

  test('counts as broken off again when the mending itself breaks off', async () => {
    const around = aroundOf({ sound: null });
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await caredFor(around);
    full.mockRestore();
    expect(around.sound).toBe(false);
  });

  test('is mended as soon as it is opened, before anybody reads or writes, and nothing of that stays', async () => {
    const around = aroundOf({ sound: false });
    const sizes = weighing('chunks');
    const db = await caredFor(around);
    expect(isMending(sizes)).toBe(true);
    expect(around.sound).toBe(true);
    expect(await db.chunks.count()).toBe(0);
  });

  test('is mended once, however many contexts open it, and not again until the browser starts', async () => {
    const around = aroundOf({ sound: false });
    const sizes = weighing('chunks');
    const name = `shared-${crypto.randomUUID()}`;
    const [db] = await Promise.all([caredFor(around, name), caredFor(around, name)]);
    await note(db, line());
    await (await caredFor(around, name)).journal.count();
    expect(sizes.length).toBe(256);
  });

  test('is mended before the next write after one that was refused', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    expect(around.sound).toBe(false);
    full.mockRestore();
    const sizes = weighing('chunks');
    around.free = FLOOR - 1;
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    expect(sizes).toEqual([]);
    around.free = FLOOR;
    await note(db, line());
    expect(isMending(sizes)).toBe(true);
    expect(around.sound).toBe(true);
    expect(await readJournal(db)).toHaveLength(1);
  });

  test('is mended where the browser only aborted what was under way, as Chromium does when it closes the database', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    const { add } = IDBObjectStore.prototype;
    const aborted = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      value,
    ) {
      const asked = add.call(this, value);
      this.transaction.abort();
      return asked;
    });
    expect(await codeOf(note(db, line()))).toBe('storage-blocked');
    expect(around.sound).toBe(false);
    aborted.mockRestore();
    expect(await codeOf(note(db, line()))).toBe('done');
    expect(around.sound).toBe(true);
  });

  test('and that cannot be mended yet is read, and not written to', async () => {
    const around = aroundOf({ sound: false });
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const db = await caredFor(around);
    expect(await readJournal(db)).toEqual([]);
    expect(await codeOf(note(db, line()))).toBe('storage-full');
    full.mockRestore();
    expect(await codeOf(note(db, line()))).toBe('done');
    expect(around.sound).toBe(true);
  });

  test('closed by the browser, it is opened and mended by whatever comes next', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    await note(db, line());
    const sizes = weighing('chunks');
    closedByBrowser(db);
    expect(db.isOpen()).toBe(false);
    expect(await readJournal(db)).toHaveLength(1);
    expect(isMending(sizes)).toBe(true);
  });

  test('that could not be opened is opened by the next who reads, and mended', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    closedByBrowser(db);
    const failing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
    expect(await codeOf(listSessions(db))).toBe('storage-blocked');
    failing.mockRestore();
    expect(await listSessions(db)).toEqual([]);
    expect(around.sound).toBe(true);
  });
});
