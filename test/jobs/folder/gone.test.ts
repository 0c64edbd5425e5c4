import { expect, test } from 'vitest';
import { goneOf, isGone, type Places } from '../../../src/jobs/folder/gone';
import type { WrittenFile } from '../../../src/platform/downloads';
import type { PickedFolder } from '../../../src/platform/picked-folder';
import type { SavedRow } from '../../../src/store/saved';

const row = (session: string, more: Partial<SavedRow> = {}): SavedRow => ({
  session,
  revision: 1,
  log: '',
  place: 'downloads',
  name: `Valise/${session}.zip`,
  pattern: '',
  version: 1,
  bytes: 100,
  identity: '',
  at: '2026-11-01T10:00:00.000Z',
  ...more,
});

const file = (name: string, isThere: boolean, bytes = 100): WrittenFile => ({
  path: `/downloads/${name}`,
  bytes,
  isThere,
});

const places = (changes: Partial<Places>): Places => ({
  ourFiles: () => Promise.reject(new Error('nobody needs it')),
  picked: () => Promise.reject(new Error('nobody needs it')),
  ...changes,
});

const folder = (there: readonly string[], changes: Partial<PickedFolder> = {}): PickedFolder => ({
  isAllowed: async () => true,
  read: async (path) => (there.includes(path) ? new Blob(['x']) : null),
  write: async () => undefined,
  errorOf: () => 'folder-failing',
  ...changes,
});

test('an archive is gone if the browser has looked for what we wrote and has not found it', () => {
  expect(isGone(row('a'), [file('Valise/a.zip', false)])).toBe(true);
  expect(isGone(row('a'), [file('Valise/a.zip', true)])).toBe(false);
  expect(isGone(row('a'), [file('Valise/a.zip', false), file('Valise/a.zip', true)])).toBe(false); // written again
});

test('what the browser does not list, nobody can tell of', () => {
  expect(isGone(row('a'), [])).toBe(false);
  expect(isGone(row('a'), [file('Valise/a.zip', false, 99)])).toBe(false); // an earlier one, of another size
  expect(isGone(row('a'), [file('Other Valise/a.zip', false), file('Valise/b.zip', false)])).toBe(false);
});

test('each place is looked at only where something was saved there', async () => {
  expect(await goneOf([], places({}))).toEqual(new Set());
  const files = async () => [file('Valise/a.zip', false), file('Valise/b.zip', true)];
  expect(await goneOf([row('a'), row('b')], places({ ourFiles: files }))).toEqual(new Set(['a']));
  const picked = [row('c', { place: 'picked' }), row('d', { place: 'picked' })];
  const found = await goneOf(picked, places({ picked: async () => folder(['Valise/c.zip']) }));
  expect(found).toEqual(new Set(['d']));
});

test('a picked folder that is closed, or gone itself, tells nothing of what lay in it', async () => {
  const rows = [row('c', { place: 'picked' })];
  const missing = () => Promise.reject(new DOMException('', 'NotFoundError'));
  for (const each of [null, folder([], { isAllowed: async () => false }), folder([], { read: missing })])
    expect(await goneOf(rows, places({ picked: async () => each }))).toEqual(new Set());
});
