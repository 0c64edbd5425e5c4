import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handoffOf } from '../../src/handoff/handoff';
import { readLog } from '../../src/model/chain';
import { viewOf } from '../../src/projection/view';
import { bookOf } from '../archive/make';
import { browsers, buildFor, launch } from '../e2e/harness/launch';
import { lookInto } from '../e2e/kept';
import { bare } from '../handoff/to/carried';
import { crossing, NEEDED } from '../sites/chatgpt/crossing';
import { ANSWER, type ModelServer, modelServer } from './model-server';
import { startTavern, TAVERN, type Tavern } from './tavern';

let model: ModelServer;
let tavern: Tavern;
beforeAll(async () => {
  model = await modelServer();
  tavern = await startTavern(model.url);
}, 900_000);
afterAll(async () => {
  await tavern?.close();
  await model?.close();
});

/** The handoff of a composed chat. */
async function handoff(): Promise<string> {
  const [session] = (await bookOf(crossing())).sessions;
  return handoffOf(viewOf(readLog(session?.lines ?? []).events), { artifactPath: () => null });
}

describe.each(browsers)('SillyTavern in %s', (kind) => {
  test('takes a handoff into its composer, and sends it when the person does: the model sees all of it', async () => {
    const browser = await launch(kind, { extension: buildFor(kind), hosts: tavern.hosts });
    try {
      const kept = await lookInto(browser);
      const page = await browser.open(`https://${TAVERN}/`);
      await page.waitFor({ css: '#send_but' }, { within: 120_000 }); // it is there once the app has its model
      const text = await handoff();
      await browser.pressToolbar(page); // what a person presses lets us into this tab, and no other
      const { answer, fault } = await kept.send('compose.place', { tab: await browser.tabId(page), text, files: [] });
      expect({ fault, answer }).toMatchObject({ answer: { kind: 'placed', as: 'whole' } });
      expect(model.asked).toEqual([]);
      await page.click({ css: '#send_but' });
      await expect.poll(() => model.asked.length, { timeout: 60_000 }).toBeGreaterThan(0);
      await page.waitFor({ text: ANSWER }, { within: 60_000 });
      const sent = bare(JSON.stringify(model.asked.at(-1)));
      expect(sent).toContain(bare(JSON.stringify(text.trim()).slice(1, -1)));
      for (const words of Object.values(NEEDED))
        expect(sent, words).toContain(bare(JSON.stringify(words).slice(1, -1)));
    } finally {
      model.asked.length = 0;
      await browser.close();
    }
  });
});
