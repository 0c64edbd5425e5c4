import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BackfillJob } from '../../src/store/job-rows';
import { conversationOf } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import type { Browser } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';

const site = await startChatgpt();
afterAll(() => site.close());

const WAIT = { timeout: 60_000 };
const IDS = Array.from({ length: 5 }, (_, n) => `6a3f1c20-f140-8321-9d8e-5b1e6a1c02${String(n).padStart(2, '0')}`);

describe.each(browsers)('everything that a site has, in %s,', (kind) => {
  const profile = temporaryFolder('backfill');
  let browser: Browser | undefined;
  let kept: Kept;
  const start = async (): Promise<void> => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts, profile });
    kept = await lookInto(browser);
    await watches(kept);
  };
  beforeAll(async () => {
    site.reset();
    site.haveOnly(IDS.map(conversationOf));
    await start();
  });
  afterAll(async () => {
    await browser?.close();
    remove(profile);
  });

  const job = async (): Promise<BackfillJob | undefined> =>
    (await kept.jobs()).find((each): each is BackfillJob => each.kind === 'backfill');
  const reads = (): string[] =>
    site.requests.map(({ path }) => /^\/backend-api\/conversation\/([\w-]+)$/.exec(path)?.[1] ?? '').filter(Boolean);
  const atLeast = (many: number) => expect.poll(() => reads().length, WAIT).toBeGreaterThanOrEqual(many);

  test('comes in by a press of one button, though background and browser are killed', async () => {
    await kept.page.click({ text: 'Bring in everything' });
    await kept.page.click({ role: 'checkbox', name: 'Open ChatGPT in a tab in the background if it is open in none' });
    await kept.page.click({ css: '[aria-labelledby=everything-chatgpt] button.main' });
    await atLeast(1);
    await browser?.killBackground();
    await kept.send('tab.state', { tab: -1 });
    await atLeast(3);
    await browser?.kill();
    await browser?.close();
    await start();
    const again = Date.now();
    await expect.poll(async () => (await job())?.state, WAIT).toBe('done');
    expect(Date.now() - again).toBeLessThan(40_000); // it goes on at the start, not at the alarm of the next minute
    const sessions = (await kept.sessions()).map(({ native }) => native);
    for (const id of IDS) expect(sessions.filter((each) => each === id)).toHaveLength(1);
    // what was asked for when something was killed had to be asked for again
    expect(reads().length - IDS.length).toBeLessThanOrEqual(2);
    expect(site.refusals).toEqual([]);
  });
});
