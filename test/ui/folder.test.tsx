// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Send } from '../../src/messages/send';
import type { WrittenFile } from '../../src/platform/downloads';
import { type Database, openDatabase } from '../../src/store/database';
import { changeFolder } from '../../src/store/folder';
import { addJob, newExport } from '../../src/store/jobs';
import type { SavedRow } from '../../src/store/saved';
import { changeSettings, readSettings, Settings } from '../../src/store/settings';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { button, leave, press, settled } from './render';

let files: WrittenFile[] = [];
/** Who wants to hear that the browser has found something. */
const hearing = new Set<() => void>();
vi.mock(import('../../src/platform/downloads'), async (original) => ({
  ...(await original()),
  ourFiles: async () => files,
  onFileFound: (listener) => {
    hearing.add(listener);
    return () => void hearing.delete(listener);
  },
}));

const AT = '2026-11-01T10:00:00.000Z';
let db: Database;
let root: HTMLElement;
let sent: unknown[] = [];
const send = (async (name: string, ask: unknown) => {
  sent.push([name, ask]);
  return null;
}) as Send;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  sent = [];
  files = [];
});
afterEach(async () => {
  await leave(root);
  location.hash = '';
  db.close();
});

async function open(place: string): Promise<void> {
  location.hash = place;
  root = await libraryOver(db, true, send);
  await settled(12);
}

const field = (name: string): HTMLInputElement => {
  const found = root.querySelector<HTMLInputElement>(`#setting-${name}`);
  if (!found) throw new Error(`there is no field ${name}`);
  return found;
};

async function enter(name: string, value: string): Promise<void> {
  await act(() => {
    field(name).value = value;
    for (const kind of ['input', 'change']) field(name).dispatchEvent(new Event(kind, { bubbles: true }));
  });
  await settled(8);
}

const switchedOn = () => changeSettings(db, { folder: { ...Settings.parse({}).folder, on: true } });

const saved = (session: string, log: string): SavedRow => {
  const lies = { place: 'downloads', name: 'Valise/x.zip', pattern: '', version: 1, bytes: 1_400_000 } as const;
  return { session, revision: 1, log, ...lies, identity: '', at: AT };
};

test('the folder is switched on, named and told when a chat is quiet; what a name becomes is shown', async () => {
  await open('settings');
  expect(root.textContent).toContain('For example: Valise/ChatGPT/2026-11-30 A word for slack water.zip');
  expect(root.textContent).not.toContain('In the folder:');
  await act(() => field('folder').click());
  await settled(8);
  await enter('pattern', '../{site}/<{title}>');
  await enter('folderQuiet', '30');
  await enter('folder-keep', 'versions');
  await enter('folder-site', 'claude');
  expect(await readSettings(db)).toMatchObject({
    folder: { on: true, place: 'downloads', pattern: '../{site}/<{title}>', keep: 'versions', site: 'claude' },
    folderQuiet: 1800,
  });
  expect(root.textContent).toContain('For example: ChatGPT/A word for slack water.zip');
  expect(sent).toContainEqual(['folder.tend', { write: 'due' }]);
  expect(root.textContent).toContain('In the folder: chats 0');
});

test('two things changed in one breath are both changed', async () => {
  await open('settings');
  await act(() => {
    field('folder').click();
    field('folder-keep').value = 'versions';
    field('folder-keep').dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settled(8);
  expect((await readSettings(db)).folder).toMatchObject({ on: true, keep: 'versions' });
});

test('what lies there, what waits and what failed is said, and all of it can be written now', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await keepIn(db, id, harbour());
  await switchedOn();
  const { prev: log } = (await db.sessions.get(id))?.tail ?? { prev: '' };
  const folder = { place: 'downloads', path: 'x.zip', pattern: '', version: 1, over: null, revision: 1, log } as const;
  const job = newExport('f', { sessions: [id], folder }, AT);
  await addJob(db, { ...job, state: 'failed', error: 'broken-promise' });
  await open('settings');
  expect(root.textContent).toContain('In the folder: chats 0, 0 bytes. Waiting: 1.');
  expect(root.querySelector(`.folder a[href="#${id}"]`)?.closest('li')?.textContent?.length).toBeGreaterThan(30);
  await press(root, 'Write all now');
  expect(sent).toEqual([['folder.tend', { write: 'all' }]]);
  await act(async () => void (await db.saved.put(saved(id, log))));
  await settled(12);
  expect(root.textContent).toContain('In the folder: chats 1, 1.4 MB. Waiting: 0.');
  expect(button(root, 'Write all now').disabled).toBe(true);
});

test('what the person has to end is said wherever they are in the library, with the way to end it', async () => {
  await changeFolder(db, { trouble: { error: 'folder-asks', at: AT, tries: 1, until: null } });
  await open('journal');
  expect(root.querySelector('[role=alert]')?.textContent).toContain('The browser asked where to save');
  await press(root, 'Go on');
  expect(sent).toEqual([['folder.tend', { write: 'due' }]]);
  let asked = 0;
  // what can be put into a database is no function: the handle is looked at as the browser made it
  await changeFolder(db, {
    trouble: { error: 'folder-locked', at: AT, tries: 1, until: null },
    picked: { name: 'Archives', handle: {} },
  });
  await settled(8);
  Object.assign(Object.prototype, {
    requestPermission: async () => {
      asked++;
      return 'granted';
    },
  });
  try {
    await press(root, 'Allow the folder again');
    await settled(8);
  } finally {
    delete (Object.prototype as { requestPermission?: unknown }).requestPermission;
  }
  expect(asked).toBe(1);
  expect(sent).toHaveLength(2);
});

test('a session says since when it lies in the folder, and under which name; it can be written again', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await keepIn(db, id, harbour());
  await db.saved.put(saved(id, ''));
  await open(id);
  await expect.poll(() => root.textContent).toMatch(/In your folder since .*2026.* as .*Valise\/x\.zip/);
  await press(root, 'Write again');
  expect(sent).toEqual([['folder.tend', { write: { session: id } }]]);
});

test('an archive that was deleted or moved is said to be no longer there, and can be saved again', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await keepIn(db, id, harbour());
  await switchedOn();
  const { prev: log } = (await db.sessions.get(id))?.tail ?? { prev: '' };
  await db.saved.put(saved(id, log));
  files = [{ path: '/downloads/Valise/x.zip', bytes: 1_400_000, isThere: true }];
  await open('settings');
  expect(root.textContent).toContain('In the folder: chats 1');
  expect(root.textContent).not.toContain('no longer there');
  files = files.map((file) => ({ ...file, isThere: false }));
  await act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await settled(8);
  expect(root.textContent).toContain('In the folder: chats 0, 0 bytes. Waiting: 0.');
  expect(root.textContent).toContain('Saved, and no longer there: 1.');
  expect(root.querySelector(`.folder a[href="#${id}"]`)?.textContent?.length).toBeGreaterThan(5);
  await press(root, 'Save again');
  await leave(root);
  await open(id);
  await expect.poll(() => root.textContent).toMatch(/Was saved .*2026.* as .*Valise\/x\.zip.*, and is no longer there/);
  await press(root, 'Save again');
  const asked = ['folder.tend', { write: { session: id } }];
  expect(sent).toEqual([asked, asked]);
});

test('what did not take the place of an earlier one is counted in a sentence that says why', async () => {
  await switchedOn();
  await db.saved.put({ ...saved('a', ''), moved: 'beside' });
  await db.saved.put({ ...saved('b', ''), moved: 'elsewhere' });
  await db.saved.put({ ...saved('c', ''), moved: null });
  await open('settings');
  expect(root.textContent).toContain('Saved beside what had the name, since that may not be ours: 1.');
  expect(root.textContent).toContain('Saved to another downloads folder than before: 1.');
});

test('what the browser finds only after it was asked is heard, by a page that is shown and by no other', async () => {
  const id = '11111111-1111-4111-8111-111111111111';
  await keepIn(db, id, harbour());
  await db.saved.put(saved(id, ''));
  files = [{ path: '/downloads/Valise/x.zip', bytes: 1_400_000, isThere: true }];
  await open(id);
  await expect.poll(() => root.textContent).toContain('In your folder since');
  await expect.poll(() => hearing.size).toBe(1);
  files = files.map((file) => ({ ...file, isThere: false }));
  await act(() => hearing.forEach((tell) => void tell()));
  await expect.poll(() => root.textContent).toContain('is no longer there');
  await leave(root);
  await expect.poll(() => hearing.size).toBe(0);
});

test('settings that came from a browser that hands out folders can be changed in one that does not', async () => {
  await changeSettings(db, { folder: { ...Settings.parse({}).folder, on: true, place: 'picked' } });
  await open('settings');
  expect(root.textContent).toContain('A folder was picked in another browser');
  await press(root, 'In the downloads folder');
  await settled(8);
  expect(root.textContent).toContain('The archives lie in your downloads folder.');
  expect((await readSettings(db)).folder.place).toBe('downloads');
});
