import '../with-browser';
import { afterEach, expect, test, vi } from 'vitest';
import { left } from '../../src/platform/care';

afterEach(() => vi.unstubAllGlobals());

const saying = (estimate: () => Promise<StorageEstimate>): void => {
  vi.stubGlobal('navigator', { storage: { estimate } });
};

test.each([
  ['what is not used yet', { quota: 100, usage: 30 }, 70],
  ['nothing where more is used than allowed', { quota: 100, usage: 130 }, 0],
  ['not known where the browser leaves out the one', { usage: 30 }, null],
  ['or the other', { quota: 100 }, null],
])('what is left is %s', async (_, estimate, bytes) => {
  saying(async () => estimate);
  expect(await left()).toBe(bytes);
});

test('a browser that fails on the question does not say', async () => {
  saying(() => Promise.reject(new TypeError('not here')));
  expect(await left()).toBeNull();
});
