import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database';
import { endPause, pause } from '../../src/store/pauses';
import { changeSettings, readSettings } from '../../src/store/settings';

test('pauses that are begun and ended at once do not undo each other', async () => {
  const db = await openDatabase();
  const of = (conversation: string) => ({ site: 'claude', conversation, until: null });
  await pause(db, of('over'), 0);
  await Promise.all([
    pause(db, of('one'), 0),
    changeSettings(db, { keys: false }),
    endPause(db, of('over'), 0),
    pause(db, of('two'), 0),
  ]);
  expect(await readSettings(db)).toMatchObject({ keys: false, pauses: [of('one'), of('two')] });
});
