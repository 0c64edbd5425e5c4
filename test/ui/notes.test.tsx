// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import { changeNote, readNote } from '../../src/store/notes';
import { EVERYTHING, filtersIn, queryOf } from '../../src/ui/library/filters';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { leave, settled } from './render';

const AT = '2026-11-01T10:00:00.000Z';
const [ONE, TWO] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  await keepIn(db, ONE, harbour());
  await keepIn(db, TWO, harbour(), { from: 'x.zip', at: AT, logHash: 'x' });
});
afterEach(async () => {
  await leave(root);
  history.replaceState(null, '', location.pathname);
  db.close();
});

async function open(address: string): Promise<void> {
  history.replaceState(null, '', `${location.pathname}${address}`);
  root = await libraryOver(db);
  await settled(20);
}

/** The field that a label names. */
function named<E extends Element>(words: string): E {
  const label = [...root.querySelectorAll('label')].find((each) => each.textContent?.trim() === words);
  const found = label?.htmlFor ? root.querySelector(`[id="${label.htmlFor}"]`) : label?.querySelector('input');
  if (!found) throw new Error(`nothing is called "${words}"`);
  return found as unknown as E;
}

async function type(words: string, value: string): Promise<void> {
  await act(() => {
    const field = named<HTMLInputElement>(words);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settled(8);
}

async function unfold(): Promise<void> {
  const fold = root.querySelector<HTMLDetailsElement>('.notes details');
  await act(() => {
    if (fold) fold.open = true;
    fold?.dispatchEvent(new Event('toggle'));
  });
  await settled(4);
}

describe('what is noted of a session', () => {
  test('is written in its head, and kept at once: a star, tags, a text', async () => {
    await open(`#${ONE}`);
    await act(() => named<HTMLInputElement>('Star').click());
    await settled(8);
    await unfold();
    await type('Tags, with commas between them', ' tides,sea ,, tides');
    await type('Note', 'Ask again.');
    expect(await readNote(db, ONE)).toMatchObject({ starred: true, tags: ['sea', 'tides'], text: 'Ask again.' });
    expect(await readNote(db, TWO)).toBeNull();
    expect(root.querySelector('.sessions .tags')?.textContent).toBe('Starredseatides');
    await act(() => named<HTMLInputElement>('Star').click());
    await settled(8);
    expect((await readNote(db, ONE))?.starred).toBe(false);
  });

  test('goes along with an export only where that is ticked', async () => {
    await open(`#${ONE}`);
    expect(root.textContent).not.toContain('Export with my notes');
    await changeNote(db, ONE, { text: 'Mine.' }, AT);
    await settled(8);
    expect(named<HTMLInputElement>('Export with my notes').checked).toBe(false);
  });

  test('is found by star, by tag and by its words', async () => {
    await changeNote(db, ONE, { starred: true, tags: ['sea'], text: 'Neap marvellous' }, AT);
    const listed = (): number => root.querySelectorAll('.sessions .item').length;
    await open('?starred=1');
    expect(listed()).toBe(1);
    await leave(root);
    await open('?tag=sea');
    expect(listed()).toBe(1);
    await leave(root);
    await open('?tag=land');
    expect(listed()).toBe(0);
    await leave(root);
    await open('?text=marvellous');
    expect(listed()).toBe(1);
    const filters = { ...EVERYTHING, starred: true, tag: 'a & b' };
    expect(filtersIn(queryOf(filters))).toEqual(filters);
  });

  test('goes with its session', async () => {
    await open('');
    await changeNote(db, ONE, { starred: true }, AT);
    await deleteSessions(db, [ONE], AT);
    expect(await db.notes.count()).toBe(0);
    await changeNote(db, ONE, { starred: true }, AT);
    expect(await db.notes.count()).toBe(0);
  });
});
