import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { counterFor } from '../../src/tokens/counter';
import { tokensIn } from '../handoff/fit/budget';
import { PERSONAL, SECRETS } from '../secrets/values';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from '../ui/kept';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { dumpOf, seed } from './pages-seed';
import { exportOpenSession } from './steps';
import { valise } from './valise';

const TIDES = '11111111-1111-4111-8111-111111111111';
const kept = await dumpOf((db) => keepIn(db, TIDES, harbour()));
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

  test('what is made for a small room fits it, by the tokenizer that comes with the extension', async () => {
    await page.click({ css: '.choice > summary' });
    const choose = (tokens: string): Promise<void> =>
      page.evaluate((value) => {
        const field = document.querySelector<HTMLSelectElement>('.choice select');
        if (field) field.value = value;
        field?.dispatchEvent(new Event('change', { bubbles: true }));
      }, tokens);
    await page.waitFor({ css: '.choice select' });
    await choose('4000');
    await page.waitFor({ css: '.choice [role="status"][aria-busy="false"]' });
    await page.click({ css: '.targets > li:nth-child(2) button[aria-disabled="false"]' });
    await page.click({ role: 'button', name: 'Save responses.json' });
    const written = readFileSync(await browser.downloaded(/responses.*\.json$/), 'utf8');
    const said = await page.evaluate(() => document.querySelector('.targets > li:nth-child(2)')?.textContent ?? '');
    const tokens = Number(/([\d,]+) tokens/.exec(said)?.[1]?.replace(',', ''));
    expect(tokens).toBeGreaterThan(500);
    expect(tokens).toBeLessThanOrEqual(4_000);
    const counter = await counterFor('responses');
    expect(tokensIn('responses', written, counter)).toBe(tokens);
    await choose('');
    await page.waitFor({ css: '.choice [role="status"][aria-busy="false"]' });
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
});
