import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, describe, expect, test } from 'vitest';
import { HARBOUR } from '../sites/chatgpt/harbour';
import { startChatgpt } from '../sites/chatgpt/server';
import { answered, ask, shows } from './chat-page';
import { type BrowserKind, browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { exportChat, exportOpenSession, importArchive } from './steps';

const site = await startChatgpt();
const folder = temporaryFolder('round-trip');
afterAll(async () => {
  await site.close();
  remove(folder);
});

const valise = (...args: string[]): string =>
  execFileSync(process.execPath, ['.output/cli/valise.mjs', ...args], { encoding: 'utf8' });

/** Captures the conversation in a fresh browser, its last answer streaming while the extension listens; the archive. */
async function capture(kind: BrowserKind): Promise<Buffer> {
  const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
  try {
    const chat = await browser.open(`https://chatgpt.com/c/${HARBOUR}`);
    await shows(chat, HARBOUR);
    await ask(chat, 'And if I leave at eight?');
    await answered(chat);
    const path = await exportChat(browser, chat);
    expect(chat.errors).toEqual([]);
    return readFileSync(path);
  } finally {
    await browser.close();
  }
}

/** Imports an archive in a browser with a fresh profile and exports it again. */
async function passThrough(kind: BrowserKind, archive: string): Promise<Buffer> {
  const browser = await launch(kind, { extension: buildFor(kind) });
  try {
    const library = await importArchive(browser, archive);
    expect(await library.text({ css: '#session-title' })).toBe('Tides at Skerry harbour 🌊 <b>&amp;');
    return readFileSync(await exportOpenSession(browser, library));
  } finally {
    await browser.close();
  }
}

const pathOf = (kind: BrowserKind): string => join(folder, `${kind}.zip`);

describe.each(browsers)('a conversation with branches and a streamed answer, in %s', (kind) => {
  test('becomes an archive that the command line finds sound', async () => {
    site.reset();
    site.pace(15);
    writeFileSync(pathOf(kind), await capture(kind));
    expect(valise('verify', pathOf(kind))).toMatch(/^Sound/);
    expect(site.refusals).toEqual([]);
  });

  test('holds every message of the site, the streamed ones too', () => {
    const { mapping } = JSON.parse(site.json(HARBOUR)) as {
      mapping: Record<string, { message: { id: string } | null }>;
    };
    const native = valise('show', pathOf(kind), '--format', 'jsonl')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { native: { id: string | null } }).native.id);
    const sent = Object.values(mapping).flatMap(({ message }) => message?.id ?? []);
    expect(sent.filter((id) => !native.includes(id))).toEqual([]);
  });

  test('holds no secret of the site', async () => {
    const zip = await JSZip.loadAsync(readFileSync(pathOf(kind)));
    for (const entry of Object.values(zip.files)) {
      const text = Buffer.from(await entry.async('uint8array')).toString('latin1');
      for (const secret of site.secrets) expect(text.includes(secret), `${secret} in ${entry.name}`).toBe(false);
    }
  });

  test('comes back from a browser with a fresh profile as the same bytes', async () => {
    const again = await passThrough(kind, pathOf(kind));
    expect(again.equals(readFileSync(pathOf(kind)))).toBe(true);
  });

  test('comes back from the other browser and from the command line as the same bytes', async () => {
    const other = kind === 'chromium' ? 'firefox' : 'chromium';
    expect((await passThrough(other, pathOf(kind))).equals(readFileSync(pathOf(kind)))).toBe(true);
    const packed = join(folder, `${kind}-packed.zip`);
    valise('pack', pathOf(kind), '--out', packed);
    expect(readFileSync(packed).equals(readFileSync(pathOf(kind)))).toBe(true);
  });
});
