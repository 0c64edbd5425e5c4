import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLog as check } from '../../src/model/chain';
import { handoffNote } from '../../src/model/notes';
import { type Database, openDatabase } from '../../src/store/database';
import { keepNote } from '../../src/store/keep-note';
import { readLog, readSession } from '../../src/store/sessions';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from '../ui/kept';

const ID = '11111111-1111-4111-8111-111111111111';
const NOW = '2026-11-30T12:00:00.000Z';
let db: Database;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  await keepIn(db, ID, harbour());
});
afterEach(() => db.close());

async function note(text: string | null, now = NOW) {
  const row = await readSession(db, ID);
  if (!row?.leaf) throw new Error('the chat has no leaf');
  return handoffNote(
    { site: row.site, native: row.native, now },
    { text, leaf: row.leaf, base: { lines: 1, assembled: '' } },
  );
}

test('a note is one more line of the log, which stays whole; the session has changed', async () => {
  const before = await readSession(db, ID);
  expect(await keepNote(db, ID, await note('Mine.'), NOW)).toBe('kept');
  const lines = (await readLog(db, ID)) ?? [];
  expect(check(lines).faults).toEqual([]);
  expect(check(lines).events.at(-1)).toMatchObject({ kind: 'annotation', body: { text: 'Mine.' }, revises: null });
  const after = await readSession(db, ID);
  expect(after).toMatchObject({ title: before?.title, leaf: before?.leaf, updated: NOW });
  expect(after?.revision).toBe((before?.revision ?? 0) + 1);
  expect(after?.counts.events).toBe((before?.counts.events ?? 0) + 1);
  expect(after?.counts.messages).toBe(before?.counts.messages);
});

test('another one revises it; one that says the same writes nothing', async () => {
  await keepNote(db, ID, await note('Mine.'), NOW);
  await keepNote(db, ID, await note('Mine.', '2026-11-30T13:00:00.000Z'), NOW);
  const { length } = (await readLog(db, ID)) ?? [];
  await keepNote(db, ID, await note(null), NOW);
  const { events, faults } = check((await readLog(db, ID)) ?? []);
  expect(faults).toEqual([]);
  expect(events).toHaveLength(length + 1);
  expect(events.at(-1)?.revises).toBe(length - 1);
});

test('two at the same time both are lines of one whole log', async () => {
  await Promise.all([keepNote(db, ID, await note('A'), NOW), keepNote(db, ID, await note('B'), NOW)]);
  expect(check((await readLog(db, ID)) ?? []).faults).toEqual([]);
});

test('the log of a copy is somebody else’s, and a session that is gone takes none', async () => {
  const words = await note('Mine.');
  const other = '22222222-2222-4222-8222-222222222222';
  await keepIn(db, other, harbour(), { from: 'a.zip', at: NOW, logHash: 'x' });
  expect(await keepNote(db, other, words, NOW)).toBe('copy');
  expect(await keepNote(db, crypto.randomUUID(), words, NOW)).toBe('gone');
});
