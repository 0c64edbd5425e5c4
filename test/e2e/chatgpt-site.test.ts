import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SHORT, WORK } from '../sites/chatgpt/conversations';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { WORKSPACE } from '../sites/chatgpt/secrets';
import { startChatgpt } from '../sites/chatgpt/server';
import { tooMany } from '../sites/stand-in';
import { answered, ask, shows } from './chat-page';
import type { Browser } from './harness/browser';
import { browsers, launch } from './harness/launch';
import { probeExtension } from './harness/probe';

const site = await startChatgpt();
const probe = probeExtension();
beforeEach(() => site.reset());
afterAll(() => site.close());

describe.each(browsers)("ChatGPT's stand-in in %s", (kind) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(kind, { extension: probe, hosts: site.hosts });
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  test('shows a conversation, moves to another without loading a page, and back', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${HARBOUR}`);
    await shows(page, HARBOUR);
    expect(await page.evaluate(() => document.querySelectorAll('article').length)).toBe(4);
    const born = await page.evaluate(() => performance.timeOrigin);
    await page.click({ text: 'A word for slack water' });
    await shows(page, SHORT);
    expect(await page.address()).toBe(`https://chatgpt.com/c/${SHORT}`);
    await page.evaluate(() => history.back());
    await shows(page, HARBOUR);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(born);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('streams an answer that ends up in the tree', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    const held = site.hold(14);
    await ask(page, 'And the ebb?');
    await held.reached;
    const last = { css: 'article:last-child' };
    await page.waitUntil(
      'some words',
      () => (document.querySelector('article:last-child')?.textContent ?? '').length > 10,
    );
    const partial = await page.text(last);
    held.release();
    await answered(page);
    const whole = await page.text(last);
    expect(whole).toMatch(/^You asked: “And the ebb\?”.*so leave at nine\.$/s);
    expect(whole.startsWith(partial.trim())).toBe(true);
    expect(partial.length).toBeLessThan(whole.length);
    await page.reload();
    await shows(page, SHORT);
    expect(await page.text(last)).toBe(whole);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('an answer is complete on the server though its tab was closed', async () => {
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    const held = site.hold(12);
    await ask(page, 'Gone?');
    await held.reached;
    await page.close();
    held.release();
    await expect.poll(() => site.json(SHORT), { timeout: 15_000 }).toContain('so leave at nine');
  });

  test("renews its token, and sends a workspace's account", async () => {
    site.useAccount(WORKSPACE);
    const page = await browser.open('https://chatgpt.com/');
    site.expireToken();
    await page.click({ text: 'Crew list' });
    await shows(page, WORK);
    site.useAccount(null);
    site.answerNext(tooMany(1));
    await page.goto(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, `failed ${SHORT}`);
    await page.close();
  });
});
