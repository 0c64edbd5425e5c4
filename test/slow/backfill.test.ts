import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { everythingOfChatgpt } from '../backfill/accounts';

// the same with 120 is a unit test: this takes longer than it may in every run
test.runIf(process.env.VALISE_LONG)(
  '1,200 conversations of ChatGPT come in at its own pace: 200, then one a minute',
  async () => {
    await everythingOfChatgpt(1_200, { burst: 200, perMinute: 1 });
    expect.hasAssertions();
  },
);
