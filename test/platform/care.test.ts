import '../with-browser';
import { afterEach, expect, test, vi } from 'vitest';
import { isSound, left, onRemembered, setSound } from '../../src/platform/care';

const { browser } = globalThis as unknown as { browser: object };

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

/** One of the browser's stores. */
function area() {
  const values: Record<string, unknown> = {};
  const listeners = new Set<(changes: object) => void>();
  return {
    values,
    get: async (key: string) => ({ [key]: values[key] }),
    async set(changes: object) {
      Object.assign(values, changes);
      for (const told of listeners) told(changes);
    },
    onChanged: {
      addListener: (told: (changes: object) => void) => listeners.add(told),
      removeListener: (told: (changes: object) => void) => listeners.delete(told),
    },
  };
}

test('whether a write has broken off is not known when the browser has started', async () => {
  Reflect.set(browser, 'storage', { session: area(), local: area() });
  expect(await isSound()).toBeNull();
  await setSound(false);
  expect(await isSound()).toBe(false);
  await setSound(true);
  expect(await isSound()).toBe(true);
});

test('what is remembered of the library is told to whoever watches, and nothing else is', async () => {
  const local = area();
  Reflect.set(browser, 'storage', { session: area(), local });
  const told = vi.fn();
  const end = onRemembered(told);
  await local.set({ other: 1 });
  expect(told).not.toHaveBeenCalled();
  await local.set({ library: 1 });
  expect(told).toHaveBeenCalledTimes(1);
  end();
  await local.set({ library: 2 });
  expect(told).toHaveBeenCalledTimes(1);
});
