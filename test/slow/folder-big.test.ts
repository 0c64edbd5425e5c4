import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { shows } from '../e2e/chat-page';
import { chooseQuiet } from '../e2e/choose-quiet';
import type { Browser } from '../e2e/harness/browser';
import { browsers, buildFor, launch } from '../e2e/harness/launch';
import { until } from '../e2e/harness/temporary';
import { lookInto, watches } from '../e2e/kept';
import { valise } from '../e2e/valise';
import { BIG, bigConversation } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';

const MB = 1_000_000;
const CHATS = 8;
const EACH = 25 * MB;

const site = await startChatgpt();
afterAll(() => site.close());

/** The processes of a browser, by their numbers. */
function processesOf({ profile }: Browser): string[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((id) => [id, /PPid:\s+(\d+)/.exec(told(id, 'status'))?.[1] ?? '']));
  const roots = new Set(all.filter((id) => told(id, 'cmdline').includes(profile)));
  const isOurs = (id: string): boolean => roots.has(id) || (parents.has(id) && isOurs(parents.get(id) ?? ''));
  return all.filter(isOurs);
}

function told(id: string, name: string): string {
  try {
    return readFileSync(join('/proc', id, name), 'utf8');
  } catch {
    return ''; // it has ended
  }
}

/** The memory of all of them, in MB: what several share is counted once. */
function memoryOf(browser: Browser): number {
  const sizes = processesOf(browser).map((id) => Number(/^Pss:\s+(\d+)/m.exec(told(id, 'smaps_rollup'))?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Seconds of a processor that each has taken: what an archive costs, however many others want the machine. */
const worked = (browser: Browser): Map<string, number> =>
  new Map(
    processesOf(browser).map((id) => {
      const [, , , , , , , , , , , user = '0', system = '0'] = told(id, 'stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [id, (Number(user) + Number(system)) / 100];
    }),
  );

const zipsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zip') && !existsSync(join(folder, `${name}.part`)))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size > 0);

/** It takes some minutes of a processor in each browser: longer than it may in every run. */
const isAsked = process.platform === 'linux' && process.env.VALISE_LONG !== undefined;

describe.skipIf(!isAsked).each(browsers)('a library of 200 MB, in %s,', (kind) => {
  test('goes to the folder with no page of ours open, its background ended meanwhile', {
    timeout: 1_800_000,
  }, async () => {
    site.reset();
    const natives = Array.from({ length: CHATS }, (_, n) => `${BIG.slice(0, -2)}${20 + n}`);
    const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    try {
      const kept = await lookInto(browser);
      await watches(kept);
      for (const native of natives) {
        site.put(bigConversation(EACH, native));
        const page = await browser.open(`https://chatgpt.com/c/${native}`);
        await shows(page, native);
        await until(`${native} to be kept`, () => kept.session(native), { within: 120_000 });
        await page.close();
      }
      await kept.page.evaluate(chooseQuiet, 1);
      const before = memoryOf(browser);
      const front = await browser.open('about:blank');
      // a page of its own: to go to another place of the same page loads none
      const settings = await browser.extensionPage('library.html#settings');
      await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
      // a page that is closed in the moment of a press has not told anybody of it yet
      const begun = async (): Promise<boolean> => (await kept.jobs()).some(({ kind: each }) => each === 'export');
      await until('the first to be begun', begun, { within: 60_000 });
      await settings.close();
      await kept.page.close();
      await front.activate();
      const began = Date.now();
      const idle = worked(browser);
      const ends: number[] = [];
      let most = 0;
      for (let n = 1; n <= CHATS; n++) {
        await until(
          `archive ${n} of ${CHATS}`,
          async () => {
            most = Math.max(most, memoryOf(browser));
            return zipsIn(browser.downloads).length >= n;
          },
          { within: 300_000, every: 500 },
        );
        ends.push(Math.round((Date.now() - began) / 1000));
        if (n === 1) await browser.killBackground();
      }
      const seconds = [...worked(browser)].reduce((sum, [id, all]) => sum + all - (idle.get(id) ?? 0), 0);
      const after = await lookInto(browser);
      await expect.poll(async () => (await after.saved()).length, { timeout: 60_000 }).toBe(CHATS);
      const zips = zipsIn(browser.downloads);
      expect(zips).toHaveLength(CHATS);
      const bytes = zips.reduce((sum, zip) => sum + statSync(zip).size, 0);
      console.log(
        `${kind}: ${CHATS} archives, ${Math.round(bytes / MB)} MB, after ${ends.join(', ')} s;`,
        `${Math.round(seconds / CHATS)} s of a processor for each;`,
        `memory of the whole browser ${Math.round(before)} MB before, ${Math.round(most)} MB at most`,
      );
      for (const zip of zips) expect(valise('verify', zip)).toMatch(/^Sound/);
    } finally {
      await browser.close();
    }
  });
});
