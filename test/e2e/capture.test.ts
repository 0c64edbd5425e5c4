import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PROJECT, SHORT } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import type { Page } from './harness/browser';
import { browsers } from './harness/launch';
import { installed } from './installed';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 20_000 };

/*
 * Sites that are granted ("keep watching"), under their real names, with the strict policy and trusted types of the
 * page in force. Whatever the extension asks of the site, the server refuses if no page would ask it so.
 */
describe.each(browsers)('what is heard in %s', (kind) => {
  const at = installed(kind, 'e2e', site);
  const isKept = (native: string, last: object): Promise<void> =>
    expect.poll(() => at.kept.session(native), WAIT).toMatchObject({ last });
  /** Opens a conversation, and waits until the page's own read of it is kept: what comes next is of something else. */
  const opened = async (native: string): Promise<Page> => {
    const latest = async () => (await at.kept.session(native))?.last?.at;
    const before = await latest();
    const page = await at.browser.open(`https://chatgpt.com/c/${native}`);
    await shows(page, native);
    await expect.poll(latest, WAIT).not.toBe(before);
    return page;
  };
  const streaming = async () => (await at.kept.exchanges()).find(({ route }) => route === 'stream');
  const streamed = async (): Promise<number> => (await streaming())?.bytes ?? 0;

  test('the page’s own read of a conversation', async () => {
    const page = await opened(HARBOUR);
    await isKept(HARBOUR, { kind: 'new', capture: 'heard', route: 'conversation' });
    expect(await at.kept.session(HARBOUR)).toMatchObject({ site: 'chatgpt', origin: 'https://chatgpt.com' });
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('what it reads when it moves without loading, and what two tabs read at once', async () => {
    const [page, other] = await Promise.all([opened(SHORT), opened(HARBOUR)]);
    await page.click({ text: 'Paint for the hull' });
    await shows(page, PROJECT);
    for (const native of [SHORT, HARBOUR, PROJECT])
      await expect.poll(() => at.kept.session(native), WAIT).toMatchObject({ native });
    expect([...page.errors, ...other.errors]).toEqual([]);
    await Promise.all([page.close(), other.close()]);
  });

  test('a stream while it runs, and the same words in the page', async () => {
    const page = await opened(SHORT);
    const held = site.hold(16);
    await ask(page, 'And the ebb?');
    await held.reached;
    await expect.poll(streaming, WAIT).toMatchObject({ state: 'open', capture: 'heard' });
    await expect.poll(streamed, WAIT).toBeGreaterThan(1000);
    expect(await at.kept.holding('delta_encoding')).toContain('chunks');
    held.release();
    await answered(page);
    await isKept(SHORT, { route: 'stream', cut: false });
    expect(await page.text({ css: 'article:last-child' })).toMatch(/so leave at nine\.$/);
    expect(await at.kept.exchanges()).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a heard answer is there at once, and a read that is asked for confirms it', async () => {
    const page = await opened(SHORT);
    await ask(page, 'Is it safe at night?');
    await answered(page);
    await isKept(SHORT, { route: 'stream', capture: 'heard' });
    const events = () => at.kept.events(SHORT);
    // the server forgets what was said before this test
    const there = site.json(SHORT);
    const heard = (await events()).filter(
      ({ source, native }) => source.form === 'stream' && native.id !== null && there.includes(native.id),
    );
    expect(heard.map(({ kind: each }) => each)).toEqual(expect.arrayContaining(['message', 'reasoning']));
    const before = (await events()).length;
    await at.kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    await isKept(SHORT, { route: 'conversation', capture: 'asked' });
    const added = (await events()).slice(before);
    expect(added.filter(({ kind: each }) => ['message', 'reasoning', 'gap'].includes(each))).toEqual([]);
    const targets = added.find(({ body }) => body.action === 'confirm')?.body.targets as [string][] | undefined;
    const confirmed = targets?.map(([each]) => each);
    const ids = heard.filter(({ kind: each }) => each === 'message').map((each) => each.id);
    expect(confirmed).toEqual(expect.arrayContaining(ids.slice(-2)));
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a stream in an encoding that nobody knows is kept for a later release, and the page goes on', async () => {
    const page = await opened(PROJECT);
    site.speak('v9');
    await ask(page, 'In another tongue?');
    await answered(page);
    site.speak('v1');
    await isKept(PROJECT, { route: 'stream', kind: 'drift', places: ['delta_encoding'] });
    const log = (await at.kept.log((await at.kept.session(PROJECT))?.id ?? '')).join('\n');
    expect(log).toContain('"why":"unreadable"');
    expect(log).not.toContain('In another tongue?');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('a page that lies is heard like any page: nothing else comes of it', async () => {
    const page = await opened(HARBOUR);
    const before = await at.kept.jobs();
    await page.evaluate(forge);
    await expect.poll(() => at.kept.session('forged'), WAIT).toMatchObject({ last: { capture: 'heard' } });
    const events = await at.kept.events('forged');
    expect(events.filter(({ kind: each }) => each === 'message').map(({ source }) => source.capture)).toEqual([
      'heard',
    ]);
    expect(await at.kept.jobs()).toEqual(before);
    expect((await at.kept.sessions()).map(({ native }) => native)).not.toContain('elsewhere');
    expect(await at.kept.exchanges()).toEqual([]);
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await at.kept.holding(secret), secret).toEqual([]);
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});

/** Runs in the page: speaks to the relay as the tap does, and as nobody should. */
function forge(): void {
  const { port1, port2 } = new MessageChannel();
  window.postMessage('valise:1', { targetOrigin: location.origin, transfer: [port2] });
  const body = (id: string): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({
        title: 'Forged',
        conversation_id: id,
        current_node: 'm1',
        mapping: {
          m1: {
            id: 'm1',
            parent: null,
            children: [],
            message: {
              ...{ id: 'm1', author: { role: 'user', name: null, metadata: {} }, create_time: 1, status: 'finished' },
              ...{ content: { content_type: 'text', parts: ['I am forged'] }, metadata: {}, recipient: 'all' },
            },
          },
        },
      }),
    );
  const say = (number: number, address: string, route = 'conversation', id = 'forged'): void => {
    const head = { number, route, method: 'GET', status: 200, type: 'application/json', request: null };
    port1.postMessage({ kind: 'begin', ...head, address });
    port1.postMessage({ kind: 'bytes', number, bytes: body(id) });
    port1.postMessage({ kind: 'end', number, whole: true });
  };
  for (const nonsense of [null, 7, 'read', { relay: 'read', job: 'x' }, { kind: 'begin', number: 1 }, [[]]])
    port1.postMessage(nonsense);
  say(901, 'https://claude.ai/backend-api/conversation/elsewhere', 'conversation', 'elsewhere');
  say(902, `${location.origin}/backend-api/accounts/check`, 'conversation', 'elsewhere');
  say(903, `${location.origin}/backend-api/conversation/elsewhere`, 'settings', 'elsewhere');
  say(904, `${location.origin}/backend-api/conversation/forged`);
}
