import '../with-browser';
import { expect, test } from 'vitest';
import { markTab } from '../../src/platform/badge';

/** What the browser was told of the button, in order. */
const told: (readonly [name: string, ask: unknown])[] = [];
const action = new Proxy(
  {},
  {
    get: (_, name) => async (ask: unknown) => {
      if (JSON.stringify(ask).includes('"tabId":9')) throw new Error('No tab with id: 9.');
      told.push([String(name), ask]);
    },
  },
);
Reflect.set(Reflect.get(globalThis, 'chrome') as object, 'action', action);

test('a mark has its sign, its words and quiet colours; no mark takes sign and words away', async () => {
  await markTab(7, { text: '?', title: 'Look' });
  expect(told.splice(0)).toEqual([
    ['setBadgeText', { tabId: 7, text: '?' }],
    ['setTitle', { tabId: 7, title: 'Look' }],
    ['setBadgeBackgroundColor', { tabId: 7, color: '#7d5400' }],
    ['setBadgeTextColor', { tabId: 7, color: '#ffffff' }],
  ]);
  await markTab(7, null);
  expect(told.splice(0)).toEqual([
    ['setBadgeText', { tabId: 7, text: '' }],
    ['setTitle', { tabId: 7, title: 'Valise: keep this chat' }],
  ]);
  await markTab(9, null);
  expect(told).toEqual([]);
});
