import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import { chooseQuiet } from './choose-quiet';
import { buildFor, launch } from './harness/launch';
import { remove, temporaryFolder, until } from './harness/temporary';
import { lookInto, watches } from './kept';
import { choose, filesInPicked, pickOwn } from './picked';
import { valise } from './valise';

const site = await startChatgpt();
const folder = temporaryFolder('closed-folder');
afterAll(async () => {
  await site.close();
  remove(folder);
});

const WAIT = { within: 90_000, every: 250 };
const SAID = 'And the ebb?';

/** The zips below a folder of a profile, where no page has to be opened to see them. */
function zipsBelow(below: string): string[] {
  const files = readdirSync(below, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).subarray(0, 2).toString() === 'PK');
}

test('with no page of ours open and the background ended, a picked folder gets what is new, and it verifies', async () => {
  const browser = await launch('chromium', { extension: buildFor('chromium', 'e2e'), hosts: site.hosts });
  try {
    const kept = await lookInto(browser);
    await watches(kept);
    const page = await browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    await until('the chat to be kept', () => kept.session(SHORT), WAIT);
    await kept.page.evaluate(chooseQuiet, 2);
    await kept.page.goto(`${browser.extensionOrigin}/library.html#settings`);
    await kept.page.click({ role: 'checkbox', name: 'Write the archive of each chat to a folder by itself' });
    await kept.page.evaluate(pickOwn);
    await kept.page.evaluate(choose, 'setting-folder-place', 'picked');
    await kept.page.click({ role: 'button', name: 'Pick a folder…' });
    const first = await until('the first archive', async () => (await kept.saved()).find(isPicked), WAIT);
    await until('what it was packed in to go', async () => (await kept.scratch()).length === 0, WAIT);
    const ours = join(browser.profile, 'chromium', 'Default', 'File System');
    expect(zipsBelow(ours)).toHaveLength(1);

    await kept.page.close();
    await page.activate();
    await ask(page, SAID);
    await answered(page);
    await browser.killBackground();
    await until(
      'the new archive, alone',
      async () => {
        const [zip, ...more] = zipsBelow(ours);
        if (!zip || more.length > 0) return false; // the old one, and one that is being packed
        return valise('show', zip, '--format', 'jsonl').includes(SAID);
      },
      WAIT,
    );
    const before = new Date().toISOString();
    const again = await lookInto(browser);
    const found = await until('its record', async () => (await again.saved()).find(isPicked), WAIT);
    expect(found.at > first.at && found.at <= before).toBe(true);
    expect(found.name).toBe(first.name);
    const [[name, base64] = ['', ''], ...others] = Object.entries(await again.page.evaluate(filesInPicked));
    expect(others).toEqual([]);
    writeFileSync(join(folder, name), Buffer.from(base64, 'base64'));
    expect(valise('verify', join(folder, name))).toMatch(/^Sound/);
    expect(site.refusals).toEqual([]);
  } finally {
    await browser.close();
  }
});

const isPicked = ({ place }: { readonly place: string }): boolean => place === 'picked';
