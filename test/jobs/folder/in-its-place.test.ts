import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { openJobs } from '../../../src/store/jobs';
import { listSaved } from '../../../src/store/saved';
import { type Computer, library, names, QUIET, type Step, say, trouble } from './world';

const MORE = ['How long?', 'An hour.', 'And rye?', 'Two.'];

/** An archive lies there, and the chat has gone on since. */
async function goneOn(changes: Partial<Computer>) {
  const at = await library(['bread']);
  at.keepsEarlier = false;
  await at.work();
  at.discarded.length = 0;
  const earlier = at.disk.get('On bread.zip');
  at.clock += QUIET * 3;
  await say(at, 'bread', MORE);
  Object.assign(at, changes);
  return { at, earlier };
}

/** The name and size of the one archive that is remembered. */
async function remembered(at: Computer): Promise<[string, number] | null> {
  const db = await at.database();
  const [row] = await listSaved(db);
  db.close();
  return row ? [row.name, row.bytes] : null;
}

describe('in a browser that loses what has its place taken where the new one does not fit', () => {
  test.each(['empty', 'nothing'] as const)(
    'the earlier archive stays on a full disk that leaves %s',
    async (leaves) => {
      const { at, earlier } = await goneOn({ room: 0, leaves });
      await at.work();
      expect(names(at)).toEqual(['On bread.zip']);
      expect(at.disk.get('On bread.zip')).toBe(earlier);
      expect(await trouble(at)).toMatchObject({ error: leaves === 'empty' ? 'folder-full' : 'folder-failing' });
      at.room = Infinity;
      at.clock = at.alarm ?? 0;
      await at.work();
      expect(names(at)).toEqual(['On bread.zip']);
      expect(at.disk.get('On bread.zip')?.size).toBeGreaterThan(earlier?.size ?? 0);
      expect(await trouble(at)).toBeNull();
    },
  );

  test.each(['empty', 'nothing'] as const)(
    'the new one stays whole where only one fits, and %s is left',
    async (leaves) => {
      const { at, earlier } = await goneOn({ room: 1, leaves });
      await at.work();
      expect(names(at)).toEqual(['On bread (1).zip']);
      const [name, bytes] = (await remembered(at)) ?? ['', 0];
      expect(bytes).toBeGreaterThan(earlier?.size ?? 0);
      expect([name, at.disk.get(name)?.size]).toEqual(['On bread (1).zip', bytes]);
    },
  );

  test.each(['pack', 'packed', 'download', 'begun', 'ended', 'discard'] as Step[])(
    'ended at the step %s, it lies in the place of the earlier one all the same, and nothing beside it',
    async (killAt) => {
      const { at, earlier } = await goneOn({ killAt });
      await at.work();
      expect(at.killAt).toBeNull();
      expect(at.disk.size).toBeGreaterThan(0);
      at.clock += 60_000;
      await at.work();
      expect(names(at)).toEqual(['On bread.zip']);
      expect(await remembered(at)).toEqual(['On bread.zip', at.disk.get('On bread.zip')?.size]);
      expect(at.disk.get('On bread.zip')?.size).toBeGreaterThan(earlier?.size ?? 0);
      const db = await at.database();
      expect(await openJobs(db)).toEqual([]);
      db.close();
    },
  );
});

test('a download with fewer bytes is not removed where they are as many as the earlier archive had', async () => {
  const { at, earlier } = await goneOn({ keepsEarlier: true });
  const size = await sizeOfNext();
  at.short = size - (earlier?.size ?? 0);
  await at.work();
  expect({ discarded: at.discarded, files: names(at) }).toEqual({ discarded: [], files: ['On bread.zip'] });
});

/** How many bytes the second archive has. */
async function sizeOfNext(): Promise<number> {
  const { at } = await goneOn({});
  await at.work();
  return at.disk.get('On bread.zip')?.size ?? 0;
}
