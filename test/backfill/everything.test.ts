import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { everythingOfChatgpt, everythingOfClaude } from './accounts';

afterEach(() => vi.unstubAllGlobals());

// the same with 1,200 is in test/slow
test('everything of ChatGPT comes in, whatever is killed on the way; later only what has changed', async () => {
  await everythingOfChatgpt(120, { burst: 60, perMinute: 20 });
  expect.hasAssertions();
}, 120_000);

test('and 300 conversations of Claude', async () => {
  await everythingOfClaude(300, { burst: 60, perMinute: 6 });
  expect.hasAssertions();
}, 120_000);
