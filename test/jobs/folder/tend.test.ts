import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../../src/archive/open';
import { verifyArchive } from '../../../src/archive/verify';
import { blobSource } from '../../../src/archive/zip/ports';
import { expectQuiet, goOn } from '../../../src/jobs/folder/tend';
import { changeFolder, readFolder } from '../../../src/store/folder';
import { deleteSessions } from '../../../src/store/forget';
import { openJobs } from '../../../src/store/jobs';
import { listSaved } from '../../../src/store/saved';
import { type Computer, library, names, QUIET, type Step, say, trouble } from './world';

const verdictOf = async (blob: Blob | undefined): Promise<string> => {
  const archive = await openArchive(blobSource(blob ?? new Blob()));
  return archive.kind === 'refused' ? archive.kind : (await verifyArchive(archive)).kind;
};

async function pressed(at: Computer, write: Parameters<typeof goOn>[1]): Promise<void> {
  const { db, folder } = await at.context();
  await goOn(folder, write);
  db.close();
  await at.work();
}

const MORE = ['How long?', 'An hour.', 'And rye?', 'Two.'];

describe('the folder', () => {
  test('gets an archive of each quiet chat, verified, and nothing twice; then there is no alarm', async () => {
    const at = await library(['bread', 'rye']);
    await at.work();
    expect(names(at)).toEqual(['On bread.zip', 'On rye.zip']);
    for (const blob of at.disk.values()) expect(await verdictOf(blob)).toBe('sound');
    expect(at.alarm).toBeNull();
    await at.work();
    expect(at.packs).toBe(2);
    const db = await at.database();
    const saved = await listSaved(db);
    expect(saved.map(({ name, bytes }) => [name, bytes]).sort()).toEqual(
      [...at.disk].map(([name, { size }]) => [name, size]).sort(),
    );
    const first = saved[0]?.session ?? '';
    await deleteSessions(db, [first], new Date(at.clock).toISOString());
    expect((await listSaved(db)).map(({ session }) => session)).not.toContain(first);
    expect(names(at)).toHaveLength(2); // the file is the person's
    db.close();
  });

  test('is off until it is switched on, and has no alarm then', async () => {
    const at = await library(['bread'], { on: false });
    at.alarm = 7;
    await at.work();
    expect({ files: names(at), alarm: at.alarm }).toEqual({ files: [], alarm: null });
    const { db, folder } = await at.context();
    await expectQuiet(folder);
    expect(at.alarm).toBeNull();
    db.close();
  });

  test('waits until a chat is quiet, woken by one alarm', async () => {
    const at = await library([]);
    at.clock += QUIET * 2;
    await say(at, 'bread', ['How long?', 'An hour.']);
    at.clock -= QUIET * 2 - 1000;
    await at.work();
    expect(names(at)).toEqual([]);
    const due = at.alarm ?? 0;
    expect(due - at.clock).toBe(QUIET - 1000);
    const { db, folder } = await at.context();
    await expectQuiet(folder);
    expect(at.alarm).toBe(due);
    db.close();
    at.clock = due;
    await at.work();
    expect(names(at)).toEqual(['On bread.zip']);
  });

  test('has the new archive in the place of the old, under the same name, or beside it', async () => {
    for (const [keep, files] of [
      ['replace', ['On bread.zip']],
      ['versions', ['Bread anew v2.zip', 'On bread.zip']],
    ] as const) {
      const at = await library(['bread'], { keep });
      await at.work();
      const before = at.disk.get('On bread.zip');
      at.clock += QUIET * 3;
      await say(at, 'bread', MORE, 'Bread anew');
      await at.work();
      expect(names(at)).toEqual(files);
      expect(at.disk.get('On bread.zip')?.size === before?.size).toBe(keep === 'versions');
    }
  });

  test('is written again, when the person says so, and all of it at once without waiting', async () => {
    const at = await library(['bread']);
    await at.work();
    const db = await at.database();
    const [row] = await listSaved(db);
    db.close();
    await pressed(at, 'all');
    expect(at.packs).toBe(1);
    await pressed(at, { session: row?.session ?? '' });
    expect({ packs: at.packs, files: names(at) }).toEqual({ packs: 2, files: ['On bread.zip'] });
    at.clock += QUIET * 2 + 1000;
    await say(at, 'bread', MORE);
    at.clock -= QUIET * 2 - 1;
    await at.work();
    expect(at.packs).toBe(2);
    await pressed(at, 'all');
    expect(at.packs).toBe(3);
  });
});

describe('where it cannot be written', () => {
  test('a cancelled download, or a browser that asks each time, is said once and asked no more', async () => {
    const at = await library(['bread', 'rye']);
    at.ends = { kind: 'cancelled' };
    await at.work();
    at.clock += QUIET * 100;
    await at.work();
    expect({ downloads: at.downloads.size, alarm: at.alarm }).toEqual({ downloads: 1, alarm: null });
    expect(await trouble(at)).toMatchObject({ error: 'folder-asks', until: null });
    at.ends = { kind: 'complete' };
    await pressed(at, 'due');
    expect(names(at)).toEqual(['On bread.zip', 'On rye.zip']);
    expect(await trouble(at)).toBeNull();
  });

  test('a question for a name that nobody answers is taken back', async () => {
    const at = await library(['bread']);
    const { db, folder, run } = await at.context();
    const { tendFolder } = await import('../../../src/jobs/folder/tend');
    const { runExports } = await import('../../../src/jobs/run-exports');
    at.ends = null;
    await tendFolder(folder);
    at.asked = at.clock;
    const running = runExports({ ...run, pause: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    await expect.poll(() => at.downloads.size).toBe(1);
    await expect.poll(async () => (await openJobs(db))[0]).toMatchObject({ result: { download: 1 } });
    at.clock += 30_000;
    await tendFolder(folder);
    expect(at.stopped).toEqual([]);
    at.clock += 30_000;
    await tendFolder(folder);
    await running;
    expect(at.stopped).toEqual([1]);
    expect((await readFolder(db)).trouble).toMatchObject({ error: 'folder-asks' });
    db.close();
  });

  test('a full disk is tried again, later and later, and then all goes on by itself', async () => {
    const at = await library(['bread', 'rye']);
    at.ends = { kind: 'no-space' };
    await at.work();
    expect(at.downloads.size).toBe(1);
    const first = (at.alarm ?? 0) - at.clock;
    at.clock = at.alarm ?? 0;
    await at.work();
    expect(at.downloads.size).toBe(2);
    expect((at.alarm ?? 0) - at.clock).toBeGreaterThan(first);
    at.ends = { kind: 'complete' };
    at.clock = at.alarm ?? 0;
    await at.work();
    expect(names(at)).toEqual(['On bread.zip', 'On rye.zip']);
    expect(await trouble(at)).toBeNull();
  });

  test('a download that is called complete and has fewer bytes found no room: it is removed, and tried again soon', async () => {
    const at = await library(['bread']);
    at.short = 7;
    await at.work();
    expect(await trouble(at)).toMatchObject({ error: 'folder-full' });
    expect(at.discarded).toEqual([1]);
    expect((at.alarm ?? 0) - at.clock).toBeLessThanOrEqual(600_000);
    at.short = 0;
    expect(names(at)).toEqual([]);
    at.clock = at.alarm ?? 0;
    await at.work();
    expect(names(at)).toEqual(['On bread.zip']);
    expect(await trouble(at)).toBeNull();
    expect(at.discarded).toEqual([1]);
  });

  test('a picked folder that is closed after a restart keeps all until it is allowed again', async () => {
    const at = await picked(['bread', 'rye']);
    at.allowed = false;
    await at.work();
    expect({ files: names(at), alarm: at.alarm }).toEqual({ files: [], alarm: null });
    expect(await trouble(at)).toMatchObject({ error: 'folder-locked' });
    at.allowed = true;
    await pressed(at, 'due');
    expect(names(at)).toEqual(['On bread.zip', 'On rye.zip']);
  });

  test('a picked folder whose disk is full, or that keeps other bytes than it was given, is no success', async () => {
    for (const [fault, error] of [
      [new DOMException('', 'QuotaExceededError'), 'folder-full'],
      [null, 'folder-failing'],
    ] as const) {
      const at = await picked(['bread']);
      at.fault = fault;
      at.spoils = fault === null;
      await at.work();
      expect(await trouble(at)).toMatchObject({ error });
      const db = await at.database();
      expect(await listSaved(db)).toEqual([]);
      db.close();
    }
  });

  test('a picked folder keeps what is not ours, and what the person has changed', async () => {
    const at = await picked(['bread']);
    const theirs = new Blob(['theirs']);
    at.disk.set('On bread.zip', theirs);
    await at.work();
    expect(names(at)).toEqual(['On bread (1).zip', 'On bread.zip']);
    const changed = new Blob(['changed by hand']);
    at.disk.set('On bread (1).zip', changed);
    at.clock += QUIET * 3;
    await say(at, 'bread', MORE);
    await at.work();
    expect(at.disk.get('On bread.zip')).toBe(theirs);
    expect(at.disk.get('On bread (1).zip')).toBe(changed);
    expect(at.disk.size).toBe(3);
  });
});

/** A library whose folder was picked. */
async function picked(chats: readonly string[]): Promise<Computer> {
  const at = await library(chats, { place: 'picked' });
  const db = await at.database();
  await changeFolder(db, { picked: { name: 'Archives', handle: 'a handle' } });
  db.close();
  return at;
}

describe.each([
  ['downloads', ['pack', 'packed', 'download', 'begun', 'ended'], library],
  ['picked', ['pack', 'packed', 'begun', 'written'], picked],
] as const)('ended in the middle, in the %s folder', (_, steps, made) => {
  test.each(steps as readonly Step[])('at the step %s, all is as if it had not been', async (step) => {
    const [at, calm] = [await made(['bread', 'rye']), await made(['bread', 'rye'])];
    at.killAt = step;
    await at.work();
    expect(at.killAt).toBeNull();
    at.clock += 60_000;
    await at.work();
    await calm.work();
    expect(names(at)).toEqual(names(calm));
    for (const blob of at.disk.values()) expect(await verdictOf(blob)).toBe('sound');
    const db = await at.database();
    expect(await openJobs(db)).toEqual([]);
    expect((await listSaved(db)).map(({ name }) => name).sort()).toEqual(names(at));
    db.close();
    await at.work();
    expect(at.disk.size).toBe(2);
  });
});
