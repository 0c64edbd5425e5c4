import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { listSaved } from '../../../src/store/saved';
import { type Computer, library, names, QUIET, say, trouble } from './world';

const MORE = ['How long?', 'An hour.', 'And rye?', 'Two.'];

/** The name of each archive, and why it did not take the place of the one before it. */
async function moved(at: Computer): Promise<[string, unknown][]> {
  const db = await at.database();
  const rows = await listSaved(db);
  db.close();
  return rows.map(({ name, moved: why }) => [name, why]);
}

describe('the place of an archive', () => {
  test('never takes the place of what is not its own, nor one name for two chats', async () => {
    const at = await library([]);
    const theirs = new Blob(['somebody’s']);
    at.disk.set('Loaf.zip', theirs);
    await say(at, 'bread', MORE, 'Loaf');
    await say(at, 'rye', MORE, 'LOAF');
    await at.work();
    expect(at.disk.get('Loaf.zip')).toBe(theirs);
    expect(at.disk.size).toBe(3);
    expect(new Set(names(at).map((name) => name.toLowerCase())).size).toBe(3);
    at.clock += QUIET * 3;
    await say(at, 'bread', [...MORE, 'Thanks.'], 'Loaf');
    await at.work();
    expect({ size: at.disk.size, theirs: at.disk.get('Loaf.zip') }).toEqual({ size: 3, theirs });
  });

  test('takes the place of its own archive alone: what came there after that was moved away stays', async () => {
    const at = await library(['bread']);
    await at.work();
    const theirs = new Blob(['put there since']);
    at.disk.set('On bread.zip', theirs);
    at.lost.add('On bread.zip');
    at.clock += QUIET * 3;
    await say(at, 'bread', MORE);
    await at.work();
    expect(names(at)).toEqual(['On bread (1).zip', 'On bread.zip']);
    expect(at.disk.get('On bread.zip')).toBe(theirs);
    const own = at.disk.get('On bread (1).zip');
    at.clock += QUIET * 3;
    await say(at, 'bread', [...MORE, 'Thanks.']);
    await at.work();
    expect(names(at)).toEqual(['On bread (1).zip', 'On bread.zip']);
    expect(at.disk.get('On bread (1).zip')).not.toBe(own); // that one is ours
  });

  test('is beside what has the name, and it is said, where the list of downloads was cleared that would know it', async () => {
    const at = await library(['bread']);
    await at.work();
    const first = at.disk.get('On bread.zip');
    at.downloads.clear();
    at.clock += QUIET * 3;
    await say(at, 'bread', MORE);
    await at.work();
    expect(names(at)).toEqual(['On bread (1).zip', 'On bread.zip']);
    expect(at.disk.get('On bread.zip')).toBe(first);
    expect(await moved(at)).toEqual([['On bread (1).zip', 'beside']]);
    at.clock += QUIET * 3;
    await say(at, 'bread', [...MORE, 'Thanks.']);
    await at.work();
    expect(names(at)).toEqual(['On bread (1).zip', 'On bread.zip']);
    expect(await moved(at)).toEqual([['On bread (1).zip', null]]); // its place was taken, as it should be
  });

  test('is its own by the record alone in a browser that knows no download any more after its end', async () => {
    const at = await library(['bread']);
    at.keepsList = false;
    await at.work();
    at.downloads.clear();
    at.clock += QUIET * 3;
    await say(at, 'bread', MORE);
    await at.work();
    expect(names(at)).toEqual(['On bread.zip']);
    expect(await moved(at)).toEqual([['On bread.zip', null]]);
  });

  test('is said to be another where the browser has another folder for downloads since then', async () => {
    const at = await library(['bread']);
    await at.work();
    at.below = '/elsewhere';
    at.clock += QUIET * 3;
    await say(at, 'bread', MORE);
    await at.work();
    expect(await moved(at)).toEqual([['On bread.zip', 'elsewhere']]);
    at.clock += QUIET * 3;
    await say(at, 'bread', [...MORE, 'Thanks.']);
    await at.work();
    expect(await moved(at)).toEqual([['On bread.zip', null]]);
  });

  test('never takes the place of a file by a plain name that it did not write, and remembers the folder it went to', async () => {
    const at = await library([], { pattern: '麦/{title}.zip' });
    at.refuses = (path) => /[^ -~]/.test(path);
    await say(at, 'bread', MORE, 'Brot');
    await at.work();
    expect(names(at)).toEqual(['_/Brot.zip']);
    const first = at.disk.get('_/Brot.zip');
    at.clock += QUIET * 3;
    await say(at, 'bread', [...MORE, 'Thanks.'], 'Brot');
    await at.work();
    expect(names(at)).toEqual(['_/Brot.zip']);
    expect(at.disk.get('_/Brot.zip')).not.toBe(first); // it is remembered as ours
    const own = await library([]);
    await say(own, 'bread', MORE, 'Brot – 麦');
    await own.work();
    const theirs = new Blob(['somebody’s']);
    own.disk.set('Brot _ _.zip', theirs);
    own.refuses = (path) => /[^ -~]/.test(path); // since then: the browser is another
    own.clock += QUIET * 3;
    await say(own, 'bread', [...MORE, 'Thanks.'], 'Brot – 麦');
    await own.work();
    expect(own.disk.get('Brot _ _.zip')).toBe(theirs);
    expect(names(own)).toContain('Brot _ _ (1).zip');
  });

  test('takes a plain name where the browser refuses the one in its own script', async () => {
    const at = await library([]);
    at.refuses = (path) => /[^ -~]/.test(path);
    await say(at, 'bread', MORE, 'Brot – 麦');
    await at.work();
    expect(names(at)).toEqual(['Brot _ _.zip']);
    expect((await trouble(at)) ?? 'none').toBe('none');
  });
});
