import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tooMany } from '../sites/chatgpt/state';
import { BRANCHES, ELSEWHERE, SEARCH, TEMPORARY } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import { answered, ask, shows } from './chat-page';
import type { Browser, Page } from './harness/browser';
import { type BrowserKind, browsers, buildFor, launch } from './harness/launch';
import { remove, temporaryFolder } from './harness/temporary';
import { type Kept, lookInto, watches } from './kept';
import { exportChat, exportOpenSession, importArchive } from './steps';

const site = await startClaude();
const folder = temporaryFolder('claude');
beforeEach(() => site.reset());
afterAll(async () => {
  await site.close();
  remove(folder);
});

const WAIT = { timeout: 20_000 };
const at = (id: string): string => `https://claude.ai/chat/${id}`;
const valise = (...args: string[]): string =>
  execFileSync(process.execPath, ['.output/cli/valise.mjs', ...args], { encoding: 'utf8' });

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly parents: readonly string[];
  readonly native: { readonly id: string | null };
  readonly body: { readonly role?: string; readonly why?: string };
  readonly source: { readonly capture: string };
}

describe.each(browsers)('what is heard of Claude in %s', (kind) => {
  let browser: Browser;
  let kept: Kept;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, 'e2e'), hosts: site.hosts });
    kept = await lookInto(browser);
    await watches(kept);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  const session = async (native: string) => (await kept.sessions()).find((each) => each.native === native);
  const linesOf = async (native: string): Promise<Line[]> =>
    (await kept.log((await session(native))?.id ?? '')).map((line) => JSON.parse(line) as Line);
  const isKept = (native: string, last: object): Promise<void> =>
    expect.poll(() => session(native), WAIT).toMatchObject({ last });

  const streamed = async (): Promise<number> =>
    (await kept.exchanges()).find(({ route }) => route === 'completion')?.bytes ?? 0;

  test('the page’s own read, every branch of it', async () => {
    const page = await browser.open(at(BRANCHES.uuid));
    await shows(page, BRANCHES.uuid);
    await isKept(BRANCHES.uuid, { kind: 'new', capture: 'heard', route: 'conversation' });
    const ids = (await linesOf(BRANCHES.uuid)).map(({ native }) => native.id);
    expect(BRANCHES.messages.filter(({ uuid }) => !ids.includes(uuid))).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('an answer while it streams, the question out of the request, and a read that confirms both', async () => {
    const page = await browser.open(at(SEARCH.uuid));
    await shows(page, SEARCH.uuid);
    await isKept(SEARCH.uuid, { route: 'conversation' });
    const before = (await linesOf(SEARCH.uuid)).length;
    const held = site.hold(20);
    await ask(page, 'And the slack? 🌊');
    await held.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    held.release();
    await answered(page);
    await isKept(SEARCH.uuid, { route: 'completion', capture: 'heard', cut: false });
    const heard = (await linesOf(SEARCH.uuid)).slice(before);
    expect(heard.map((each) => each.kind)).toEqual(
      expect.arrayContaining(['message', 'reasoning', 'tool.call', 'tool.result']),
    );
    expect(heard.filter((each) => each.kind === 'gap')).toEqual([]);
    expect((await kept.log((await session(SEARCH.uuid))?.id ?? '')).join('\n')).toContain('And the slack? 🌊');

    await kept.send('tab.read', { tab: await browser.tabId(page), pack: false });
    await isKept(SEARCH.uuid, { route: 'conversation', capture: 'asked' });
    const added = (await linesOf(SEARCH.uuid)).slice(before + heard.length);
    const doubled = ['message', 'reasoning', 'tool.call', 'tool.result', 'gap'];
    expect(added.filter((each) => doubled.includes(each.kind)).map((each) => each.id)).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('an answer that is asked for again is a branch beside the first', async () => {
    const page = await browser.open(at(SEARCH.uuid));
    await shows(page, SEARCH.uuid);
    const first = SEARCH.leaf;
    await page.click({ css: '#retry' });
    await answered(page);
    await isKept(SEARCH.uuid, { route: 'completion' });
    const parents = (await linesOf(SEARCH.uuid)).filter((each) => each.native.id === first)[0]?.parents;
    const answers = (await linesOf(SEARCH.uuid)).filter(
      (each) => each.kind === 'message' && each.body.role === 'assistant' && each.id === `claude:${each.native.id}`,
    );
    const beside = answers.filter((each) => JSON.stringify(each.parents) === JSON.stringify(parents));
    expect(new Set(beside.map((each) => each.id)).size).toBe(2);
    await page.close();
  });

  test('a temporary chat of three turns, that no read gives: all six messages', async () => {
    const page = await browser.open(at(TEMPORARY.uuid));
    await shows(page, `failed ${TEMPORARY.uuid}`);
    const roles = async () =>
      (await linesOf(TEMPORARY.uuid))
        .filter((each) => each.kind === 'message' && each.id === `claude:${each.native.id}`)
        .map((each) => each.body.role);
    for (const [n, words] of ['One?', 'Two?', 'Three?'].entries()) {
      await ask(page, words);
      await answered(page);
      await expect.poll(async () => (await roles()).length, WAIT).toBe((n + 1) * 2);
    }
    expect(await roles()).toEqual([...['user', 'assistant'], ...['user', 'assistant'], ...['user', 'assistant']]);
    await page.close();
  });

  test('with the background ended during a stream, and the tab closed during another', async () => {
    const page = await browser.open(at(BRANCHES.uuid));
    await shows(page, BRANCHES.uuid);
    const held = site.hold(20);
    await ask(page, 'Killed in the middle?');
    await held.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    await browser.killBackground();
    held.release();
    await answered(page);
    await isKept(BRANCHES.uuid, { route: 'completion', cut: false });

    const again = site.hold(20);
    await ask(page, 'Closed in the middle?');
    await again.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    await page.close();
    await isKept(BRANCHES.uuid, { route: 'completion', cut: true });
    again.release();
    const log = (await kept.log((await session(BRANCHES.uuid))?.id ?? '')).join('\n');
    expect(log).toContain('Killed in the middle?');
    expect(log).toContain('Closed in the middle?');
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await kept.holding(secret), secret).toEqual([]);
    expect(await kept.holding('PLANTED')).toEqual([]);
  });
});

describe.each(browsers)('one click on a chat of Claude, with no grant, in %s', (kind) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind), hosts: site.hosts });
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());

  const archiveOf = async (page: Page, id: string): Promise<string> => {
    await shows(page, id);
    return exportChat(browser, page);
  };

  test('gives an archive of all branches that is sound, though the site says once to wait', async () => {
    const page = await browser.open(at(BRANCHES.uuid));
    await shows(page, BRANCHES.uuid);
    site.answerNext(tooMany(1));
    const path = await archiveOf(page, BRANCHES.uuid);
    expect(valise('verify', path, '--reread')).toMatch(/^Sound/);
    const shown = valise('show', path, '--format', 'jsonl');
    expect(BRANCHES.messages.filter(({ uuid }) => !shown.includes(uuid))).toEqual([]);
    writeFileSync(join(folder, `${kind}.zip`), readFileSync(path));
    await page.close();
  });

  test('finds the organisation where the page does not say it', async () => {
    site.hideOrganisation();
    await browser.open(at(ELSEWHERE.uuid)).then(async (page) => {
      await shows(page, `failed ${ELSEWHERE.uuid}`);
      const path = await exportChat(browser, page);
      expect(valise('show', path)).toContain('The sea, moving.');
      await page.close();
    });
  });
});

describe.each(browsers)('an archive of Claude in %s', (kind) => {
  test('comes back from a browser with a fresh profile as the same bytes', async () => {
    const archive = join(folder, `${kind}.zip`);
    const again = await passThrough(kind, archive);
    expect(again.equals(readFileSync(archive))).toBe(true);
  });
});

/** Imports an archive in a browser with a fresh profile and exports it again. */
async function passThrough(kind: BrowserKind, archive: string): Promise<Buffer> {
  const browser = await launch(kind, { extension: buildFor(kind) });
  try {
    const library = await importArchive(browser, archive);
    expect(await library.text({ css: '#session-title' })).toBe(BRANCHES.name);
    return readFileSync(await exportOpenSession(browser, library));
  } finally {
    await browser.close();
  }
}
