import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { viewOf } from '../../src/projection/view';

import { HARBOUR } from '../sites/chatgpt/harbour';
import { LOST, PICTURE, TABLE } from '../sites/chatgpt/harbour-messages';
import { FILES } from '../sites/chatgpt/reads';
import { SIGNATURES } from '../sites/chatgpt/secrets';
import { startChatgpt } from '../sites/chatgpt/server';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };

/*
 * The site and its files' hosts are granted. Right after a read the files come: what lies at the site through its page,
 * what lies at its file host through the background, with neither token nor cookie (the host would refuse).
 */
describe.each(browsers)('the files of a conversation, in %s', (kind) => {
  const at = installed(kind, 'e2e', site);

  test('come after the read, each kept or named with its reason, and no signature stays', async () => {
    const page = await at.browser.open(`https://chatgpt.com/c/${HARBOUR}`);
    await shows(page, HARBOUR);
    const tab = await at.browser.tabId(page);
    const asked = await at.kept.send('tab.read', { tab, pack: false });
    expect(asked).toMatchObject({ answer: { kind: 'started' } });
    await expect
      .poll(async () => (await at.kept.jobs()).filter(({ kind: each }) => each === 'files'), WAIT)
      .toMatchObject([{ state: 'done' }]);
    const [job] = (await at.kept.jobs()).filter(({ kind: each }) => each === 'files');
    const outcomes = job?.kind === 'files' ? job.files?.map(({ pointer, outcome }) => [pointer, outcome]) : null;
    expect(outcomes).toContainEqual([`sediment://${PICTURE}`, 'kept']);
    expect(outcomes).toContainEqual([TABLE, 'kept']);
    expect(outcomes).toContainEqual([LOST, 'not-found']);
    const current = [...viewOf(await at.kept.events(HARBOUR)).current.values()];
    for (const id of [PICTURE, TABLE]) {
      const bytes = FILES[id]?.bytes ?? Buffer.alloc(0);
      const event = current.find((each) => each.kind === 'artifact' && each.id.endsWith(id));
      expect(event?.body).toMatchObject({ artifact: `sha256:${sha256Hex(bytes)}`, bytes: bytes.length });
    }
    expect(current.find((each) => each.kind === 'gap' && each.id.endsWith(LOST))?.body).toMatchObject({
      why: 'not-found',
    });
    for (const signature of Object.values(SIGNATURES)) expect(await at.kept.holding(signature)).toEqual([]);
    expect(site.refusals).toEqual([]);
    const noted = (await at.kept.journal()).filter(({ what }) => what === 'fetched');
    expect(noted.map(({ detail }) => detail)).toEqual([`files.oaiusercontent.com/${TABLE}`]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('could come as bytes: the messages of this browser let them through', async () => {
    const other = await at.browser.extensionPage('library.html');
    await at.kept.page.evaluate(() => {
      const { browser, chrome } = globalThis as unknown as Record<string, Extension | undefined>;
      (browser ?? chrome)?.runtime.onMessage.addListener(({ trial }, _, answer) => {
        if (trial !== undefined) answer(trial instanceof Uint8Array && trial[0] === 7);
      });
    });
    const came = await other.evaluate(() => {
      const { browser, chrome } = globalThis as unknown as Record<string, Extension | undefined>;
      return (browser ?? chrome)?.runtime.sendMessage({ trial: Uint8Array.of(7) });
    });
    expect(came).toBe(true);
    await other.close();
  });
});

interface Extension {
  readonly runtime: {
    sendMessage(message: object): Promise<unknown>;
    readonly onMessage: {
      addListener(
        listener: (message: { trial?: unknown }, sender: object, answer: (value: unknown) => void) => void,
      ): void;
    };
  };
}
