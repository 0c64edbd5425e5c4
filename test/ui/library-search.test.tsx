// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/database';
import { Library } from '../../src/ui/library/library';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { noGrants } from './pages';
import { leave, press, settled, shown } from './render';

const db = await openDatabase({ name: 'library-search' });
afterAll(() => db.close());
const OWN = '11111111-1111-4111-8111-111111111111';
const COPY = '22222222-2222-4222-8222-222222222222';

beforeAll(async () => {
  await keepIn(db, OWN, { ...harbour(), conversation_id: 'other', title: null });
  await keepIn(db, COPY, harbour(), { from: 'tides.zip', at: '2026-10-05T10:00:00.000Z', logHash: 'x' });
});
beforeEach(() => history.replaceState(null, '', '/library.html'));

const doors = {
  grants: noGrants,
  db,
  send: () => Promise.reject(new Error('nothing is sent here')),
  now: () => Date.parse('2026-10-07T12:00:00'),
  newId: () => crypto.randomUUID(),
  holder: 'test',
  durability: () => Promise.reject(new Error('not known')),
  wide: false,
} as const;

const pause = (ms: number): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve, ms)));
const ids = (root: ParentNode): string[] =>
  [...root.querySelectorAll<HTMLAnchorElement>('.item > div > a')].map(({ hash }) => hash.slice(1));

async function library() {
  const root = await shown(<Library {...doors} />);
  await settled(10);
  return root;
}

async function type(root: ParentNode, words: string, rest = 500): Promise<void> {
  const field = root.querySelector<HTMLInputElement>('input[type=search]');
  await act(() => {
    if (field) field.value = words;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await pause(rest);
  await settled(rest === 0 ? 1 : 20);
}

describe('finding a session', () => {
  test('by words of its texts: each place with its number, opening there', async () => {
    const root = await library();
    await type(root, 'DRAUGHT');
    expect(ids(root).toSorted()).toEqual([OWN, COPY]);
    const hit = root.querySelector<HTMLAnchorElement>('.hits a');
    expect(hit?.hash).toMatch(/^#[0-9a-f-]{36}\/V-\d{4}$/);
    expect(hit?.querySelector('mark')?.textContent).toBe('draught');
    expect(root.querySelector('[role=status].quiet')?.textContent).toBe('Sessions found: 2.');
    await leave(root);
  });

  test('can be stopped, and says that not all was read', async () => {
    const root = await library();
    await type(root, 'draught', 0);
    expect(root.querySelector('.searching')?.textContent).toContain('Reading the texts: 0 of 2 sessions.');
    await press(root, 'Cancel');
    await pause(400);
    expect(root.querySelector('.searching')).toBeNull();
    expect(root.querySelector('search [role=status]')?.textContent).toBe('Sessions found: 0. Not all texts were read.');
    await leave(root);
  });

  test('says where nothing holds the words, and that the library is not empty', async () => {
    const root = await library();
    await type(root, 'nowhere at all');
    expect(ids(root)).toEqual([]);
    expect(root.textContent).toContain('No title and no text holds these words.');
    expect(root.textContent).not.toContain('Nothing is kept');
    await leave(root);
  });

  test('is kept in the address, and going back takes it away again', async () => {
    const root = await library();
    await type(root, 'draught');
    expect(location.search).toBe('?text=draught');
    await type(root, 'draught skerry');
    expect(location.search).toBe('?text=draught+skerry');
    history.replaceState(null, '', '/library.html');
    await act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await settled(5);
    expect(root.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('');
    expect(ids(root)).toHaveLength(2);
    await leave(root);
  });

  test('a link that is followed before the address says what was typed takes nothing of it away', async () => {
    const root = await library();
    await type(root, 'draught', 0);
    location.hash = OWN;
    await act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await pause(500);
    expect(root.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('draught');
    expect(location.search).toBe('?text=draught');
    expect(location.hash).toBe(`#${OWN}`);
    await leave(root);
  });

  test('begins as the address says: only copies; showing all again is one press', async () => {
    history.replaceState(null, '', '/library.html?whose=copy');
    const root = await library();
    expect(ids(root)).toEqual([COPY]);
    expect(root.querySelector('.filters summary')?.textContent).toBe('Filter and order: 1 set');
    await press(root, 'Show all');
    await settled(5);
    expect(ids(root)).toHaveLength(2);
    expect(location.search).toBe('');
    await leave(root);
  });
});
