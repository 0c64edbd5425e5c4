import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { everythingOfChatgpt, everythingOfClaude } from '../backfill/accounts';

test('1,200 conversations of ChatGPT, at its own pace: 200, then one a minute', async () => {
  await everythingOfChatgpt(1_200, { burst: 200, perMinute: 1 });
  expect.hasAssertions();
});

test('300 of Claude', async () => {
  await everythingOfClaude(300, { burst: 60, perMinute: 6 });
  expect.hasAssertions();
});
