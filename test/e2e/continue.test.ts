import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterFor } from '../../src/tokens/counter';
import { tokensIn } from '../handoff/fit/budget';
import { PERSONAL, SECRETS } from '../secrets/values';
import { harbour } from '../sites/chatgpt/harbour';
import { conversation, growTree, message, text } from '../sites/chatgpt/tree';
import { keepIn } from '../ui/kept';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { dumpOf, seed } from './pages-seed';
import { focus } from './states/by-hand';
import { exportOpenSession } from './steps';
import { valise } from './valise';

const TIDES = '11111111-1111-4111-8111-111111111111';
const SOUNDINGS = '22222222-2222-4222-8222-222222222222';
const kept = await dumpOf(async (db) => {
  await keepIn(db, TIDES, harbour());
  await keepIn(db, SOUNDINGS, soundings());
});
const MINE = `Mind the third mast. Its key is ${SECRETS.github}, ask ${PERSONAL.email}.`;

describe.each(browsers)('a chat is continued from the library, in %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind) });
    await (await seed(browser, kept)).close();
    page = await browser.extensionPage(`library.html#${TIDES}`);
  });
  afterAll(() => browser?.close());

  const shows = (words: string): Promise<void> =>
    expect.poll(() => page.evaluate(() => document.querySelector('.handoff')?.textContent)).toContain(words);

  test('its handoff is edited and kept; what is secret in it is left out of what is shown', async () => {
    await page.click({ role: 'button', name: 'Continue in…' });
    await shows('What the person asked for first');
    await page.click({ role: 'button', name: 'Edit the text' });
    await page.fill({ css: '#continue-source' }, MINE);
    await page.click({ role: 'button', name: 'Keep this text' });
    await page.waitFor({ css: '.secrets mark' });
    await page.click({ role: 'button', name: 'Edit the text' });
    await shows('[left out: access key 1]');
  });

  test('a file for an agent has the edit and not the secret', async () => {
    await page.click({ css: '.targets > li:nth-child(6) button[aria-disabled="false"]' });
    await page.click({ role: 'button', name: 'Save pi.jsonl' });
    const written = readFileSync(await browser.downloaded(/pi.*\.jsonl$/), 'utf8');
    expect(written).toContain('Mind the third mast.');
    expect(written).toContain('[left out: access key 1]');
    expect(written).not.toContain(SECRETS.github);
    expect(written).toContain(PERSONAL.email);
  });

  test('another branch is picked with the keys: it has a text of its own', async () => {
    await page.click({ css: '.choice > summary' });
    await focus(page, '.picks input[type="radio"]:checked');
    await page.press('ArrowDown');
    await shows('The person chose this branch to go on with');
    await page.press('ArrowUp');
    await shows('Mind the third mast.');
    expect(page.errors).toEqual([]);
  });

  test('the edit is there when the page is opened anew, and in the archive', async () => {
    await page.close();
    page = await browser.extensionPage(`library.html#${TIDES}/continue`);
    await shows('Mind the third mast.');
    await page.click({ text: 'Back to the chat' });
    await page.waitFor({ css: '.branch .event' });
    const archive = await exportOpenSession(browser, page);
    expect(valise('verify', archive, '--reread')).toMatch(/^Sound/);
    expect(valise('show', archive, '--format', 'handoff')).toMatch(/^> The person edited this text \(V-\d{4}, /);
    const notes = valise('show', archive, '--format', 'jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; body: { text?: string } })
      .filter(({ kind: each }) => each === 'annotation');
    expect(notes.map(({ body }) => body.text)).toEqual([MINE]);
    expect(page.errors).toEqual([]);
  });

  test('a long one is made to fit the room that is picked, as the tokenizer counts it', async () => {
    page = await browser.extensionPage(`library.html#${SOUNDINGS}/continue`);
    await page.click({ css: '.choice > summary' });
    const came = async (): Promise<number> => {
      await page.waitFor({ css: '.choice [role="status"][aria-busy="false"]' });
      const words = await page.evaluate(() => document.querySelector('.choice [role="status"]')?.textContent ?? '');
      expect(words).toContain('estimate');
      return Number(words.replace(/\D/g, ''));
    };
    expect(await came()).toBeGreaterThan(4_000);
    await page.evaluate(() => {
      const field = document.querySelector<HTMLSelectElement>('.choice select');
      if (field) field.value = '4000';
      field?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitFor({ text: 'at most 4,000 tokens' });
    expect(await came()).toBeLessThanOrEqual(4_000);
    await page.click({ css: '.targets > li:nth-child(2) button[aria-disabled="false"]' });
    await page.click({ role: 'button', name: 'Save responses.json' });
    const written = readFileSync(await browser.downloaded(/responses.*\.json$/), 'utf8');
    expect(written).toContain('Sounding 199:');
    expect(written).not.toContain('Sounding 101:');
    const tokens = tokensIn('responses', written, await counterFor('responses'));
    expect(tokens).toBeGreaterThan(3_000);
    expect(tokens).toBeLessThanOrEqual(4_000);
    expect(page.errors).toEqual([]);
  });
});

/** A chat that no small room holds. */
function soundings(): object {
  const tree = growTree();
  let last = tree.add('root', null, null);
  for (let at = 0; at < 200; at++) {
    const words = `Sounding ${at}: ${'eleven fathoms, sand and small shells, then mud. '.repeat(at % 2 === 0 ? 2 : 8)}`;
    last = tree.chain(last, message(`sounding-${at}`, at % 2 === 0 ? 'user' : 'assistant', text(words)));
  }
  return conversation('6a3f1c20-f140-8321-9d8e-5b1e6a1c0002', 'Soundings', tree, last);
}
