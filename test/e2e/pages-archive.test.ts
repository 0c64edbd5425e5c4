import 'fake-indexeddb/auto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../src/archive/options';
import { pack } from '../../src/archive/pack';
import { memorySink } from '../../src/archive/zip/ports';
import { harbour } from '../sites/chatgpt/harbour';
import { logOf } from '../ui/kept';
import type { Browser, Page } from './harness/browser';
import { browsers, buildFor, launch } from './harness/launch';
import { temporaryFolder } from './harness/temporary';
import { findings } from './pages-look';

const folder = temporaryFolder('archives');
const sound = join(folder, 'tides.zip');
const damaged = join(folder, 'damaged.zip');
const refused = join(folder, 'refused.zip');

/** The archive of a conversation, as this release packs it. */
async function archiveOf(conversation: object): Promise<Uint8Array> {
  const { identity, lines, artifacts } = await logOf(conversation);
  const sink = memorySink();
  const session = { identity, containers: [], lines: lines.map(({ line }) => line) };
  const artifact = async (hash: string) => artifacts.get(hash) ?? null;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await pack({ sessions: [session], artifact, release: version, options: DEFAULT_OPTIONS }, sink);
  return sink.bytes();
}

/** The same archive with some words changed in the files whose path ends so. */
async function changed(archive: Uint8Array, ending: string, from: string, to: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(archive);
  for (const [path, file] of Object.entries(zip.files))
    if (path.endsWith(ending)) zip.file(path, (await file.async('string')).replace(from, to), { createFolders: false });
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

beforeAll(async () => {
  const archive = await archiveOf(harbour());
  writeFileSync(sound, archive);
  writeFileSync(damaged, await changed(archive, '/raw.pack', 'Skerry harbour', 'Merry harbours'));
  writeFileSync(refused, await changed(archive, '/session.jsonl', 'Skerry harbour', 'Merry harbours'));
});

const rows = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('.sessions .item').length);

describe.each(browsers)('archives in the library of %s', (kind) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind) });
    page = await browser.extensionPage('library.html');
    await page.waitFor({ text: 'Nothing is kept yet' });
  });
  afterAll(() => browser?.close());

  test('an empty library says how to fill it', async () => {
    expect(await findings(page)).toEqual([]);
  });

  test('a sound archive is verified, and nothing of it is kept', async () => {
    await page.choose({ css: '#verify-file' }, sound);
    await page.waitFor({ text: 'Sound: nothing was changed' });
    expect(await findings(page)).toEqual([]);
    await page.click({ role: 'button', name: 'Close' });
    expect(await rows(page)).toBe(0);
  });

  test('what is refused is not imported, and the sentence names the file', async () => {
    await page.choose({ css: '#import-file' }, refused);
    await page.waitFor({ text: 'Refused: this file is not opened.' });
    expect(await page.text({ css: 'dialog' })).toContain('session.jsonl');
    await page.click({ role: 'button', name: 'Close' });
    expect(await rows(page)).toBe(0);
  });

  test('a file that is dropped on the page is looked at first, as one that is picked', async () => {
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Dear Ada,'], 'letter.zip'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    });
    await page.waitFor({ text: 'letter.zip' });
    await page.waitFor({ text: 'Refused: this file is not opened.' });
    await page.press('Escape');
    await expect.poll(() => page.sees({ css: 'dialog' })).toBe(false);
  });

  test('a sound archive is imported as a read-only copy and opened; again, it adds nothing', async () => {
    await page.choose({ css: '#import-file' }, sound);
    await page.waitFor({ text: 'Imported as read-only copies: 1.' });
    await page.waitFor({ text: 'A read-only copy from tides.zip' });
    await page.waitFor({ text: 'between 07:40 and 11:50 UTC' });
    expect(await findings(page)).toEqual([]);
    await page.choose({ css: '#import-file' }, sound);
    await page.waitFor({ text: 'Here already, so nothing was added: 1.' });
    expect(await rows(page)).toBe(1);
  });

  test('exported again, it is the same to the byte', async () => {
    await page.click({ role: 'button', name: 'Export' });
    const path = await browser.downloaded(/\.zip$/, { within: 60_000 });
    await page.waitFor({ text: 'Saved and verified' });
    expect(readFileSync(path).equals(readFileSync(sound))).toBe(true);
  });

  test('restoring says what it does, and asks; then the session is the person’s own, beside the copy', async () => {
    await page.choose({ css: '#restore-file' }, sound);
    await page.waitFor({ text: 'For an archive that you made yourself.' });
    expect(await findings(page)).toEqual([]);
    await page.click({ role: 'button', name: 'Cancel' });
    expect(await rows(page)).toBe(1);
    await page.choose({ css: '#restore-file' }, sound);
    await page.click({ role: 'button', name: 'Restore' });
    await page.waitFor({ text: 'Restored as your own: 1.' });
    await expect.poll(() => rows(page)).toBe(2);
    await expect.poll(() => page.sees({ text: 'A read-only copy from' })).toBe(false);
  });

  test('a damaged archive is asked about, its flaws named', async () => {
    await page.choose({ css: '#import-file' }, damaged);
    await page.waitFor({ text: 'Damaged: what is not named below can still be read.' });
    expect(await page.text({ css: 'dialog .flaws' })).not.toBe('');
    expect(await findings(page)).toEqual([]);
    await page.click({ role: 'button', name: 'Import what can be read' });
    await page.waitFor({ text: 'Here already, so nothing was added: 1.' });
    expect(page.errors).toEqual([]);
  });
});
