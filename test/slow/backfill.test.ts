import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { everythingOfChatgpt } from '../backfill/accounts';

test('1,200 conversations of ChatGPT come in at its own pace: 200, then one a minute', async () => {
  await everythingOfChatgpt(1_200, { burst: 200, perMinute: 1 });
  expect.hasAssertions();
});
