import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { settlerOf } from '../../src/capture/sink/settler';
import { Fault } from '../../src/lib/fault';
import { openDatabase } from '../../src/store/database';
import { storageFault } from '../../src/store/faults';
import { note, readJournal } from '../../src/store/journal';
import { endedExchanges } from '../../src/store/pending';
import { listSessions, readLog } from '../../src/store/sessions';
import { changeSettings, LIMITS, type LimitName, readSettings } from '../../src/store/settings';
import { capture, newDatabase, practiceRead, sinkOver, tell } from '../capture/offer';
import { chat } from '../capture/talk';

const NOW = '2026-12-01T00:00:00.000Z';
const TALK = practiceRead(chat('bread', ['How long?', 'An hour.']));

/** Opens a database as a release of another version would. */
const openAs = (name: string, version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () => {
      if (!asked.result.objectStoreNames.contains('ribbons')) asked.result.createObjectStore('ribbons');
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error('blocked'));
  });

const faultOf = async (work: () => Promise<unknown>): Promise<string | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    return Fault.is(error) ? error.code : String(error);
  }
};

describe('a database of a newer release', () => {
  test('is read, and never written', async () => {
    const name = `newer-${crypto.randomUUID()}`;
    const db = await newDatabase(name);
    const session = await capture(sinkOver(db), TALK);
    db.close();
    (await openAs(name, 90)).close();
    const older = await openDatabase({ name });
    expect(await listSessions(older)).toMatchObject([{ native: 'bread' }]);
    expect((await readLog(older, session?.id ?? ''))?.length).toBe(session?.tail.seq);
    expect(await faultOf(() => capture(sinkOver(older), TALK))).toBe('database-newer');
    expect(await faultOf(() => changeSettings(older, { paused: ['chatgpt'] }))).toBe('database-newer');
    older.close();
    const raw = await openAs(name, 90);
    expect([...raw.objectStoreNames]).toContain('ribbons');
    raw.close();
  });

  test('takes over while a page of the older one is open: that one lets go and says so', async () => {
    const name = `replaced-${crypto.randomUUID()}`;
    const onReplaced = vi.fn();
    const page = await openDatabase({ name, onReplaced });
    (await openAs(name, 90)).close();
    expect(onReplaced).toHaveBeenCalledOnce();
    expect(await listSessions(page)).toEqual([]);
    expect(await faultOf(() => note(page, { at: NOW, what: 'asked', site: null, detail: '' }))).toBe('database-newer');
  });
});

describe('storage that refuses', () => {
  /** Makes every write to a table fail as the browser does, until it is told to stop. */
  const refusing = (error: () => DOMException): (() => void) => {
    const spies = (['put', 'add'] as const).map((method) =>
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
        throw error();
      }),
    );
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  };

  test('a full disk: a clear word, what is there stays, what waits is kept and read when there is room', async () => {
    const sink = sinkOver(await newDatabase());
    await tell(sink, TALK);
    const settler = settlerOf(sink, (work) => work());
    const stop = refusing(() => new DOMException('no room', 'QuotaExceededError'));
    await settler.run();
    expect(settler.trouble()).toBe('storage-full');
    expect(await faultOf(() => tell(sink, TALK))).toBe('storage-full');
    stop();
    expect(await endedExchanges(sink.db)).toHaveLength(1);
    await settler.run();
    expect(settler.trouble()).toBeNull();
    expect(await listSessions(sink.db)).toMatchObject([{ native: 'bread' }]);
    expect(await endedExchanges(sink.db)).toEqual([]);
  });

  test('a disk with room for small things only: what waits does not count as tried, however long that lasts', async () => {
    const sink = sinkOver(await newDatabase());
    await tell(sink, TALK);
    const settler = settlerOf(sink, (work) => work());
    const { add } = IDBObjectStore.prototype;
    const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'contents') throw new DOMException('no room', 'QuotaExceededError');
      return add.apply(this, given);
    });
    for (let minute = 0; minute < 9; minute++) {
      await settler.run();
      expect(settler.trouble()).toBe('storage-full');
    }
    spy.mockRestore();
    await settler.run();
    expect(await listSessions(sink.db)).toMatchObject([{ native: 'bread', counts: { messages: 2, gaps: 0 } }]);
  });

  test('a full disk as Chromium says it of large values: the transaction is aborted with a DataError', () => {
    const inner = new DOMException('Failed to write blobs (IOError)', 'DataError');
    expect(storageFault(new Dexie.AbortError('aborted', inner))?.code).toBe('storage-full');
    expect(storageFault(new DOMException('not a valid key', 'DataError'))).toBeNull();
  });

  test.each(['InvalidStateError', 'UnknownError', 'SecurityError'])('%s is blocked storage', async (error) => {
    const db = await newDatabase();
    const stop = refusing(() => new DOMException('', error));
    expect(await faultOf(() => note(db, { at: NOW, what: 'asked', site: null, detail: '' }))).toBe('storage-blocked');
    stop();
    expect(await readJournal(db)).toEqual([]);
  });

  test('a fault of our own is not taken for one of the storage', async () => {
    const db = await newDatabase();
    const sink = { ...sinkOver(db), about: () => Promise.reject(new TypeError('ours')) };
    expect(await faultOf(() => capture(sink, TALK))).toBe('TypeError: ours');
  });
});

const FILES = {
  ...{ files: true, largestFile: 64 * 1024 * 1024, mostFiles: 500, filesAtOnce: 3, fileSeconds: 900 },
  ...{ pageBytes: 5 * 1024 * 1024, pageSeconds: 20, pageImages: 20, imageBytes: 5 * 1024 * 1024 },
  ...{ pauses: [], watchPages: false, quietSeconds: 20 },
  backupPart: 2 * 1024 * 1024 * 1024,
};

const FOLDER = {
  folder: { on: false, place: 'downloads', pattern: 'Valise/{site}/{date} {title}.zip', keep: 'replace', site: null },
  folderQuiet: 600,
};

describe('settings', () => {
  test('are the defaults where nothing was chosen, or what is there is damaged', async () => {
    const db = await newDatabase();
    expect(await readSettings(db)).toEqual({ paused: [], keys: true, ...FILES, ...FOLDER });
    await db.settings.put({ name: 'settings', value: { paused: 7 } });
    expect(await readSettings(db)).toEqual({ paused: [], keys: true, ...FILES, ...FOLDER });
    await db.settings.put({ name: 'settings', value: 'damaged' });
    expect(await readSettings(db)).toEqual({ paused: [], keys: true, ...FILES, ...FOLDER });
  });

  test.each(Object.entries(LIMITS))(
    'of %s beyond its range, or of another kind, are the default',
    async (name, limit) => {
      const db = await newDatabase();
      const read = async (value: unknown): Promise<unknown> => {
        await db.settings.put({ name: 'settings', value: { [name]: value } });
        return { ...(await readSettings(db)) }[name as LimitName];
      };
      for (const each of [limit.least, limit.most, limit.usual]) expect(await read(each)).toBe(each);
      for (const each of [limit.least - 1, limit.most + 1, limit.usual + 0.5, Number.NaN, '5', null, Infinity])
        expect(await read(each)).toBe(limit.usual);
    },
  );

  test('keep what a later release wrote', async () => {
    const db = await newDatabase();
    await db.settings.put({ name: 'settings', value: { ribbon: 'blue' } });
    await changeSettings(db, { paused: ['chatgpt'] });
    expect((await db.settings.get('settings'))?.value).toEqual({ ribbon: 'blue', paused: ['chatgpt'] });
  });
});

describe('the journal', () => {
  test('is read from its end, and the oldest lines go', async () => {
    const db = await newDatabase();
    await db.journal.bulkAdd(
      Array.from({ length: 5099 }, (_, n) => ({ at: NOW, what: 'asked' as const, site: null, detail: String(n) })),
    );
    await note(db, { at: NOW, what: 'exported', site: null, detail: 'last' });
    expect((await readJournal(db, 1))[0]).toMatchObject({ what: 'exported' });
    expect(await db.journal.count()).toBeLessThanOrEqual(5001);
  });
});
