// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { targets } from '../../src/handoff/targets';
import { readLog as check } from '../../src/model/chain';
import { type Database, openDatabase } from '../../src/store/database';
import { keepNote } from '../../src/store/keep-note';
import { readLog } from '../../src/store/sessions';
import { PERSONAL, SECRETS } from '../secrets/values';
import { harbour } from '../sites/chatgpt/harbour';
import { until } from './choice-lists';
import { keepIn } from './kept';
import { libraryOver } from './pages';
import { button, leave, press } from './render';

const ID = '11111111-1111-4111-8111-111111111111';
const COPY = '22222222-2222-4222-8222-222222222222';
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

async function open(session = ID): Promise<void> {
  location.hash = `${session}/continue`;
  root = await libraryOver(db);
  await until(() => root.querySelector('.handoff .prose') !== null);
}

const field = (): HTMLTextAreaElement => {
  const found = root.querySelector('textarea');
  if (!found) throw new Error('there is no field');
  return found;
};

async function type(words: string): Promise<void> {
  await act(() => {
    field().value = words;
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function edit(words: string): Promise<void> {
  if (!root.querySelector('textarea')) await press(root, 'Edit the text');
  await type(words);
  await press(root, 'Keep this text');
  await until(() => root.textContent?.includes('You edited this text') === true && isLooked());
}

/** True as soon as all was looked at. */
const isLooked = (): boolean => root.textContent?.includes('Looking for secrets') === false;

const notes = async (session = ID) =>
  check((await readLog(db, session)) ?? []).events.filter(({ kind }) => kind === 'annotation');

/** What a target's file holds, as its button would save it. */
async function made(name: string): Promise<string> {
  const row = [...root.querySelectorAll('.targets > li')].find((each) => each.textContent?.startsWith(name));
  if (!row) throw new Error(`there is no target ${name}`);
  await until(isLooked);
  const blobs: Blob[] = [];
  const before = URL.createObjectURL;
  // a browser saves what is behind the link; here it would lead away
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return before.call(URL, blob);
  };
  await until(() => row.querySelector('button')?.getAttribute('aria-disabled') === 'false');
  await act(() => row.querySelector('button')?.click());
  await until(() => row.querySelector('button.main') !== null);
  await act(() => row.querySelector<HTMLButtonElement>('button.main')?.click());
  URL.createObjectURL = before;
  vi.restoreAllMocks();
  return (await blobs[0]?.text()) ?? '';
}

describe('the page that continues a chat', () => {
  test('is opened from the chat, shows the handoff, and leads back', async () => {
    await keepIn(db, ID, harbour());
    location.hash = ID;
    root = await libraryOver(db);
    await until(() => root.querySelector('.session') !== null);
    await press(root, 'Continue in…');
    expect(location.hash).toBe(`#${ID}/continue`);
    await until(() => root.querySelector('.handoff .prose') !== null);
    expect(root.querySelector('.handoff')?.textContent).toContain('What the person asked for first');
    expect(document.activeElement?.id).toBe('session-title');
    expect(root.querySelector(`.continue a[href="#${ID}"]`)?.textContent).toBe('Back to the chat');
    expect(root.querySelectorAll('.targets > li')).toHaveLength(targets.length);
  });

  test('keeps an edit in the log; files begin with it from then on; it is there after a reload', async () => {
    await keepIn(db, ID, harbour());
    await open();
    await edit('# Mine\n\nMind the third mast.');
    const [note] = await notes();
    expect(note?.body).toMatchObject({ type: 'handoff', text: '# Mine\n\nMind the third mast.' });
    expect(await made('Chat Completions')).toContain('Mind the third mast.');
    await leave(root);
    await open();
    expect(root.querySelector('.handoff')?.textContent).toContain('Mind the third mast.');
    expect(root.textContent).toContain('You edited this text');
    expect(root.textContent).not.toContain('Since then the chat has grown');
  });

  test('goes back to what is assembled; the log has both', async () => {
    await keepIn(db, ID, harbour());
    await open();
    await edit('Mine.');
    await press(root, 'Go back to the assembled text');
    await until(() => !root.textContent?.includes('You edited this text'));
    expect((await notes()).map(({ body }) => 'assembled' in body && body.assembled)).toEqual([false, true]);
    expect(field().value).toContain('# Handoff');
  });

  test('what is typed is not kept until it is said, and can be discarded', async () => {
    await keepIn(db, ID, harbour());
    await open();
    await press(root, 'Edit the text');
    const before = field().value;
    expect(button(root, 'Keep this text').disabled).toBe(true);
    await type(`${before}\nMore.`);
    expect(root.textContent).toContain('What you typed and did not keep');
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await press(root, 'Discard the changes');
    expect(field().value).toBe(before);
    expect(await notes()).toEqual([]);
  });

  test('says when the chat has grown since, and shows both', async () => {
    const chat = harbour();
    await keepIn(db, ID, chat);
    await open();
    await edit('# Mine');
    const [note] = await notes();
    if (note?.kind !== 'annotation') throw new Error('nothing was kept');
    // as if it had been written over an older log
    const { v, id, thread, parents, actor, native, source, fidelity, sealed, kind } = note;
    const body = { ...note.body, base: { lines: 2, assembled: 'of-another-text' } };
    const observation = { v, id, thread, parents, actor, native, source, fidelity, sealed, kind, body } as const;
    await keepNote(db, ID, { ...observation, at: { occurred: note.at.occurred, updated: null } }, note.at.recorded);
    await until(() => root.textContent?.includes('Since then the chat has grown') ?? false);
    await act(() => root.querySelector<HTMLElement>('.say .fold > summary')?.click());
    await until(() => root.querySelector('.say .fold .prose') !== null);
    expect(root.querySelector('.say .fold .prose')?.textContent).toContain('What the person asked for first');
  });

  test('a copy out of an archive is edited in this page alone: its log stays as it was', async () => {
    await keepIn(db, COPY, harbour(), { from: 'a.zip', at: '2026-11-30T12:00:00.000Z', logHash: 'x' });
    const before = await readLog(db, COPY);
    await open(COPY);
    expect(root.textContent).toContain('its log stays as it is');
    await edit('Only here.');
    expect(await made('Pi')).toContain('Only here.');
    expect(await readLog(db, COPY)).toEqual(before);
  });
});

describe('before it goes elsewhere', () => {
  const boxes = (): HTMLInputElement[] => [...root.querySelectorAll<HTMLInputElement>('.secrets input')];

  /** Opens the page on a chat in whose edited text a key and an address stand. */
  async function leaky(): Promise<void> {
    await keepIn(db, ID, harbour());
    await open();
    await edit(`# Mine\n\nThe key is ${SECRETS.github}.\nWrite to ${PERSONAL.email} today.`);
    await until(() => boxes().length > 1);
  }

  test('what is found stands with its line; secrets are left out, personal data when it is ticked', async () => {
    await leaky();
    const key = boxes().find((each) => each.labels?.[0]?.textContent?.startsWith('Leave out access key 1'));
    const mail = boxes().find((each) => each.closest('li')?.textContent?.includes(PERSONAL.email ?? ''));
    expect([key?.checked, mail?.checked]).toEqual([true, false]);
    expect(key?.closest('li')?.querySelector('mark')?.textContent).toBe(SECRETS.github);
    expect(key?.closest('li')?.querySelector('.line')?.textContent).toBe(`The key is ${SECRETS.github}.`);
    const first = await made('Chat Completions');
    expect(first).toContain('[left out: access key 1]');
    expect(first).not.toContain(SECRETS.github);
    expect(first).toContain(PERSONAL.email);
    await act(() => mail?.click());
    const second = await made('Chat Completions');
    expect(second).not.toContain(PERSONAL.email);
    expect(second).toContain('[left out: e-mail address 1]');
    expect(JSON.stringify(await notes())).toContain(SECRETS.github);
  });

  test('all of a group is ticked or not with one button; the text that is copied and saved follows', async () => {
    await leaky();
    await press(root, 'Edit the text');
    expect(root.querySelector('.handoff')?.textContent).toContain('[left out: access key 1]');
    const [secrets] = root.querySelectorAll('.secrets');
    if (!secrets) throw new Error('there are none');
    await press(secrets, 'Leave these in');
    expect(root.querySelector('.handoff')?.textContent).toContain(SECRETS.github);
    await press(secrets, 'Leave all of these out');
    expect(root.querySelector('.handoff')?.textContent).not.toContain(SECRETS.github);
  });

  test('where nothing is found it says so', async () => {
    await keepIn(db, ID, harbour());
    await open();
    await edit('# Mine');
    await until(() => !root.textContent?.includes('Looking for secrets'));
    expect(root.textContent).toMatch(/None was found|Found: \d+/);
  });
});
