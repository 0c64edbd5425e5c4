// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/lib/fault';
import type { TabState } from '../../src/messages/contract';
import type { Send } from '../../src/messages/send';
import { type Database, openDatabase } from '../../src/store/database';
import type { ReadJob } from '../../src/store/job-rows';
import { Popup } from '../../src/ui/popup/popup';
import { harbour } from '../sites/chatgpt/harbour';
import { aroundOf, caredFor } from '../store/cared';
import { keepIn } from './kept';
import { button, hasButton, leave, press, settled, shown } from './render';

const SESSION = '11111111-1111-4111-8111-111111111111';
const READ = '22222222-2222-4222-8222-222222222222';
const NOW = Date.parse('2026-10-03T10:15:00.000Z');

const running: ReadJob = {
  id: READ,
  kind: 'read',
  made: '2026-10-03T10:14:59.000Z',
  changed: '2026-10-03T10:14:59.000Z',
  state: 'running',
  progress: { step: 'asking', done: 0, total: null },
  lease: null,
  error: null,
  ask: { tab: 7, site: 'chatgpt', origin: 'https://chatgpt.com', conversation: 'x', pack: false },
  result: null,
};

const onChat: TabState = {
  site: 'chatgpt',
  conversation: 'x',
  permitted: false,
  session: null,
  job: null,
  temporary: false,
  trouble: null,
};

let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
});
afterEach(async () => {
  await leave(root);
  db.close();
});

/** What the background would do: answers by the message's name, and remembers what it was asked. */
function background(answers: Readonly<Record<string, () => unknown>>) {
  const asked: (readonly [name: string, ask: unknown])[] = [];
  const send = (async (name: string, ask: unknown) => {
    asked.push([name, ask]);
    return answers[name]?.() ?? null;
  }) as Send;
  return { asked, send };
}

async function popup(send: Send, quota = 2 ** 40, allowed = true) {
  const requestSite = vi.fn(async () => true);
  const granted = { hosts: allowed };
  const requestHosts = vi.fn(async () => {
    granted.hosts = true;
    return true;
  });
  const openLibrary = vi.fn();
  const durability = async () => ({ used: 1, quota, persisted: true });
  root = await shown(
    <Popup
      db={db}
      send={send}
      tab={7}
      now={() => NOW}
      durability={durability}
      addressOf={async () => null}
      requestSite={requestSite}
      hasHosts={async () => granted.hosts}
      requestHosts={requestHosts}
      openLibrary={openLibrary}
    />,
  );
  await settled(6);
  return { requestSite, requestHosts, openLibrary };
}

describe('opened on a chat, the popup', () => {
  test('reads it, and shows what was kept when the read has ended', async () => {
    let state = onChat;
    const { asked, send } = background({
      'tab.state': () => state,
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await db.jobs.put(running);
    await popup(send);
    expect(asked).toEqual([
      ['tab.state', { tab: 7 }],
      ['tab.read', { tab: 7, pack: false }],
    ]);
    expect(root.textContent).toContain('Asking the site for the chat…');

    await keepIn(db, SESSION, harbour());
    state = { ...onChat, session: SESSION };
    await db.jobs.put({ ...running, state: 'done', result: { session: SESSION, pack: null } });
    await settled(20);
    expect(root.querySelector('h1')?.textContent).toContain('Tides at Skerry harbour');
    expect(root.querySelectorAll('.tests li').length).toBe(5);
    await press(root, 'Open library');
  });

  test('never calls a chat untitled before its first words are looked for', async () => {
    const said = {
      id: 'm',
      author: { role: 'user' },
      content: { content_type: 'text', parts: ['When is slack water?'] },
    };
    const mapping = { m: { id: 'm', parent: null, children: [], message: said } };
    await keepIn(db, SESSION, { conversation_id: 'c-1', title: null, current_node: 'm', mapping });
    const { send } = background({
      'tab.state': () => ({ ...onChat, session: SESSION }),
      'tab.read': () => ({ kind: 'unreadable', because: 'no-access' }),
    });
    const seen = new Set<string>();
    const watch = setInterval(() => seen.add(document.querySelector('h1')?.textContent ?? ''));
    await popup(send);
    await settled(20);
    clearInterval(watch);
    expect([...seen].filter((each) => each !== '')).toEqual(['Untitled: “When is slack water?”']);
  });

  test('does not ask for a read that runs already', async () => {
    const { asked, send } = background({ 'tab.state': () => ({ ...onChat, job: READ }) });
    await db.jobs.put(running);
    await popup(send);
    expect(asked.map(([name]) => name)).toEqual(['tab.state']);
    expect(root.textContent).toContain('Asking the site for the chat…');
  });

  test('exports what a running read brings, even if the popup goes', async () => {
    const { asked, send } = background({
      'tab.state': () => ({ ...onChat, session: SESSION }),
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await keepIn(db, SESSION, harbour());
    await db.jobs.put(running);
    await popup(send);
    await press(root, 'Export');
    expect(asked.at(-1)).toEqual(['tab.read', { tab: 7, pack: true }]);
    expect(asked.some(([name]) => name === 'export.start')).toBe(false);
  });

  test('exports what is kept once nothing is being read', async () => {
    const { asked, send } = background({
      'tab.state': () => ({ ...onChat, session: SESSION }),
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await keepIn(db, SESSION, harbour());
    await db.jobs.put({ ...running, state: 'done', result: { session: SESSION, pack: null } });
    await popup(send);
    await settled(6);
    await press(root, 'Export');
    expect(asked.at(-1)).toEqual(['export.start', { sessions: [SESSION] }]);
  });

  test('asks the browser for the site first thing in the click, then looks again', async () => {
    const { asked, send } = background({
      'tab.state': () => onChat,
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await db.jobs.put(running);
    const { requestSite } = await popup(send);
    const before = asked.length;
    button(root, 'Keep watching ChatGPT').click();
    expect(requestSite).toHaveBeenCalledOnce();
    expect(asked.length).toBe(before);
    await settled(3);
    expect(asked.at(-1)?.[0]).toBe('tab.state');
  });

  test('says that the browser keeps it out', async () => {
    const { send } = background({
      'tab.state': () => onChat,
      'tab.read': () => ({ kind: 'unreadable', because: 'no-access' }),
    });
    await popup(send);
    expect(root.querySelector('h1')?.textContent).toBe('The browser keeps us out');
    expect(hasButton(root, 'Export')).toBe(false);
    expect(hasButton(root, 'Keep watching ChatGPT')).toBe(true);
  });

  test('says in a sentence what a fault of ours was', async () => {
    const { send } = background({
      'tab.state': () => {
        throw new Fault('storage-blocked');
      },
    });
    await popup(send);
    expect(root.querySelector('[role=alert]')?.textContent).toContain('does not let Valise store anything');
  });

  test('says that the disk is full, as the background found', async () => {
    const { send } = background({
      'tab.state': () => ({ ...onChat, trouble: 'storage-full' }),
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await db.jobs.put(running);
    await popup(send);
    expect(root.textContent).toContain("The disk or the browser's storage is full, or nearly.");
  });

  test('says that little space is left, before anything is refused', async () => {
    const { send } = background({
      'tab.state': () => onChat,
      'tab.read': () => ({ kind: 'started', job: READ }),
    });
    await db.jobs.put(running);
    await popup(send, 50_000_001);
    expect(root.textContent).toContain('Little space is left on this disk: 50 MB.');
  });

  test.each([
    ['on a chat', () => onChat],
    ['on a page that is none', () => ({ ...onChat, site: null, conversation: null })],
    [
      'where nothing can be done',
      () => {
        throw new Fault('storage-full');
      },
    ],
  ])('says that the browser has lost what was kept, %s', async (_, state) => {
    db.close();
    db = await caredFor(aroundOf({ memory: { database: 'the one before', sessions: 3, lost: null } }));
    const { send } = background({ 'tab.state': state, 'tab.read': () => ({ kind: 'started', job: READ }) });
    await db.jobs.put(running);
    await popup(send);
    expect(root.textContent).toContain('The browser has lost what Valise kept here. Sessions that are gone: 3.');
  });
});

test('a host that keeps files back is asked for by itself, and then its files', async () => {
  await keepIn(db, SESSION, harbour());
  const log = await db.events.where('[session+seq]').between([SESSION, 0], [SESSION, 9999]).toArray();
  const gap = log.map(({ line }) => JSON.parse(line)).find(({ kind, body }) => kind === 'gap' && body.what.pointer);
  const last = log.at(-1);
  if (!gap || !last) throw new Error('the chat names no file');
  // the same gap once more, as the fetching of files leaves it
  const body = { ...gap.body, why: 'not-asked', what: { ...gap.body.what, came: 'no-permission' } };
  const line = JSON.stringify({ ...gap, seq: last.seq + 1, body, at: { ...gap.at, updated: gap.at.recorded } });
  await db.events.put({ session: SESSION, seq: last.seq + 1, id: gap.id, line });
  await db.sessions.update(SESSION, { tail: { seq: last.seq + 2, prev: '0'.repeat(64) }, revision: 99 });
  const { asked, send } = background({
    'tab.state': () => ({ ...onChat, permitted: true, session: SESSION }),
    'tab.read': () => ({ kind: 'unreadable', because: 'no-access' }),
    'files.start': () => ({ job: READ }),
  });
  const { requestHosts } = await popup(send, 2 ** 40, false);
  await settled(20);
  await press(root, 'Allow oaiusercontent.com');
  await settled(6);
  expect(requestHosts).toHaveBeenCalledWith(['https://*.oaiusercontent.com/*']);
  expect(asked.at(-1)).toEqual(['files.start', { session: SESSION, tab: 7, only: [gap.id] }]);
  expect(hasButton(root, 'Allow oaiusercontent.com')).toBe(false);
});
