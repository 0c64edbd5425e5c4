// @vitest-environment happy-dom
import '../with-browser';
import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Send } from '../../src/messages/send';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { type Database, openDatabase } from '../../src/store/database';
import { endPause, pause } from '../../src/store/pauses';
import { WatchHere } from '../../src/ui/popup/watch-here';
import { WatchProvider } from '../../src/ui/watch/watch-doors';
import { hasButton, leave, press, shown as rendered, settled } from './render';

const NOW = Date.UTC(2026, 10, 1, 9);
let db: Database;
let root: HTMLElement;
beforeEach(async () => {
  db = await openDatabase({ name: crypto.randomUUID() });
});
afterEach(async () => {
  await leave(root);
  db.close();
});

/** The part of the popup, over a background that does as it is told. */
async function shown({ temporary = false, conversation = 'c-1' as string | null, stays = false } = {}) {
  const asked: [string, unknown][] = [];
  const send = (async (name: string, ask: { site: string; conversation: string | null; minutes: number | null }) => {
    asked.push([name, ask]);
    const { minutes, site, conversation: of } = ask;
    const until = minutes == null ? null : new Date(NOW + minutes * 60_000).toISOString();
    if (name === 'watch.pause') await pause(db, { site, conversation: of, until }, NOW);
    if (name === 'watch.resume') await endPause(db, ask, NOW);
    return null;
  }) as unknown as Send;
  const doors = {
    send,
    now: () => NOW,
    hasSite: async () => stays,
    requestSite: vi.fn(async () => true),
    giveBackHosts: vi.fn(async () => undefined),
  };
  const onTurned = vi.fn(async () => undefined);
  root = await rendered(
    <WatchProvider value={doors}>
      <WatchHere db={db} tab={7} site="chatgpt" conversation={conversation} temporary={temporary} onTurned={onTurned} />
    </WatchProvider>,
  );
  await settled(6);
  return { asked, doors, onTurned };
}

describe('a site that is watched, in the popup,', () => {
  test('is paused for an hour, and goes on', async () => {
    const { asked } = await shown();
    await press(root, 'Pause for an hour');
    await settled(6);
    expect(asked).toEqual([['watch.pause', { site: 'chatgpt', conversation: null, minutes: 60 }]]);
    expect(root.querySelector('[role=status].say')?.textContent).toMatch(/^ChatGPT is paused until \d/);
    expect(hasButton(root, 'Pause this chat')).toBe(false);
    expect(document.activeElement?.textContent).toBe('Go on'); // the button that was pressed is gone
    await press(root, 'Go on');
    await settled(6);
    expect(asked.at(-1)).toEqual(['watch.resume', { site: 'chatgpt', conversation: 'c-1' }]);
    expect(hasButton(root, 'Pause for an hour')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Pause for an hour');
  });

  test.each([
    ['Pause this chat', 'c-1', 'This chat is paused'],
    ['Pause ChatGPT', null, 'ChatGPT is paused:'],
  ])('“%s” holds until it is ended', async (name, conversation, words) => {
    const { asked } = await shown();
    await press(root, name);
    await settled(6);
    expect(asked).toEqual([['watch.pause', { site: 'chatgpt', conversation, minutes: null }]]);
    expect(root.textContent).toContain(words);
  });

  test('has no chat to pause where none is shown', async () => {
    await shown({ conversation: null });
    expect([hasButton(root, 'Pause this chat'), hasButton(root, 'Pause ChatGPT')]).toEqual([false, true]);
  });

  test('is watched no longer when the switch is turned: its hosts are given back', async () => {
    const { doors, onTurned } = await shown();
    await act(() => root.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    await settled(6);
    expect(doors.giveBackHosts).toHaveBeenCalledWith([...chatgpt.origins, ...chatgpt.fileHosts]);
    expect(onTurned).toHaveBeenCalledOnce();
  });

  test('says so where the browser keeps the grant all the same', async () => {
    await shown({ stays: true });
    await act(() => root.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    await settled(6);
    expect(root.textContent).toContain('ChatGPT is still allowed');
    expect(root.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(true);
  });

  test('says of a temporary chat that it is not kept, and keeps what comes next when it is told to', async () => {
    const { asked } = await shown({ temporary: true, conversation: null });
    expect(root.textContent).toContain('This is a temporary chat');
    await press(root, 'Keep what comes next');
    await settled(6);
    expect(asked).toEqual([['watch.keep', { tab: 7 }]]);
    expect(root.textContent).toContain('From now on this chat is kept');
  });
});
