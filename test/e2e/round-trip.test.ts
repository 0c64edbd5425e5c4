import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, describe, expect, test } from 'vitest';
import { answered, ask, shows } from './chat-page';
import { type Chat, inEveryBrowser, startChats } from './chats';
import { type BrowserKind, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { exportChat, exportOpenSession, importArchive } from './steps';
import { valise } from './valise';

const { chats, close } = await startChats();
const folder = temporaryFolder('round-trip');
afterAll(async () => {
  await close();
  remove(folder);
});

/** Captures the conversation in a fresh browser, its last answer streaming while the extension listens; the archive. */
async function capture(kind: BrowserKind, chat: Chat): Promise<Buffer> {
  const browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: chat.site.hosts });
  try {
    const page = await browser.open(chat.address(chat.id));
    await shows(page, chat.id);
    await ask(page, 'And if I leave at eight?');
    await answered(page);
    const path = await exportChat(browser, page);
    expect(page.errors).toEqual([]);
    return readFileSync(path);
  } finally {
    await browser.close();
  }
}

/** Imports an archive in a browser with a fresh profile and exports it again. */
async function passThrough(kind: BrowserKind, archive: string, title: string): Promise<Buffer> {
  const browser = await launch(kind, { extension: buildFor(kind) });
  try {
    const library = await importArchive(browser, archive);
    // while nothing is shown yet, another title stands there
    await expect.poll(() => library.text({ css: '.session #session-title' })).toBe(title);
    return readFileSync(await exportOpenSession(browser, library));
  } finally {
    await browser.close();
  }
}

describe.each(inEveryBrowser(chats))('branches and a streamed answer of %s, in %s', (_, kind, chat) => {
  const archive = join(folder, `${kind}-${chats.indexOf(chat)}.zip`);

  test('become an archive that the command line finds sound', async () => {
    chat.reset();
    chat.site.pace(15);
    writeFileSync(archive, await capture(kind, chat));
    expect(valise('verify', archive, '--reread')).toMatch(/^Sound/);
    expect(chat.site.refusals).toEqual([]);
  });

  test('hold every message of the site, the streamed ones too', () => {
    const lines = valise('show', archive, '--format', 'jsonl').trim().split('\n');
    const native = lines.map((line) => (JSON.parse(line) as { native: { id: string | null } }).native.id);
    expect(chat.sent().filter((id) => !native.includes(id))).toEqual([]);
    expect(lines.join('\n')).toContain('And if I leave at eight?');
  });

  test('hold no secret of the site', async () => {
    const zip = await JSZip.loadAsync(readFileSync(archive));
    for (const entry of Object.values(zip.files)) {
      const text = Buffer.from(await entry.async('uint8array')).toString('latin1');
      for (const secret of [...chat.site.secrets, 'PLANTED'])
        expect(text.includes(secret), `${secret} in ${entry.name}`).toBe(false);
    }
  });

  test('come back from a browser with a fresh profile as the same bytes', async () => {
    const again = await passThrough(kind, archive, chat.title);
    expect(again.equals(readFileSync(archive))).toBe(true);
  });

  test('come back from the other browser and from the command line as the same bytes', async () => {
    const other = kind === 'chromium' ? 'firefox' : 'chromium';
    expect((await passThrough(other, archive, chat.title)).equals(readFileSync(archive))).toBe(true);
    const packed = archive.replace(/\.zip$/, '-packed.zip');
    valise('pack', archive, '--out', packed);
    expect(readFileSync(packed).equals(readFileSync(archive))).toBe(true);
  });
});
