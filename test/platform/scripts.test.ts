import '../with-browser';
import { afterEach, expect, test, vi } from 'vitest';
import { ext } from '../../src/platform/browser';
import { injectRelay } from '../../src/platform/scripts';

afterEach(() => vi.restoreAllMocks());

/** The browser's answers, in turn. */
function answers(...given: readonly ('refused' | 'started')[]) {
  const left = [...given];
  const script = vi.fn(async () => {
    if (left.shift() !== 'started') throw new Error('Cannot access contents of the page.');
    return [];
  });
  Object.assign(ext, { scripting: { executeScript: script } });
  return script;
}

test('a script that is refused in the moment before the grant reaches its tab is started after it', async () => {
  const script = answers('refused', 'started');
  expect(await injectRelay(3, 'chatgpt')).toBe(true);
  expect(script).toHaveBeenCalledTimes(2);
  expect(script).toHaveBeenLastCalledWith(
    expect.objectContaining({ target: { tabId: 3 }, files: ['relay-chatgpt.js'], world: 'ISOLATED' }),
  );
});

test('a tab that stays closed to us is not asked for ever', async () => {
  const script = answers('refused', 'refused', 'started');
  expect(await injectRelay(3, 'chatgpt')).toBe(false);
  expect(script).toHaveBeenCalledTimes(2);
});
