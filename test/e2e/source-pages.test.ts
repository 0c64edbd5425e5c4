import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { rereadArchive } from '../../src/cli/reread';
import { utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { member } from '../../src/lib/json';
import { sourcePageOf } from '../../src/projection/source-pages';
import { type SessionView, viewOf } from '../../src/projection/view';
import type { PagesJob } from '../../src/store/job-rows';
import { startChatgpt } from '../sites/chatgpt/server';
import { LETTERS, ODD, odd, REFUSED } from '../sites/odd-sources';
import * as sources from '../sites/sources';
import { citing, tides } from '../sites/tides';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';

const CHAT = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0201';
const ODD_CHAT = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0203';
const { TIDES, CHART, MOVED, LOST, CYRILLIC, DOCUMENT, SLOW, PRIVATE } = sources;

const site = await startChatgpt();
const web = await sources.startSources();
beforeEach(() => {
  site.reset();
  site.put({ conversation: tides(CHAT), account: null, escaped: false });
});
afterAll(async () => {
  await web.close();
  await site.close();
});

/** What became of a page: kept, whole or cut, or why it was not. */
function endOf(view: SessionView, url: string): string {
  const { copy, gap } = sourcePageOf(view, url) ?? {};
  if (copy) return member(copy.body.fetched, 'truncated') === true ? 'cut' : 'kept';
  return `${gap?.body.why}, ${member(gap?.body.what, 'because')}`;
}

const WAIT = { timeout: 60_000 };

/*
 * The site and all hosts are granted, as after the browser's own question. The servers are named like public ones and
 * stand on loopback; whoever is asked without being one of them is remembered by the harness.
 */
describe.each(browsers)('pages that a chat cites, in %s', (kind) => {
  const at = installed(kind, 'e2e', { hosts: { ...site.hosts, ...web.hosts }, refusals: site.refusals });
  const view = async (): Promise<SessionView> => viewOf(await at.kept.events(CHAT));
  const jobs = async (): Promise<PagesJob[]> =>
    (await at.kept.jobs()).filter((job): job is PagesJob => job.kind === 'pages');

  test('are kept at a click, each once, without cookies; the background may die meanwhile', async () => {
    // the person has been at these servers, and has their cookies
    for (const { origin } of [TIDES, SLOW].map((each) => new URL(each)))
      await (await at.browser.open(`${origin}/hello`)).close();
    const page = await at.browser.open(`https://chatgpt.com/c/${CHAT}`);
    await shows(page, CHAT);
    await at.kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    await expect.poll(() => at.kept.session(CHAT), WAIT).toBeDefined();
    await page.close();
    const session = (await at.kept.session(CHAT))?.id ?? '';
    const before = web.requests.length;

    const library = await at.browser.extensionPage(`library.html#${session}`);
    await library.click({ role: 'button', name: 'Keep copies of these pages…' });
    await library.waitFor({ role: 'heading', name: 'Keep copies of cited pages' });
    await library.click({ role: 'button', name: 'All' });
    await library.click({
      role: 'checkbox',
      name: 'With the pictures in them, as far as they come from these servers',
    });
    const held = web.holdSlow();
    await library.click({ role: 'button', name: 'Keep copies of 6' });
    await held.reached;
    await expect.poll(async () => (await jobs())[0]?.progress.done, WAIT).toBe(5);
    await at.browser.killBackground();
    await at.kept.send('tab.state', { tab: -1 });
    held.release();
    await expect.poll(jobs, WAIT).toMatchObject([{ state: 'done', result: { kept: 4, lacking: 2 } }]);

    const asked = web.requests.slice(before);
    const paths = asked.map(({ host, path }) => `https://${host}${path}`);
    // what is on its way when a background ends, is asked for again
    const again = [SLOW, CHART];
    expect(again.every((each) => paths.includes(each))).toBe(true);
    const once = paths.filter((each) => !again.includes(each));
    expect(once.sort()).toEqual([TIDES, MOVED, LOST, CYRILLIC, DOCUMENT].sort());
    for (const { headers } of asked) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.referer).toBeUndefined();
    }
    expect(at.browser.refused.filter((each) => /192\.168|elsewhere/.test(each))).toEqual([]);

    const now = await view();
    const kept = sourcePageOf(now, TIDES);
    expect(kept?.copy?.body).toMatchObject({ artifact: `sha256:${sha256Hex(sources.PAGE)}`, method: 'fetch' });
    expect(kept?.copy?.parents).toHaveLength(2);
    expect(sourcePageOf(now, DOCUMENT)?.copy?.body).toMatchObject({ artifact: `sha256:${sha256Hex(sources.PDF)}` });
    expect(sourcePageOf(now, MOVED)?.gap?.body).toMatchObject({ what: { because: 'redirect' } });
    expect(sourcePageOf(now, LOST)?.gap?.body).toMatchObject({ why: 'not-found' });
    expect(sourcePageOf(now, PRIVATE)).toBeNull();

    // the words of each copy, set as prose
    await library.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('.copy-of-page details')) fold.open = true;
    });
    for (const words of ['at nine in the morning', 'Полная вода', 'follows the moon', 'It came in the end'])
      await library.waitUntil(
        words,
        (each) =>
          [...document.querySelectorAll('.page-words')].some(({ textContent }) => textContent?.includes(each) ?? false),
        words,
      );
    expect(await library.evaluate(() => document.querySelectorAll('.page-words :is(img, script)').length)).toBe(0);
    const [chart, ...others] = kept?.pictures ?? [];
    const artifact = `sha256:${sha256Hex(sources.PNG)}`;
    expect(chart?.body).toMatchObject({ artifact, role: 'source-image', url: CHART, mime: 'image/png' });
    expect(others).toEqual([]);
    await library.waitUntil('the picture', () => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('.copy-of-page details')) fold.open = true;
      const picture = document.querySelector<HTMLImageElement>('.copy-of-page .pictures img');
      picture?.scrollIntoView();
      return picture?.naturalWidth === 1;
    });
    expect(web.requests.length - before).toBe(asked.length); // to show a copy asks nobody
    expect(library.errors).toEqual([]);

    // once more: what is as it was adds nothing
    const lines = now.log.length;
    await at.kept.send('pages.start', { session, urls: [TIDES, LOST, PRIVATE], giveBack: [] });
    await expect.poll(async () => (await jobs()).filter(({ state }) => state === 'done').length, WAIT).toBe(2);
    const later = await view();
    expect(later.log.length).toBe(lines + 1);
    expect(sourcePageOf(later, PRIVATE)?.gap?.body).toMatchObject({ why: 'unsupported' });
    expect(at.browser.refused.filter((each) => each.includes('192.168'))).toEqual([]);

    await at.kept.send('export.start', { sessions: [session] });
    const path = await at.browser.downloaded(/\.zip$/, { within: 60_000 });
    const archive = await openArchive(memorySource(readFileSync(path)));
    if (archive.kind === 'refused') throw new Error('the archive is refused');
    expect(await verifyArchive(archive)).toMatchObject({ kind: 'sound', flaws: [] });
    expect(await rereadArchive(archive)).toMatchObject({ differing: 0, sentences: [], notReread: 0 });
    const old = sourcePageOf(later, CYRILLIC)?.copy?.body.artifact.slice('sha256:'.length) ?? '';
    const zip = readFileSync(path);
    expect(zip.includes(`${old}.txt`)).toBe(true); // in an older character set, and a text
    expect(zip.includes(`${sha256Hex(sources.PNG)}.png`)).toBe(true);
    await library.close();
  });

  test('are kept as they came, in whatever letters, or have a reason; what may not be asked for never is', async () => {
    const urls = [...Object.keys(LETTERS), ...Object.keys(ODD)].map(odd);
    site.put({ conversation: citing(ODD_CHAT, 'Odd pages', [...urls, ...REFUSED]), account: null, escaped: false });
    await (await at.browser.open(odd('hello'))).close(); // the person has its cookies
    const before = web.requests.length;
    const page = await at.browser.open(`https://chatgpt.com/c/${ODD_CHAT}`);
    await shows(page, ODD_CHAT);
    await at.kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    await expect.poll(() => at.kept.session(ODD_CHAT), WAIT).toBeDefined();
    await page.close();
    const session = (await at.kept.session(ODD_CHAT))?.id ?? '';
    await at.kept.send('pages.start', { session, urls: [...urls, ...REFUSED], giveBack: [] });
    const job = async () => (await jobs()).find(({ ask }) => ask.session === session);
    await expect.poll(job, WAIT).toMatchObject({ state: 'done' });

    const asked = web.requests.slice(before).filter(({ path }) => path !== '/favicon.ico'); // the tab’s, which may be late
    expect(asked.map(({ path }) => odd(path.slice(1))).sort()).toEqual(urls.toSorted());
    for (const { headers } of asked) expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(at.browser.refused.filter((each) => /127\.|169\.254|10\.0\.0|router|printer|8443/.test(each))).toEqual([]);

    const now = viewOf(await at.kept.events(ODD_CHAT));
    const ends = (paths: readonly string[], all = odd) => paths.map((path) => [path, endOf(now, all(path))]);
    expect(ends(Object.keys(ODD))).toEqual(Object.entries(ODD));
    expect(ends(REFUSED, String)).toEqual(REFUSED.map((url) => [url, 'unsupported, refused-address']));
    const read = Object.keys(LETTERS).map((path) => {
      const { copy, words } = sourcePageOf(now, odd(path)) ?? {};
      return [path, copy?.body.artifact, copy?.body.mime, words?.body.artifact];
    });
    expect(read).toEqual(
      Object.entries(LETTERS).map(([path, [, bytes, said]]) => [
        ...[path, `sha256:${sha256Hex(bytes)}`, 'text/plain', `sha256:${sha256Hex(utf8(said))}`],
      ]),
    );
  });

  test('are kept as an open tab shows them, where the person asks for it there', async () => {
    const before = web.requests.length;
    const page = await at.browser.open(SLOW);
    await page.evaluate(() => {
      document.body.append('Only this tab shows it.');
    });
    await at.browser.pressToolbar(page);
    const popup = await at.browser.popupFor(page);
    await popup.click({ role: 'button', name: 'Keep this page as source 8 of High water' });
    await popup.waitFor({ text: 'Copies of pages kept: 1.' }, { within: 60_000 });
    expect(web.requests.slice(before).filter(({ path }) => path !== '/favicon.ico')).toHaveLength(1); // the tab’s own
    const kept = sourcePageOf(await view(), SLOW);
    expect(kept?.copy?.body).toMatchObject({ method: 'tab', role: 'source-page' });
    expect(kept?.earlier).toHaveLength(1);
    expect(kept?.text).not.toBeNull();
    await popup.close();
    await page.close();
  });
});
