// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hushReminder, MUCH, noteRestored, readBackups } from '../../src/store/backups';
import { type Database, openDatabase } from '../../src/store/database';
import { readSession } from '../../src/store/sessions';
import type { LibraryDoors } from '../../src/ui/library/doors';
import { Library } from '../../src/ui/library/library';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { noGrants } from './pages';
import { button, hasButton, leave, press, settled, shown } from './render';

const ONE = '11111111-1111-4111-8111-111111111111';
const NOW = Date.UTC(2026, 11, 1);
let db: Database;
let root: HTMLElement;
let sent: unknown[];
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  sent = [];
});
afterEach(async () => {
  await leave(root);
  location.hash = '';
  db.close();
});

async function open(view: string, changes: Partial<LibraryDoors> = {}): Promise<void> {
  location.hash = view;
  const doors: LibraryDoors = {
    db,
    send: (async (name: string) => {
      sent.push(name);
      return { jobs: [] };
    }) as unknown as LibraryDoors['send'],
    now: () => NOW,
    newId: () => crypto.randomUUID(),
    holder: 'test',
    grants: noGrants,
    durability: async () => ({ used: 85, quota: 100, persisted: false }),
    wide: true,
    ...changes,
  };
  root = await shown(<Library {...doors} />);
  await settled(12);
}

describe('the backup', () => {
  test('says what it holds and that there was none, and begins', async () => {
    await keepIn(db, ONE, harbour());
    await open('backup');
    expect(root.querySelector('h2')?.textContent).toBe('Backup');
    expect(root.textContent).toContain('Kept here: sessions 1');
    expect(root.textContent).toContain('There is no whole backup yet.');
    expect(root.textContent).toContain('Sessions that this browser has saved to no file as they are now: 1.');
    await press(root, 'Back up everything');
    expect(sent).toEqual(['backup.start']);
  });

  test('of nothing cannot be begun, and which parts are missing is said until one does without', async () => {
    await noteRestored(db, { group: 'g', number: 2, of: 3 });
    await open('backup');
    expect(button(root, 'Back up everything').disabled).toBe(true);
    expect(root.textContent).toContain('Still missing of this backup: part 1, 3 of 3.');
    await press(root, 'Do without what is missing');
    await settled(30);
    expect((await readBackups(db)).restoring).toBeNull();
    expect(root.textContent).not.toContain('Still missing');
  });

  test('is reminded of where much lies in no file, and not again within a week', async () => {
    for (let at = 0; at < MUCH; at++) {
      const id = `11111111-1111-4111-8111-1111111111${String(at).padStart(2, '0')}`;
      await keepIn(db, id, { ...harbour(), conversation_id: `c${at}` });
    }
    await open('');
    expect(root.querySelector('[role=note]')?.textContent).toContain(`${MUCH}. Removing Valise removes them.`);
    await press(root, 'Not now');
    await settled(8);
    expect(root.querySelector('[role=note]')).toBeNull();
    await leave(root);
    await open('', { now: () => NOW + 8 * 86_400_000 });
    expect(root.querySelector('[role=note]')).not.toBeNull();
    await hushReminder(db, new Date(NOW + 8 * 86_400_000).toISOString());
  });
});

describe('the storage', () => {
  test('is told as a table by site and use, with a warning before it is full', async () => {
    await keepIn(db, ONE, harbour());
    await open('storage');
    const cells = [...root.querySelectorAll('.usage tbody td')].map((each) => each.textContent ?? '');
    expect(root.querySelector('.usage tbody th')?.textContent).toBe('ChatGPT');
    expect(cells).toHaveLength(5);
    expect(root.querySelectorAll('.bars rect')).toHaveLength(4);
    expect(root.querySelector('.say')?.textContent).toContain('Little space is left');
    await leave(root);
    const GB = 1_000_000_000;
    await open('storage', { durability: async () => ({ used: 90 * GB, quota: 100 * GB, persisted: true }) });
    expect(root.textContent).toContain('Nearly full: 90 %');
    expect(hasButton(root, 'Ask the browser not to clear it')).toBe(false);
  });

  test('what would be let go of is said first, and then it is, with a gap', async () => {
    await keepIn(db, ONE, harbour());
    await open('storage');
    const days = root.querySelector<HTMLInputElement>('#clean-days');
    for (const [typed, taken] of [
      ['0', '365'],
      ['1', '1'],
      ['', '1'],
    ] as const) {
      await act(() => {
        if (days) days.value = typed;
        days?.dispatchEvent(new Event('change', { bubbles: true }));
      });
      expect(days?.value).toBe(taken); // what counts is what stands there
    }
    const before = await readSession(db, ONE);
    await press(root, 'Let go of old raw…');
    await settled(12);
    const dialog = root.querySelector('dialog');
    expect(dialog?.textContent).toContain('Sessions that will lack something: 1.');
    expect(dialog?.textContent).toMatch(/The bytes that sites sent before \w+ \d+, \d{4}\./);
    expect(dialog?.textContent).toContain('can no longer be checked');
    expect((await readSession(db, ONE))?.tail.seq).toBe(before?.tail.seq);
    await press(root, 'Let go of it');
    await settled(20);
    expect((await readSession(db, ONE))?.tail.seq).toBe((before?.tail.seq ?? 0) + 1);
    expect(root.querySelector('dialog')?.textContent).toContain('Freed: ');
    await press(root.querySelector('dialog') ?? root, 'Close');
    await settled(12);
    expect(root.querySelector('dialog')).toBeNull();
  });
});
