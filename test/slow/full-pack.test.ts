import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AGAIN } from '../../src/capture/watch/wake';
import { setOff } from '../e2e/alarms';
import { shows } from '../e2e/chat-page';
import { chooseQuiet } from '../e2e/choose-quiet';
import { browsers, buildFor, launch } from '../e2e/harness/launch';
import { pause, until } from '../e2e/harness/temporary';
import { lookInto, watches } from '../e2e/kept';
import { valise } from '../e2e/valise';
import { BIG, bigConversation } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { restIsOver } from './rest-is-over';
import { canMount, smallDisk } from './small-disk';

const site = await startChatgpt();
beforeEach(() => {
  site.reset();
  site.put(bigConversation(6_000_000));
});
afterAll(() => site.close());

const WAIT = { within: 60_000 };

/*
 * The browser's own disk is the one that is full here: an archive is packed into a file of the browser's there, before it is
 * handed to the downloads, which have room. A minute for each browser: it is seen that a job whose end could not be noted is
 * not begun again while there is no room.
 */
const isAsked = canMount() && process.env.VALISE_LONG !== undefined;

describe.runIf(isAsked).each(browsers)('packing on a disk that becomes full, in %s,', (kind) => {
  test('rests, loses nothing, and goes on when there is room', async () => {
    const disk = smallDisk(700);
    const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts, profile: disk.folder });
    try {
      const kept = await lookInto(browser);
      await watches(kept);
      await kept.page.evaluate(chooseQuiet, 2);
      const page = await browser.open(`https://chatgpt.com/c/${BIG}`);
      await shows(page, BIG);
      const before = await until('the chat to be kept', () => kept.session(BIG), WAIT);
      const settings = await browser.extensionPage('library.html#settings');
      await settings.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
      const packs = async () => (await kept.jobs()).find(({ progress }) => /packing|verifying/.test(progress.step));
      await until('it to be packed', packs, { ...WAIT, every: 5 });
      disk.fill();
      await pause(8000);
      const jobs = await kept.jobs();
      expect(jobs).toHaveLength(1);
      await pause(30_000); // longer than whoever packs counts as alive
      expect(disk.left()).toBe(0);
      expect(await kept.jobs()).toEqual(jobs); // it rests: not even its end can be written
      expect(await kept.scratch()).toHaveLength(1); // nothing is packed again and again
      expect(await kept.saved()).toEqual([]);
      if (kind === 'chromium') {
        // Firefox reads on
        const anew = await browser.extensionPage('library.html');
        await anew.waitFor({ text: 'What is kept is untouched' }, WAIT);
        await anew.close();
      }
      disk.free();
      await kept.page.evaluate(restIsOver);
      await kept.page.evaluate(setOff, AGAIN);
      const { name } = await until('the archive', async () => (await kept.saved())[0], WAIT);
      expect(valise('verify', join(browser.downloads, name))).toMatch(/^Sound/);
      expect(await kept.jobs()).toHaveLength(1);
      expect((await kept.session(BIG))?.tail).toEqual(before.tail);
      await expect.poll(kept.scratch, { timeout: 30_000 }).toEqual([]);
    } finally {
      await browser.close();
      await disk.close();
    }
  });
});
