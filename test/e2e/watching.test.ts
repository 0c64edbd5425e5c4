import { afterAll, describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { partsOf } from '../../src/projection/sources';
import { viewOf } from '../../src/projection/view';
import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { BRANCHES, TEMPORARY } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import { answered, ask, shows } from './chat-page';
import { idsOf } from './chats';
import type { Page } from './harness/browser';
import { browsers } from './harness/launch';
import { installed } from './installed';

const [chatgpt, claude] = await Promise.all([startChatgpt(), startClaude()]);
afterAll(() => Promise.all([chatgpt.close(), claude.close()]));

const WAIT = { timeout: 20_000 };

/*
 * Three conversations on two sites that are watched: one that goes on, is edited and loses its background in the middle
 * of an answer; one whose answer nobody can read; one whose answer is made anew. And what must leave nothing.
 */
describe.each(browsers)('what is watched in %s', (kind) => {
  const at = installed(kind, 'e2e', {
    hosts: { ...chatgpt.hosts, ...claude.hosts },
    get refusals() {
      return [...chatgpt.refusals, ...claude.refusals];
    },
  });
  const pages: Record<string, Page> = {};
  const isKept = (native: string, last: object): Promise<void> =>
    expect.poll(() => at.kept.session(native), WAIT).toMatchObject({ last });
  const streamed = async (): Promise<number> =>
    (await at.kept.exchanges()).find(({ route }) => route === 'stream')?.bytes ?? 0;

  async function opened(native: string, address: string): Promise<Page> {
    const page = await at.browser.open(address);
    await shows(page, native);
    await isKept(native, { capture: 'heard', route: 'conversation' });
    pages[native] = page;
    return page;
  }

  /** Waits until all that is wanted of what was heard is done. */
  const isQuiet = (): Promise<void> =>
    expect
      .poll(
        async () => [
          ...(await at.kept.exchanges()),
          ...(await at.kept.jobs()).filter((job) => job.state === 'waiting' || job.state === 'running'),
        ],
        WAIT,
      )
      .toEqual([]);

  /** What is said in a chat, by the ids of its events. */
  const said = async (native: string): Promise<Record<string, unknown>> => {
    const current = [...viewOf(await at.kept.events(native)).current.values()];
    const spoken = current.filter(({ kind: each }) =>
      ['message', 'reasoning', 'tool.call', 'tool.result'].includes(each),
    );
    // a stream says of every answer what it leans on; a read says it once
    const words = (each: Event): unknown[] => partsOf(each).flatMap((part) => ('text' in part ? part.text : []));
    return Object.fromEntries(spoken.map((each) => [each.id, words(each)]));
  };

  /** What was heard is what the site's own payload says, message by message: a read that is asked for finds no other word. */
  async function isAsSent(native: string, payload: string): Promise<void> {
    await isQuiet();
    const heard = await said(native);
    const page = pages[native];
    if (!page) throw new Error(`no page of ${native}`);
    const { answer } = await at.kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    await expect.poll(() => at.kept.job((answer as { job: string }).job), WAIT).toMatchObject({ state: 'done' });
    expect(heard).toEqual(await said(native));
    const ids = Object.keys(heard).join('\n');
    const sent = messagesIn(payload);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.filter((id) => !ids.includes(id))).toEqual([]);
  }

  test('a chat that goes on, is edited, and loses the background in mid-stream, is as the site has it', async () => {
    await at.kept.page.evaluate(setQuiet, 1);
    chatgpt.reset();
    const page = await opened(SHORT, `https://chatgpt.com/c/${SHORT}`);
    await ask(page, 'And the ebb?');
    await answered(page);
    await isKept(SHORT, { route: 'stream', cut: false });
    await page.evaluate(editQuestion, { conversation: SHORT, words: 'And the flood?' });
    const held = chatgpt.hold(16);
    await ask(page, 'Killed in the middle?');
    await held.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    await at.browser.killBackground();
    held.release();
    await answered(page);
    const log = async () => (await at.kept.log((await at.kept.session(SHORT))?.id ?? '')).join('\n');
    await expect.poll(log, WAIT).toContain('Killed in the middle?');
    await expect.poll(log, WAIT).toContain('And the flood?');
    await expect.poll(() => at.kept.exchanges(), WAIT).toEqual([]);
    await isAsSent(SHORT, chatgpt.json(SHORT));
  });

  test('an answer that nobody can read is asked for by itself once the chat is quiet', async () => {
    const page = await opened(PROJECT, `https://chatgpt.com/c/${PROJECT}`);
    chatgpt.speak('v9');
    await ask(page, 'In another tongue?');
    await answered(page);
    chatgpt.speak('v1');
    const reads = async () =>
      (await at.kept.jobs()).filter(
        (job) => job.kind === 'read' && job.ask.because === 'watch' && job.ask.conversation === PROJECT,
      );
    await isKept(PROJECT, { capture: 'asked', route: 'conversation' });
    await expect.poll(async () => (await reads()).map(({ state }) => state).at(-1), WAIT).toBe('done');
    expect(JSON.stringify(await at.kept.events(PROJECT))).toContain('"why":"unreadable"'); // what nobody could read is kept
    const { answer } = await at.kept.send('tab.state', { tab: await at.browser.tabId(page) });
    expect(answer).toMatchObject({ job: null }); // it is not told of as the person's own
    await isAsSent(PROJECT, chatgpt.json(PROJECT));
  });

  test('an answer that is made anew is kept beside the first', async () => {
    claude.reset();
    const page = await opened(BRANCHES.uuid, `https://claude.ai/chat/${BRANCHES.uuid}`);
    await ask(page, 'And the slack?');
    await answered(page);
    await isKept(BRANCHES.uuid, { route: 'completion', cut: false });
    await page.click({ css: '#retry' });
    await answered(page);
    await expect.poll(() => at.kept.exchanges(), WAIT).toEqual([]);
    await isAsSent(BRANCHES.uuid, claude.json(BRANCHES.uuid));
  });

  test('a temporary chat leaves nothing, whoever says that it is one', async () => {
    const hidden = await at.browser.open(`https://claude.ai/chat/${TEMPORARY.uuid}`);
    await shows(hidden, `failed ${TEMPORARY.uuid}`);
    for (const words of ['SECRET-ONE?', 'SECRET-TWO?']) {
      await ask(hidden, words);
      await answered(hidden);
    }
    const chat = pages[SHORT];
    await chat?.evaluate(editQuestion, { conversation: SHORT, words: 'SECRET-THREE?', temporary: true });
    await expect.poll(() => at.kept.exchanges(), WAIT).toEqual([]);
    const told = async () =>
      (await at.kept.journal()).filter(({ detail }) => detail === 'temporary').map(({ site }) => site);
    await expect.poll(told, WAIT).toEqual(expect.arrayContaining(['claude', 'chatgpt']));
    for (const word of ['SECRET-ONE', 'SECRET-TWO', 'SECRET-THREE']) expect(await at.kept.holding(word)).toEqual([]);
    expect(await at.kept.session(TEMPORARY.uuid)).toBeUndefined();
    await hidden.close();
  });

  test('a pause holds, and ends where it was begun', async () => {
    const page = pages[BRANCHES.uuid];
    if (!page) throw new Error('no page');
    const popup = await at.browser.popupFor(page);
    await popup.click({ role: 'button', name: 'Pause this chat' });
    await popup.waitFor({ text: 'This chat is paused' });
    const before = (await at.kept.session(BRANCHES.uuid))?.revision;
    await ask(page, 'SECRET-PAUSED?');
    await answered(page);
    await popup.click({ role: 'button', name: 'Go on' });
    await popup.waitFor({ role: 'button', name: 'Pause this chat' });
    expect(await at.kept.holding('SECRET-PAUSED')).toEqual([]);
    await ask(page, 'And now?');
    await answered(page);
    await isKept(BRANCHES.uuid, { route: 'completion', cut: false });
    expect((await at.kept.session(BRANCHES.uuid))?.revision).toBeGreaterThan(before ?? 0);
    await popup.close();
    expect(page.errors).toEqual([]);
  });
});

/** The site's ids of the messages in its own payload. */
function messagesIn(payload: string): string[] {
  const value = JSON.parse(payload);
  return value.mapping ? idsOf(value) : value.chat_messages.map(({ uuid }: { uuid: string }) => uuid);
}

/** Runs in a page of ours: how long a chat has to be quiet. */
async function setQuiet(quietSeconds: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('valise');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const change = db.transaction('settings', 'readwrite');
  change.objectStore('settings').put({ name: 'settings', value: { quietSeconds } });
  await new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onerror = reject;
  });
  db.close();
}

/** Runs in the page of a chat: another question in the place of its first, as the page posts it, read to the end of the answer. */
async function editQuestion(asked: { conversation: string; words: string; temporary?: boolean }): Promise<void> {
  const { session } = JSON.parse(document.querySelector('#client-bootstrap')?.textContent ?? '{}');
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const read = await fetch(`/backend-api/conversation/${asked.conversation}`, { headers });
  const { mapping } = (await read.json()) as {
    mapping: Record<string, { parent: string | null; message: { author: { role: string } } | null }>;
  };
  const first = Object.values(mapping).find(({ message }) => message?.author.role === 'user');
  const answer = await fetch('/backend-api/f/conversation', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      action: 'next',
      messages: [
        {
          id: crypto.randomUUID(),
          author: { role: 'user', name: null, metadata: {} },
          create_time: null,
          content: { content_type: 'text', parts: [asked.words] },
          metadata: {},
        },
      ],
      conversation_id: asked.conversation,
      parent_message_id: first?.parent,
      model: 'auto',
      ...(asked.temporary ? { history_and_training_disabled: true } : {}),
    }),
  });
  await answer.text();
}
