// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/database';
import { readSettings } from '../../src/store/settings';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { leave, press, settled } from './render';

const db = await openDatabase({ name: 'keys' });
afterAll(() => db.close());
const ID = '11111111-1111-4111-8111-111111111111';
beforeAll(() => keepIn(db, ID, harbour()));
beforeEach(() => history.replaceState(null, '', '/library.html'));

let root: HTMLElement;
afterEach(() => leave(root));
// nothing has a place on this page: all of it is in view
vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 100, 100));

async function library(): Promise<void> {
  location.hash = ID;
  root = await libraryOver(db);
  await settled(30);
}

/** Presses a key where the focus is; true if it did something. */
async function key(name: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
  await act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  await settled(3);
  return event.defaultPrevented;
}

const focused = (): string | null | undefined => document.activeElement?.textContent;

describe('single keys in the library', () => {
  test('go from event to event, and leave the ends alone', async () => {
    await library();
    const numbers = [...root.querySelectorAll('.branch .event > .byline .number')].map((each) => each.textContent);
    for (const number of numbers.slice(0, 3)) {
      expect(await key('j')).toBe(true);
      expect(focused()).toBe(number);
    }
    await key('k');
    expect(focused()).toBe(numbers[1]);
    await key('k');
    expect(await key('k')).toBe(false);
    expect(focused()).toBe(numbers[0]);
  });

  test('switch branches at the nearest fork above, and open folds', async () => {
    await library();
    root.querySelector<HTMLElement>('.branch .event:has(.switch) + .event .number')?.focus();
    await key('[');
    expect(root.textContent).toContain('With 1.4 m of draught');
    await key(']', { ctrlKey: true, altKey: true, modifierAltGraph: true });
    expect(root.textContent).not.toContain('With 1.4 m of draught');
    const stop = root.querySelector('.branch .event:has(details)');
    stop?.querySelector<HTMLElement>('.number')?.focus();
    await key('o');
    expect(stop?.querySelectorAll('details:not([open])')).toHaveLength(0);
    await key('o');
    expect(stop?.querySelectorAll('details[open]')).toHaveLength(0);
  });

  test('are words in a field, and the browser’s with its own keys', async () => {
    await library();
    expect(await key('j', { ctrlKey: true })).toBe(false);
    expect(await key('f', { metaKey: true })).toBe(false);
    expect(await key('f', { ctrlKey: true })).toBe(false);
    expect(await key('/')).toBe(true);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Find in session');
    expect(await key('j')).toBe(false);
    expect(await key('/')).toBe(false);
  });

  test('copy the address of an event, without what the list is asked for, and say so', async () => {
    history.replaceState(null, '', '/library.html?text=x');
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await library();
    await key('j');
    const number = focused();
    expect(await key('c')).toBe(true);
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/library.html#${ID}/${number}`);
    expect(root.querySelector('.news > p[role=status]')?.textContent).toBe(`Copied: the address of ${number}`);
    writeText.mockRestore();
  });

  test('are listed, and can be switched off for good', async () => {
    await library();
    expect(await key('?', { shiftKey: true })).toBe(true);
    expect(root.querySelector('dialog h2')?.textContent).toBe('Keys');
    expect(await key('j')).toBe(false);
    await act(() => root.querySelector<HTMLInputElement>('dialog input')?.click());
    await settled(10);
    expect((await readSettings(db)).keys).toBe(false);
    await press(root, 'Close');
    expect(root.querySelector('dialog')).toBeNull();
    expect(await key('j')).toBe(false);
    expect(await key('?')).toBe(false);
    await press(root, 'Keys');
    expect(root.querySelector<HTMLInputElement>('dialog input')?.checked).toBe(false);
  });
});
