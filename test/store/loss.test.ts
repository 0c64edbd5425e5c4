import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { FLOOR } from '../../src/store/care';
import { type Database, openDatabase } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import { forgetLoss, lossOf, noteSessions, watchLoss } from '../../src/store/loss';
import { listSessions } from '../../src/store/sessions';
import { changeSettings, readSettings } from '../../src/store/settings';
import { capture, practiceRead, sinkOver } from '../capture/offer';
import { chat } from '../capture/talk';
import { type Around, aroundOf, caredFor } from './cared';

const read = (db: Database, id: string) => capture(sinkOver(db), practiceRead(chat(id, ['How long?', 'An hour.'])));

/** What a browser does with a database that it takes for damaged. */
async function thrownAway(db: Database, around: Around): Promise<Database> {
  const { name } = db;
  db.close();
  await Dexie.delete(name);
  return caredFor(around, name);
}

describe('a database that the browser threw away', () => {
  test('is missed, with how many sessions it held, before and after the background looked', async () => {
    const around = aroundOf();
    const before = await caredFor(around);
    await noteSessions(before);
    await read(before, 'bread');
    await read(before, 'rye');
    expect(await lossOf(before)).toBeNull();
    const after = await thrownAway(before, around);
    expect(await lossOf(after)).toEqual({ sessions: 2 });
    await noteSessions(after);
    expect(await lossOf(after)).toEqual({ sessions: 2 });
  });

  test('is missed though new sessions have come, until the person has heard of it', async () => {
    const around = aroundOf();
    const before = await caredFor(around);
    await read(before, 'bread');
    const after = await thrownAway(before, around);
    await read(after, 'rye');
    await read(after, 'oats');
    expect(await lossOf(after)).toEqual({ sessions: 1 });
    await forgetLoss(after);
    expect(await lossOf(after)).toBeNull();
    const last = await thrownAway(after, around);
    expect(await lossOf(last)).toEqual({ sessions: 2 });
  });

  test('twice: all that went is counted', async () => {
    const around = aroundOf();
    const first = await caredFor(around);
    await read(first, 'bread');
    const second = await thrownAway(first, around);
    await read(second, 'rye');
    expect(await lossOf(await thrownAway(second, around))).toEqual({ sessions: 2 });
  });
});

describe('a database that the browser closed and threw away while it was open', () => {
  test('is missed as soon as it can be opened again, though nobody asks, and whoever watches is told', async () => {
    const around = aroundOf();
    around.pause = () => new Promise((resolve) => setTimeout(resolve, 1));
    const name = `lost-${crypto.randomUUID()}`;
    const db = await openDatabase({ name, care: around, onReopened: noteSessions });
    await read(db, 'bread');
    const told = vi.fn();
    const end = watchLoss(db, told);
    around.free = 0;
    forceCloseDatabase(db.backendDB() as unknown as typeof IDBDatabase);
    await Dexie.delete(name);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(db.isOpen()).toBe(false);
    around.free = 2 ** 40;
    await vi.waitFor(() => expect(around.memory).toMatchObject({ sessions: 0, lost: { sessions: 1 } }), 15_000);
    expect(told).toHaveBeenCalled();
    expect(await lossOf(db)).toEqual({ sessions: 1 });
    end();
    told.mockClear();
    await read(db, 'rye');
    expect(told).not.toHaveBeenCalled();
  });
});

describe('no loss is', () => {
  test('a first start, a database of a release that remembered nothing, or a memory that is gone or damaged', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    await read(db, 'bread');
    for (const memory of [undefined, null, 7, { database: 7 }, { database: 'x', sessions: -1, lost: null }]) {
      around.memory = memory;
      expect(await lossOf(db)).toBeNull();
      await noteSessions(db);
      expect(await lossOf(db)).toBeNull();
    }
    await db.settings.delete('database');
    around.memory = undefined;
    await noteSessions(db);
    await noteSessions(db);
    expect(await lossOf(db)).toBeNull();
  });

  test('what the person deleted', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    await read(db, 'bread');
    const ids = (await listSessions(db)).map(({ id }) => id);
    await deleteSessions(db, ids, '2026-12-01T00:00:00.000Z');
    expect(await lossOf(await thrownAway(db, around))).toBeNull();
  });

  test('a memory that could be written when the database could not', async () => {
    const around = aroundOf();
    const db = await caredFor(around);
    const { remember } = around;
    around.remember = () => Promise.reject(new Error('no room'));
    await read(db, 'bread');
    expect(await listSessions(db)).toHaveLength(1); // a witness that cannot be written costs nothing
    around.remember = remember;
    around.free = FLOOR - 1;
    await noteSessions(db);
    expect(around.memory).toBeUndefined();
    around.free = 2 ** 40;
    await noteSessions(db);
    expect(around.memory).toMatchObject({ sessions: 1, lost: null });
  });

  test('and which database it is stays beside the settings', async () => {
    const db = await caredFor(aroundOf());
    await changeSettings(db, { paused: ['practice'] });
    await noteSessions(db);
    expect(await readSettings(db)).toMatchObject({ paused: ['practice'] });
  });
});
