import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { memorySource } from '../../src/archive/zip/ports';
import { asRead } from '../providers/claude/render';
import { harbour } from '../sites/chatgpt/harbour';
import { BRANCHES, SEARCH } from '../sites/claude/chats';
import { keepIn } from '../ui/kept';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { dumpOf, seed } from './pages-seed';
import { passage } from './states/passage';
import { valise } from './valise';

const folder = temporaryFolder('backup');
afterAll(() => remove(folder));

const TIDES = '11111111-1111-4111-8111-111111111111';
const copied = { from: 'valise-tides.zip', at: '2026-10-05T10:00:00.000Z', logHash: 'x' };

/** Three sessions of two sites, and a copy out of somebody's archive. */
async function fill(browser: Browser): Promise<void> {
  const dump = await dumpOf(async (db) => {
    await keepIn(db, '44444444-4444-4444-8444-444444444444', asRead(BRANCHES), null, 'claude');
    await keepIn(db, '55555555-5555-4555-8555-555555555555', asRead(SEARCH), null, 'claude');
    await keepIn(db, '22222222-2222-4222-8222-222222222222', passage(), copied);
    await keepIn(db, TIDES, harbour());
  });
  await (await seed(browser, dump)).close();
}

const BACK_UP = { role: 'button', name: 'Back up everything' } as const;

/** Notes something of a session and changes a setting, as a person does. */
async function makeMine(browser: Browser): Promise<void> {
  const library = await browser.extensionPage(`library.html#${TIDES}`);
  await library.click({ role: 'checkbox', name: 'Star' });
  await library.click({ css: '.notes summary' });
  await library.fill({ css: '.notes input[type=text]' }, 'tides, sea');
  await library.press('Enter');
  await library.fill({ css: '.notes textarea' }, 'Ask again about the neap tide.');
  await library.press('Tab');
  await library.waitUntil('the tags', () => document.querySelectorAll('.sessions .tags .badge').length === 3);
  await library.close();
  const settings = await browser.extensionPage('library.html#settings');
  await settings.click({ css: '#setting-keys' });
  await settings.waitFor({ css: '.settings > .say.good' }); // the word alone stands in other sentences, too
  await settings.close();
}

async function backUp(browser: Browser): Promise<Buffer> {
  const library = await browser.extensionPage('library.html#backup');
  await library.click(BACK_UP);
  const path = await browser.downloaded(/^valise-backup-.*\.zip$/, { within: 60_000 });
  await library.waitFor({ text: 'Everything lies in a file already' });
  await library.close();
  return readFileSync(path);
}

/** What makes each session what it is: its log, its artifacts, and what was noted of it. */
async function identities(bytes: Buffer) {
  const archive = await openArchive(memorySource(new Uint8Array(bytes)));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const { library, info, sessions } = archive;
  const logs = sessions.map(({ slug, logHash, note }) => ({ slug, logHash, note }));
  return { logs, library, content: info.get('Valise-Content-Identity') };
}

/** Restores a backup from the view that is for it. */
async function restore(browser: Browser, path: string): Promise<Page> {
  const library = await browser.extensionPage('library.html#backup');
  await library.waitFor({ text: 'Nothing is kept here yet.' });
  await library.choose({ css: '#backup-files' }, path);
  await library.click({ css: 'dialog button.main' }, { within: 60_000 });
  await library.waitFor({ text: 'Notes and settings are back.' }, { within: 60_000 });
  return library;
}

describe.each(browsers)('a library, and then another computer, in %s', (kind) => {
  test('everything is backed up, the profile thrown away, and all of it is back in a fresh one', async () => {
    const first = await launch(kind, { extension: buildFor(kind), downloads: `${folder}/${kind}` });
    let backup: Buffer;
    try {
      await fill(first);
      await makeMine(first);
      backup = await backUp(first);
    } finally {
      await first.close();
    }
    const before = await identities(backup);
    expect(before.logs).toHaveLength(4);
    expect(before.library).toMatchObject({ settings: { keys: false }, tags: ['sea', 'tides'] });
    expect(before.library?.sessions.filter(({ copy }) => copy !== null)).toMatchObject([
      { copy: { from: 'valise-tides.zip' } },
    ]);
    const [name = ''] = readdirSync(`${folder}/${kind}`);
    const path = `${folder}/${kind}/${name}`;
    expect(valise('verify', path)).toMatch(/^Sound: 4 sessions/);

    const second = await launch(kind, { extension: buildFor(kind) });
    try {
      const library = await restore(second, path);
      await library.goto(`${second.extensionOrigin}/library.html?tag=sea&starred=1`);
      await library.waitUntil(
        'the one that is starred',
        () => document.querySelectorAll('.sessions .item').length === 1,
      );
      await library.goto(`${second.extensionOrigin}/library.html?whose=copy`);
      await library.waitFor({ text: 'valise-tides.zip' });
      const again = await backUp(second);
      expect(await identities(again)).toEqual(before);
      expect(again.equals(backup)).toBe(true);
      expect(second.refused).toEqual([]);
    } finally {
      await second.close();
    }
  }, 120_000);
});
