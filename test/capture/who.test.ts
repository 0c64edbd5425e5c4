import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { checkSender } from '../../src/capture/watch/check-sender';
import { registrationOf } from '../../src/capture/watch/registration';
import type { Stamp } from '../../src/platform/messaging';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { practice } from '../../src/providers/practice/site';
import { browserOf } from './browser-doors';

const stamp = (changes: Partial<Stamp> = {}): Stamp => ({
  ours: true,
  origin: 'https://chatgpt.com',
  tab: 7,
  frame: 0,
  address: 'https://chatgpt.com/c/x',
  ...changes,
});

describe('who may speak', () => {
  const check = (changes: Partial<Stamp>, wanted: 'site' | 'page-of-ours' = 'site', granted = true) =>
    checkSender(stamp(changes), wanted, [chatgpt, practice], browserOf({ granted }).doors);

  test('the relay of a granted site: its id comes from the stamped origin', async () => {
    expect(await check({})).toEqual({
      from: 'site',
      site: 'chatgpt',
      origin: 'https://chatgpt.com',
      tab: 7,
      granted: true,
    });
  });

  test.each([
    ['another extension', { ours: false }],
    ['a frame inside the page', { frame: 3 }],
    ['no tab', { tab: null }],
    ['an unknown site', { origin: 'https://chatgpt.com.evil.example' }],
    ['another port', { origin: 'https://chatgpt.com:8443' }],
    ['another scheme', { origin: 'http://chatgpt.com' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page of ours that speaks as a site', { origin: 'chrome-extension://valise' }],
  ])('not %s', async (_, changes) => {
    expect(await check(changes)).toBeNull();
  });

  test('a site without a grant only where the person asked for a read', async () => {
    const { doors } = browserOf({ granted: false });
    expect(await checkSender(stamp(), 'site', [chatgpt], doors)).toBeNull();
    await doors.rememberAsked(7, 'job');
    expect(await checkSender(stamp(), 'site', [chatgpt], doors)).toMatchObject({ site: 'chatgpt', granted: false });
    expect(await checkSender(stamp({ tab: 8 }), 'site', [chatgpt], doors)).toBeNull();
  });

  test('a page of ours by its origin, in a tab or not', async () => {
    const ours = { origin: 'chrome-extension://valise' };
    expect(await check(ours, 'page-of-ours')).toEqual({ from: 'page-of-ours' });
    expect(await check({ ...ours, tab: null, frame: null }, 'page-of-ours')).toEqual({ from: 'page-of-ours' });
    expect(await check({}, 'page-of-ours')).toBeNull();
    expect(await check({ ...ours, ours: false }, 'page-of-ours')).toBeNull();
  });
});

describe('registration', () => {
  test('is of granted sites alone, and of tabs that are open', async () => {
    const { seen, doors } = browserOf({ granted: false });
    const register = registrationOf([chatgpt], doors);
    await register();
    seen.granted = true;
    await Promise.all([register(), register()]);
    const granted = [{ site: 'chatgpt', matches: ['https://chatgpt.com/*'] }];
    expect(seen.watched).toEqual([[], granted, granted]);
    expect(seen.injected.slice(0, 2)).toEqual(['relay chatgpt 7', 'tap chatgpt 7']);
  });
});
