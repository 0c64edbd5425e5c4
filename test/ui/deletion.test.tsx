// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/lib/fault';
import { type Database, openDatabase } from '../../src/store/database';
import type { Deleting } from '../../src/store/forget';
import { DeleteDialog } from '../../src/ui/library/delete-dialog';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { button, leave, press, settled, shown } from './render';

const ID = (n: number): string => `${n}1111111-1111-4111-8111-111111111111`;
let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
  history.replaceState(null, '', '/library.html');
});
afterEach(async () => {
  await leave(root);
  db.close();
});

const library = async (wide: boolean): Promise<void> => {
  root = await libraryOver(db, wide);
  await settled(20);
};

const keep = async (many: number): Promise<void> => {
  for (let n = 1; n <= many; n++)
    await keepIn(db, ID(n), { ...harbour(), conversation_id: `c-${n}`, title: `Tides ${n}` });
};
const titles = (): (string | null)[] => [...root.querySelectorAll('.item a')].map((each) => each.textContent);
const tick = (title: string): Promise<void> =>
  act(() => root.querySelector<HTMLElement>(`[aria-label="Select “${title}”"]`)?.click());
const said = (): string | null | undefined => root.querySelector('.news > [role=status].say')?.textContent;
const soon = async (): Promise<string | null | undefined> => {
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return document.activeElement?.textContent;
};

describe('after deleting', () => {
  test('the sentence names what is gone, and the focus is on the session beside it', async () => {
    await keep(3);
    await library(true);
    const [first, second, third] = titles();
    await tick(second ?? '');
    await press(root, 'Delete…');
    await settled(5);
    await press(root, 'Delete from this browser');
    await expect.poll(soon).toBe(third);
    expect(said()).toMatch(`Deleted from this browser: “${second}” (`);
    await expect.poll(titles).toEqual([first, third]);
    await tick(third ?? '');
    await press(root, 'Delete…');
    await settled(5);
    await press(root, 'Delete from this browser');
    await expect.poll(soon).toBe(first);
  });

  test('of several, one is named and the rest counted; with nothing left, that is said', async () => {
    await keep(2);
    await library(true);
    const [first] = titles();
    for (const title of titles()) await tick(title ?? '');
    await press(root, 'Delete…');
    await settled(5);
    await press(root, 'Delete from this browser');
    await expect.poll(soon).toBe('Nothing is kept yet');
    expect(said()).toMatch(`Deleted from this browser: “${first}” and 1 more (`);
  });
});

test('a deletion that takes long shows how far it is, and can be taken back', async () => {
  let stopped = false;
  const carryOut = ({ progress, signal }: Deleting) =>
    new Promise<never>((_, fail) => {
      progress?.(3, 12);
      signal?.addEventListener('abort', () => {
        stopped = true;
        fail(new Fault('cancelled'));
      });
    });
  const close = vi.fn();
  const plan = async () => ({ sessions: [], artifacts: 0, bytes: 0, shared: 0 });
  root = await shown(<DeleteDialog db={db} plan={plan} carryOut={carryOut} onClose={close} />);
  await settled(2);
  await press(root, 'Delete from this browser');
  await settled(2);
  expect(root.querySelector('progress')).toMatchObject({ value: 3, max: 12 });
  expect(button(root, 'Delete from this browser').disabled).toBe(true);
  await press(root, 'Cancel');
  await settled(2);
  expect(stopped).toBe(true);
  expect(close).not.toHaveBeenCalled();
  expect(root.querySelector('[role=alert]')?.textContent).toBe('Cancelled.');
  await press(root, 'Cancel');
  expect(close).toHaveBeenCalledWith(null);
});
