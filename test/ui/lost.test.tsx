// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { noteSessions } from '../../src/store/loss';
import { Library } from '../../src/ui/library/library';
import { harbour } from '../sites/chatgpt/harbour';
import { type Around, aroundOf, caredFor } from '../store/cared';
import { keepIn } from './kept';
import { noGrants } from './pages';
import { hasButton, leave, press, settled, shown } from './render';

const LOST = 'The browser has lost what Valise kept here. Sessions that are gone: 2.';

let root: HTMLElement;
afterEach(() => leave(root));

async function library(around: Around) {
  const db = await caredFor(around);
  await noteSessions(db);
  const durability = async () => ({ used: 1, quota: 2 ** 40, persisted: true });
  const send = (async () => null) as never;
  const more = { now: Date.now, newId: () => crypto.randomUUID(), holder: 'test', wide: false };
  root = await shown(<Library db={db} send={send} grants={noGrants} durability={durability} {...more} />);
  await settled(6);
  return db;
}

test('a library that the browser emptied says so, not that nothing was ever kept, until one has heard of it', async () => {
  const around = aroundOf({ memory: { database: 'the one before', sessions: 2, lost: null } });
  const db = await library(around);
  expect(root.querySelector('[role=alert]')?.textContent).toContain(LOST);
  expect(root.textContent).not.toContain('Nothing is kept yet');
  await keepIn(db, crypto.randomUUID(), harbour());
  await settled(6);
  expect(root.textContent).toContain(LOST);
  await press(root, 'Understood');
  await settled(6);
  expect(root.textContent).not.toContain(LOST);
  expect(around.memory).toMatchObject({ sessions: 1, lost: null });
});

test('a library that is open when it is lost says so by itself, and shows none of what is gone', async () => {
  const around = aroundOf();
  const db = await library(around);
  await keepIn(db, crypto.randomUUID(), harbour());
  await settled(6);
  expect(root.querySelectorAll('nav .item').length).toBe(1);
  expect(root.textContent).not.toContain('The browser has lost');
  await db.sessions.clear();
  await db.settings.delete('database');
  await noteSessions(db);
  await settled(6);
  expect(root.querySelector('[role=alert]')?.textContent).toContain('Sessions that are gone: 1.');
  expect(root.querySelectorAll('nav .item').length).toBe(0);
});

test('an empty library that never held anything says just that', async () => {
  await library(aroundOf());
  expect(root.textContent).toContain('Nothing is kept yet');
  expect(root.querySelector('.library.reading')).not.toBeNull(); // a narrow window shows it, not the empty list
  expect(hasButton(root, 'Understood')).toBe(false);
});
