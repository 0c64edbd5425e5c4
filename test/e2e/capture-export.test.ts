import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { bigConversation, SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { until } from './harness/temporary';
import { installed } from './installed';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 60_000 };

/** The verdict on a downloaded archive. */
async function verdictOf(path: string): Promise<unknown> {
  const archive = await openArchive(memorySource(readFileSync(path)));
  return archive.kind === 'refused' ? archive : verifyArchive(archive);
}

describe.each(browsers)('exports as jobs in %s', (kind) => {
  const at = installed(kind, 'e2e', site);
  let big = '';
  beforeAll(async () => {
    const stored = bigConversation(6_000_000);
    big = stored.conversation.conversation_id;
    site.put(stored);
    // the server forgets its log and puts its first conversations back before each test: after this one it is not asked
    for (const native of [SHORT, big]) {
      const page = await at.browser.open(`https://chatgpt.com/c/${native}`);
      await shows(page, native);
      await until(`${native} to be kept`, () => at.kept.session(native), { within: 60_000 });
      await page.close();
    }
  });
  const start = async (...natives: string[]): Promise<string> => {
    const sessions = await Promise.all(natives.map(async (native) => (await at.kept.session(native))?.id ?? ''));
    const { answer } = await at.kept.send('export.start', { sessions });
    return (answer as { job: string }).job;
  };
  const atWork = async (id: string): Promise<boolean> => {
    const now = await at.kept.job(id);
    return now?.state === 'running' && now.progress.step === 'packing';
  };

  test('B85 one session: a verified archive, under its title, from a context that can make one', async () => {
    const id = await start(SHORT);
    const path = await at.browser.downloaded(/\.zip$/, { within: 60_000 });
    expect(path).toMatch(/A word for slack water 20\d\d-\d\d-\d\d-chatgpt-[0-9a-f]{8}\.zip$/);
    await expect
      .poll(() => at.kept.job(id), WAIT)
      .toMatchObject({ state: 'done', result: { bytes: readFileSync(path).length } });
    const verdict = await verdictOf(path);
    expect(verdict).toMatchObject({ kind: 'sound', sessions: 1 });
    const done = await at.kept.job(id);
    expect(done?.kind === 'export' && done.result?.identity).toBe(
      (verdict as { archiveIdentity: string }).archiveIdentity,
    );
    expect(await at.kept.journal()).toContainEqual(expect.objectContaining({ what: 'exported' }));
    await expect.poll(at.kept.scratch, WAIT).toEqual([]);
  });

  test('cancelled, leaves no file', async () => {
    const before = readdirSync(at.browser.downloads);
    const id = await start(big);
    await expect.poll(() => atWork(id), { ...WAIT, interval: 20 }).toBe(true);
    // it is written to the disk, not held in memory
    await expect.poll(at.kept.scratch, { ...WAIT, interval: 20 }).toEqual([expect.stringMatching(`^${id}\\.`)]);
    await at.kept.send('job.cancel', { job: id });
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(readdirSync(at.browser.downloads)).toEqual(before);
    await expect.poll(at.kept.scratch, WAIT).toEqual([]);
  });

  test('whose worker is ended in the middle is done again from the database', async () => {
    const id = await start(SHORT, big);
    await expect.poll(() => atWork(id), { ...WAIT, interval: 20 }).toBe(true);
    await at.browser.killBackground();
    // in Chromium the document that packs goes on; in Firefox the next start of the background begins anew
    await at.kept.send('tab.state', { tab: -1 });
    const path = await at.browser.downloaded(/valise-.*\.zip$/, { within: 120_000 });
    await expect.poll(() => at.kept.job(id), WAIT).toMatchObject({ state: 'done' });
    expect(await verdictOf(path)).toMatchObject({ kind: 'sound', sessions: 2 });
    await expect.poll(at.kept.scratch, WAIT).toEqual([]);
  });
});
