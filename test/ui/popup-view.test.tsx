// @vitest-environment happy-dom

import '../with-browser';
import { describe, expect, test, vi } from 'vitest';
import type { Body } from '../../src/model/bodies';
import type { TestReport } from '../../src/model/session';
import { viewOf } from '../../src/projection/view';
import type { ExportJob, FilesJob, ReadJob } from '../../src/store/job-rows';
import type { SessionRow } from '../../src/store/rows';
import { lacksIn } from '../../src/ui/popup/lacks';
import type { About, Chat, PopupState } from '../../src/ui/popup/state';
import { type PopupActions, PopupView } from '../../src/ui/popup/view';
import { compose } from '../model/compose';
import { hasButton, press, settled, shown } from './render';

const NOW = Date.parse('2026-10-03T10:15:00.000Z');
const at = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const kept = {
  id: 'one',
  site: 'chatgpt',
  title: 'Tides at Skerry harbour',
  updated: at(90),
  last: { at: at(5), kind: 'same', route: 'conversation', capture: 'asked', cut: false, places: [] },
} as unknown as SessionRow;

const passed: TestReport = { verdict: 'pass', counts: {}, items: [], next: null };
const about: About = {
  summary: {
    messages: 8,
    branches: 3,
    sources: 2,
    files: 0,
    unread: 0,
    gaps: new Map([
      ['not-fetched', 7],
      ['expired', 1],
    ]),
  },
  report: {
    inspection: passed,
    export: { ...passed, verdict: 'gaps' },
    replay: passed,
    audit: { ...passed, verdict: 'fail' },
    deletion: passed,
  },
  lacks: [],
};

const chat: Chat = {
  kind: 'chat',
  siteName: 'ChatGPT',
  permitted: true,
  kept,
  name: 'Tides at Skerry harbour',
  bytes: 1_400_000,
  persisted: false,
  about,
  read: null,
  exported: null,
  files: null,
  host: null,
  trouble: null,
};

const job = { id: 'job', made: at(1), changed: at(0), state: 'running', lease: null, error: null } as const;
const read = (more: Partial<ReadJob>): ReadJob => ({
  ...job,
  kind: 'read',
  ask: { tab: 1, site: 'chatgpt', origin: 'https://chatgpt.com', conversation: 'x', pack: false },
  progress: { step: 'asking', done: 0, total: null },
  result: null,
  ...more,
});
const exported = (more: Partial<ExportJob>): ExportJob => ({
  ...job,
  kind: 'export',
  ask: { sessions: ['one'] },
  progress: { step: 'packing', done: 3, total: 12 },
  result: null,
  ...more,
});

async function popup(state: PopupState) {
  const actions = {
    exportChat: vi.fn(),
    openLibrary: vi.fn(),
    allowSite: vi.fn(),
    readAgain: vi.fn(),
    cancel: vi.fn(),
    fetchOn: vi.fn(),
    allowHost: vi.fn(),
  } satisfies PopupActions;
  const root = await shown(<PopupView state={state} lost={null} now={NOW} actions={actions} />);
  return { root, actions, words: root.textContent ?? '' };
}

const files = (more: Partial<FilesJob>): FilesJob => ({
  ...job,
  kind: 'files',
  ask: { session: 'one', tab: 1, again: false },
  progress: { step: 'fetching', done: 3, total: 12 },
  files: null,
  result: null,
  ...more,
});

describe('files of a chat, in its popup', () => {
  test('come one after the other, can be cancelled, and are counted in the end', async () => {
    const { root, actions, words } = await popup({ ...chat, files: files({}) });
    expect(words).toContain('Fetching files… 3 of 12');
    await press(root, 'Cancel');
    expect(actions.cancel).toHaveBeenCalledWith('job');
    const ended = await popup({ ...chat, files: files({ state: 'done', result: { kept: 3, lacking: 9 } }) });
    expect(ended.words).toContain('Files fetched: 3. Still missing: 9; the session says why.');
  });

  test('on a host that is not allowed: one sentence, and the button for exactly that host', async () => {
    const { root, actions, words } = await popup({ ...chat, host: 'files.example' });
    expect(words).toContain('lie on files.example. Valise fetches them only if you allow exactly that host.');
    await press(root, 'Allow files.example');
    expect(actions.allowHost).toHaveBeenCalledOnce();
    const busy = await popup({ ...chat, host: 'files.example', files: files({}) });
    expect(hasButton(busy.root, 'Allow files.example')).toBe(false);
  });
});

describe('the popup of a chat', () => {
  test('says what is kept, when, how sound, what lacks and where it lies', async () => {
    const { root, words } = await popup(chat);
    expect(root.querySelector('h1')?.textContent).toBe('Tides at Skerry harbour');
    const facts = [...root.querySelectorAll('.facts > div')].map((each) => each.textContent);
    expect(facts).toEqual(['Messages8', 'Branches3', 'Sources2', 'Files0', 'Gaps8']);
    const tests = [...root.querySelectorAll('.tests li')].map((each) => each.textContent);
    expect(tests).toEqual([
      'Inspection: passes',
      'Export: passes with what lacks named',
      'Replay: passes',
      'Audit: fails',
      'Deletion: passes',
    ]);
    expect(words).toContain('Last captured 5 minutes ago.');
    expect(words).toContain('until you delete it here or remove Valise. The browser gives no promise for a full disk');
    expect(words).toContain('Files and raw pieces: 1.4 MB.');
    const safe = await popup({ ...chat, persisted: true });
    expect(safe.words).toContain('The browser has promised not to clear it for space.');
  });

  test('says how much of it is kept and not yet readable, once', async () => {
    const unread = { ...about, summary: { ...about.summary, unread: 2 } };
    expect((await popup({ ...chat, about: unread })).words).toContain('Kept, not yet readable: 2.');
    const drifted = { ...kept, last: { ...(kept.last as object), kind: 'drift' } } as SessionRow;
    const { words } = await popup({ ...chat, kept: drifted, about: unread });
    expect(words).toContain('that this release cannot read yet');
    expect(words).not.toContain('Kept, not yet readable: 2.');
  });

  test('names each thing that lacks once, with the way to it and to every test in the library', async () => {
    const log = compose();
    const question = log.user('Q');
    const file = (name: string) => ({
      what: { name, pointer: `a://${name}` },
      why: 'expired',
      where: null,
      native: null,
    });
    for (const id of ['a', 'b']) {
      log.at(question);
      log.assistant('A', { id });
      log.add('gap', file('x.pdf') as Body<'gap'>);
    }
    for (let n = 0; n < 25; n++) log.add('gap', file(`${n}.pdf`) as Body<'gap'>);
    const lacks = lacksIn(viewOf(log.events()));
    const { root, words, actions } = await popup({ ...chat, about: { ...about, lacks } });
    expect(words).toContain('Known to be missing: 27');
    const fold = root.querySelector('details');
    if (fold) fold.open = true;
    fold?.dispatchEvent(new Event('toggle'));
    await settled(1);
    const items = [...root.querySelectorAll('.fold li')].map((each) => each.textContent);
    expect(items[0]).toBe(`${lacks[0]?.number}x.pdf: The site no longer had it. in 2 places`);
    expect(items).toHaveLength(21);
    expect(items.at(-1)).toBe('And 6 more.');
    for (const link of [
      ...root.querySelectorAll<HTMLElement>('.fold li:first-child a, .fold li:last-child a, .tests a'),
    ])
      link.click();
    expect(actions.openLibrary.mock.calls.flat()).toEqual(
      expect.arrayContaining([lacks[0]?.number, 'missing', 'inspection', 'export', 'replay', 'audit', 'deletion']),
    );
    expect(root.querySelector('.tests a')?.getAttribute('href')).toBe('library.html#one/inspection');
    expect(root.querySelector('.legend')?.textContent).toBe('passespasses with what lacks namedfails');
  });

  test('begins an export and opens the library', async () => {
    const { root, actions } = await popup(chat);
    await press(root, 'Export');
    await press(root, 'Open library');
    expect(actions.exportChat).toHaveBeenCalledOnce();
    expect(actions.openLibrary).toHaveBeenCalledOnce();
  });

  test('asks for the site only where it is not granted, and says why', async () => {
    expect(hasButton((await popup(chat)).root, 'Keep watching ChatGPT')).toBe(false);
    const { root, words, actions } = await popup({ ...chat, permitted: false });
    expect(words).toContain('is then kept here as it goes on');
    await press(root, 'Keep watching ChatGPT');
    expect(actions.allowSite).toHaveBeenCalledOnce();
  });

  test('shows a read that runs, and ends it', async () => {
    const { root, words, actions } = await popup({ ...chat, kept: null, about: null, read: read({}) });
    expect(words).toContain('Not kept yet');
    expect(words).toContain('Asking the site for the chat…');
    expect(root.querySelector('progress')?.hasAttribute('value')).toBe(false);
    await press(root, 'Cancel');
    expect(actions.cancel).toHaveBeenCalledWith('job');
  });

  test('says when a read goes on that the site told to wait', async () => {
    const waiting = read({ progress: { step: 'told-to-wait', done: 0, total: 30 } });
    const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(new Date(NOW + 30_000));
    expect((await popup({ ...chat, read: waiting })).words).toContain(`Goes on at ${time}.`);
  });

  test.each([
    ['read-signed-out', 'You are signed out of the site.'],
    ['read-busy', 'Try again in some minutes.'],
    ['read-not-found', 'not for this account'],
    ['storage-full', 'storage is full'],
  ] as const)('a read that failed (%s) has a sentence and a way on', async (error, sentence) => {
    const { root, words, actions } = await popup({ ...chat, read: read({ state: 'failed', error }) });
    expect(words).toContain(sentence);
    await press(root, 'Try again');
    expect(actions.readAgain).toHaveBeenCalledOnce();
  });

  test('what was read from the page itself is said to be so, with the reason and another try', async () => {
    const fromPage = { ...kept, last: { ...kept.last, kind: 'grown', capture: 'page' } } as SessionRow;
    const words = 'Read from the page itself: what you see, without branches.';
    const read = { kind: 'read', state: 'done', because: 'read-refused' } as ReadJob;
    const refused = await popup({ ...chat, kept: fromPage, read });
    expect(refused.words).toContain(words);
    expect(refused.words).toContain('Try again');
    expect((await popup({ ...chat, kept: fromPage, read: null })).words).toContain(words);
    expect((await popup({ ...chat, kept: { ...fromPage, last: kept.last } as SessionRow, read })).words).not.toContain(
      words,
    );
  });

  test('drift is kept, and said to be not yet readable', async () => {
    const drifted = { ...kept, last: { ...kept.last, kind: 'drift' } } as SessionRow;
    expect((await popup({ ...chat, kept: drifted })).words).toContain('It is kept, and the next release');
  });

  test('shows an export that runs with its progress, and no second button for it', async () => {
    const { root, words, actions } = await popup({ ...chat, exported: exported({}) });
    expect(words).toContain('Packing…');
    expect(root.querySelector('progress')).toMatchObject({ value: 3, max: 12 });
    expect(hasButton(root, 'Export')).toBe(false);
    await press(root, 'Cancel');
    expect(actions.cancel).toHaveBeenCalledWith('job');
  });

  test('says what was saved', async () => {
    const done = exported({
      state: 'done',
      result: { name: 'Tides.zip', bytes: 52_000, identity: '', lacking: 0, download: 1 },
    });
    const { root, words } = await popup({ ...chat, exported: done });
    expect(words).toContain('Saved and verified: Tides.zip (52 kB), in your downloads folder.');
    expect(hasButton(root, 'Export')).toBe(true);
  });

  test('says what was saved of a session that lacks something', async () => {
    const result = { name: 'Tides.zip', bytes: 52_000, identity: '', lacking: 3, download: 1 };
    const { words } = await popup({ ...chat, exported: exported({ state: 'done', result }) });
    expect(words).toContain('It holds all that is here; pieces that were missing already: 3.');
    expect(words).not.toContain('verified');
  });
});

describe('the popup elsewhere', () => {
  test.each([
    ['no-site', null, 'Not a chat that Valise knows'],
    ['no-conversation', 'ChatGPT', 'No chat is open here'],
    ['no-access', 'ChatGPT', 'The browser keeps us out'],
  ] as const)('%s: says so, and offers the library and nothing that does nothing', async (because, siteName, title) => {
    const { root } = await popup({ kind: 'elsewhere', because, siteName, permitted: true });
    expect(root.querySelector('h1')?.textContent).toBe(title);
    expect([...root.querySelectorAll('button')].map((each) => each.textContent)).toEqual(['Open library']);
  });

  test('a fault is one sentence', async () => {
    const { root } = await popup({ kind: 'failed', sentence: 'The disk is full.' });
    expect(root.querySelector('[role=alert]')?.textContent).toBe('The disk is full.');
  });
});
