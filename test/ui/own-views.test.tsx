// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database';
import { note, noteEnd, readJournal } from '../../src/store/journal';
import { changeSettings, LIMITS, readSettings } from '../../src/store/settings';
import { asText } from '../../src/ui/library/journal-words';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { button, leave, press, settled } from './render';

const AT = '2026-11-01T10:00:00.000Z';
let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
});
afterEach(async () => {
  await leave(root);
  location.hash = '';
  db.close();
});

async function open(view: string): Promise<void> {
  location.hash = view;
  root = await libraryOver(db);
  await settled(8);
}

const field = (name: string): HTMLInputElement => {
  const found = root.querySelector<HTMLInputElement>(`#setting-${name}`);
  if (!found) throw new Error(`there is no field ${name}`);
  return found;
};

async function type(name: string, value: string): Promise<void> {
  await act(() => {
    field(name).value = value;
    field(name).dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settled(6);
}

describe('the settings', () => {
  test('are a view of their own, each limit with a sentence, as they are', async () => {
    await changeSettings(db, { filesAtOnce: 7 });
    await open('settings');
    expect(root.querySelector('h2')?.textContent).toBe('Settings');
    expect(root.querySelector('nav.list')).toBeNull();
    for (const name of Object.keys(LIMITS)) {
      const why = root.querySelector(`#${field(name).getAttribute('aria-describedby')}`);
      expect(why?.textContent?.length).toBeGreaterThan(20);
      expect(root.querySelector(`label[for="setting-${name}"]`)?.textContent).not.toBe('');
    }
    expect(field('largestFile').value).toBe('64');
    expect(field('filesAtOnce').value).toBe('7');
    expect(root.querySelector('a[aria-current="page"]')?.textContent).toBe('Settings');
  });

  test('are kept as soon as they are changed, in what they are counted in', async () => {
    await open('settings');
    await type('largestFile', '100');
    await type('fileSeconds', '60');
    await act(() => field('files').click());
    await settled(6);
    const { largestFile, fileSeconds, files } = await readSettings(db);
    expect({ largestFile, fileSeconds, files }).toEqual({ largestFile: 104_857_600, fileSeconds: 60, files: false });
    expect(root.querySelector('[role=status].say')?.textContent).toBe('Kept.');
    await press(root, 'Use the usual limits');
    await settled(6);
    expect((await readSettings(db)).largestFile).toBe(LIMITS.largestFile.usual);
    expect(field('largestFile').value).toBe('64');
    expect((await readSettings(db)).files).toBe(false);
  });

  test.each(['', '0', '257', '-1', '1.5', '1e3', 'many', '99999999999'])('do not take %j', async (typed) => {
    await open('settings');
    await type('largestFile', typed);
    expect((await readSettings(db)).largestFile).toBe(LIMITS.largestFile.usual);
    expect(field('largestFile').getAttribute('aria-invalid')).toBe('true');
    expect(root.querySelector('[role=alert]')?.textContent).toContain('from 1 to 256');
    await type('largestFile', '5');
    expect(field('largestFile').getAttribute('aria-invalid')).toBe('false');
    expect((await readSettings(db)).largestFile).toBe(5 * 1024 * 1024);
  });

  test('are reached by a key', async () => {
    await keepIn(db, '11111111-1111-4111-8111-111111111111', harbour());
    await open('');
    await act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ',', bubbles: true })));
    await settled(6);
    expect(location.hash).toBe('#settings');
  });
});

describe('the journal', () => {
  test('says in words what was asked of whom, and how it ended, the newest first', async () => {
    await note(db, { at: AT, what: 'asked', site: 'chatgpt', detail: 'conversation' });
    await note(db, { at: AT, what: 'asked', site: 'claude', detail: '3 files' });
    await note(db, { at: AT, what: 'request', site: 'claude', detail: 'claude.ai/api/…', ended: 200 });
    const far = await note(db, { at: AT, what: 'fetched', site: 'chatgpt', detail: 'a.files.example/x' });
    await noteEnd(db, far, 'redirect');
    await note(db, { at: AT, what: 'fetched', site: null, detail: 'web.example/\u202Ea' });
    await note(db, { at: AT, what: 'of-a-later-release' as 'asked', site: null, detail: 'x' });
    await open('journal');
    const lines = [...root.querySelectorAll('.journal li > span')].map((each) => each.textContent?.trim());
    expect(lines).toEqual([
      'of-a-later-release x',
      'A source page, fetched from web.example/⟨U+202E⟩a',
      'A file of ChatGPT, fetched from a.files.example/x led elsewhere, and was not followed',
      'A page of Claude asked it for claude.ai/api/… answered with 200',
      'Files asked for, in a page of Claude: 3.',
      'ChatGPT was asked for a chat, in its page.',
    ]);
  });

  test('is copied as text, whole, and can be cleared', async () => {
    for (let n = 0; n < 130; n++) await note(db, { at: AT, what: 'exported', site: null, detail: String(n) });
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    await open('journal');
    expect(root.querySelectorAll('.journal li')).toHaveLength(100);
    await press(root, 'Show 100 more');
    await settled(6);
    expect(root.querySelectorAll('.journal li')).toHaveLength(130);
    await press(root, 'Copy as text');
    await settled(6);
    expect(copied[0]?.split('\n')).toHaveLength(130);
    expect(copied[0]).toBe(asText(await readJournal(db, 1000)));
    expect(root.querySelector('[role=status].say')?.textContent).toBe('The journal was copied.');
    await press(root, 'Clear the journal');
    await settled(6);
    expect(root.textContent).toContain('Nothing so far.');
    expect(() => button(root, 'Copy as text')).toThrow();
    expect(await readJournal(db)).toEqual([]);
    vi.unstubAllGlobals();
  });

  test('leads back to the sessions', async () => {
    await open('journal');
    expect(root.querySelector('main a')?.getAttribute('href')).toBe('#list');
    location.hash = '#list';
    await settled(6);
    expect(root.querySelector('nav.list')).not.toBeNull();
  });
});
