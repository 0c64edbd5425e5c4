// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileShown } from '../../src/ui/while-shown';

let hidden = false;
let looks = 0;
const look = (): void => void looks++;
const turn = (isHidden: boolean): void => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  hidden = false;
  looks = 0;
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a page that is shown looks now and every so often; hidden, it has no timer; shown again, it looks at once', () => {
  const end = whileShown(look, 1000);
  expect(looks).toBe(1);
  vi.advanceTimersByTime(2500);
  expect(looks).toBe(3);
  turn(true);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(looks).toBe(3);
  turn(false);
  expect(looks).toBe(4);
  vi.advanceTimersByTime(1000);
  expect(looks).toBe(5);
  window.dispatchEvent(new Event('focus')); // another program was in front
  expect(looks).toBe(6);
  expect(vi.getTimerCount()).toBe(1);
  end();
  turn(false);
  window.dispatchEvent(new Event('focus'));
  expect([looks, vi.getTimerCount()]).toEqual([6, 0]);
});

test('one that is opened in the background looks when it is shown', () => {
  hidden = true;
  const end = whileShown(look, 1000);
  expect([looks, vi.getTimerCount()]).toEqual([0, 0]);
  turn(false);
  expect(looks).toBe(1);
  end();
});
