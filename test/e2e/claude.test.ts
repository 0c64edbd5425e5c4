import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { BRANCHES, ELSEWHERE, SEARCH, TEMPORARY } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import { signal } from '../sites/held';
import { tooMany } from '../sites/stand-in';
import { answered, ask, shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';
import { readBy } from './kept';
import { exportChat } from './steps';
import { valise } from './valise';

const site = await startClaude();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 20_000 };
const chatAt = (id: string): string => `https://claude.ai/chat/${id}`;

describe.each(browsers)('what is heard of Claude in %s', (kind) => {
  const at = installed(kind, 'e2e', site);

  const isKept = (native: string, last: object): Promise<void> =>
    expect.poll(() => at.kept.session(native), WAIT).toMatchObject({ last });

  const streamed = async (): Promise<number> =>
    (await at.kept.exchanges()).find(({ route }) => route === 'completion')?.bytes ?? 0;

  test('the page’s own read, every branch of it', async () => {
    const page = await at.browser.open(chatAt(BRANCHES.uuid));
    await shows(page, BRANCHES.uuid);
    await isKept(BRANCHES.uuid, { kind: 'new', capture: 'heard', route: 'conversation' });
    const ids = (await at.kept.events(BRANCHES.uuid)).map(({ native }) => native.id);
    expect(BRANCHES.messages.filter(({ uuid }) => !ids.includes(uuid))).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('an answer while it streams, the question out of the request, and a read that confirms both', async () => {
    const page = await at.browser.open(chatAt(SEARCH.uuid));
    await shows(page, SEARCH.uuid);
    await isKept(SEARCH.uuid, { route: 'conversation' });
    const before = (await at.kept.events(SEARCH.uuid)).length;
    const held = site.hold(20);
    await ask(page, 'And the slack? 🌊');
    await held.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    held.release();
    await answered(page);
    await isKept(SEARCH.uuid, { route: 'completion', capture: 'heard', cut: false });
    const heard = (await at.kept.events(SEARCH.uuid)).slice(before);
    expect(heard.map((each) => each.kind)).toEqual(
      expect.arrayContaining(['message', 'reasoning', 'tool.call', 'tool.result']),
    );
    expect(heard.filter((each) => each.kind === 'gap')).toEqual([]);
    expect((await at.kept.log((await at.kept.session(SEARCH.uuid))?.id ?? '')).join('\n')).toContain(
      'And the slack? 🌊',
    );

    await at.kept.send('tab.read', { tab: await at.browser.tabId(page), pack: false });
    await isKept(SEARCH.uuid, { route: 'conversation', capture: 'asked' });
    const added = (await at.kept.events(SEARCH.uuid)).slice(before + heard.length);
    const doubled = ['message', 'reasoning', 'tool.call', 'tool.result', 'gap'];
    expect(added.filter((each) => doubled.includes(each.kind)).map((each) => each.id)).toEqual([]);
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('an answer that is asked for again is a branch beside the first', async () => {
    const page = await at.browser.open(chatAt(SEARCH.uuid));
    await shows(page, SEARCH.uuid);
    const first = SEARCH.leaf;
    await page.click({ css: '#retry' });
    await answered(page);
    await isKept(SEARCH.uuid, { route: 'completion' });
    const parents = (await at.kept.events(SEARCH.uuid)).filter((each) => each.native.id === first)[0]?.parents;
    const answers = (await at.kept.events(SEARCH.uuid)).filter(
      (each) => each.kind === 'message' && each.body.role === 'assistant' && each.id === `claude:${each.native.id}`,
    );
    const beside = answers.filter((each) => JSON.stringify(each.parents) === JSON.stringify(parents));
    expect(new Set(beside.map((each) => each.id)).size).toBe(2);
    await page.close();
  });

  test('a temporary chat of three turns that the person keeps, and that no read gives: all six messages', async () => {
    const page = await at.browser.open(`${chatAt(TEMPORARY.uuid)}?incognito`);
    await shows(page, `failed ${TEMPORARY.uuid}`);
    await at.kept.send('watch.keep', { tab: await at.browser.tabId(page) });
    const roles = async () =>
      (await at.kept.events(TEMPORARY.uuid))
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

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await at.kept.holding(secret), secret).toEqual([]);
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});

describe.each(browsers)('one click on a chat of Claude, with no grant, in %s', (kind) => {
  const at = installed(kind, 'production', site);

  test('gives an archive of all branches that is sound', async () => {
    const page = await at.browser.open(chatAt(BRANCHES.uuid));
    await shows(page, BRANCHES.uuid);
    const path = await exportChat(at.browser, page);
    expect(valise('verify', path, '--reread')).toMatch(/^Sound/);
    const shown = valise('show', path, '--format', 'jsonl');
    expect(BRANCHES.messages.filter(({ uuid }) => !shown.includes(uuid))).toEqual([]);
    await page.close();
  });

  test('waits as long as the site says, and asks no more meanwhile', async () => {
    const page = await at.browser.open(chatAt(SEARCH.uuid));
    await shows(page, SEARCH.uuid);
    const before = site.requests.length;
    const { given, give } = signal();
    site.answerNext(tooMany(2), { after: given });
    const read = await readBy(at.browser, at.kept, page);
    const job = () => at.kept.job(read);
    await expect.poll(job, WAIT).toMatchObject({ progress: { step: 'told-to-wait', total: 2 } });
    give();
    await expect.poll(job, WAIT).toMatchObject({ state: 'done', error: null });
    const [refused, again, ...more] = site.requests.slice(before).filter((each) => each.path.startsWith('/api/'));
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(more).toEqual([]);
    await page.close();
  });

  test('finds the organisation where the page does not say it', async () => {
    site.hideOrganisation();
    const page = await at.browser.open(chatAt(ELSEWHERE.uuid));
    await shows(page, `failed ${ELSEWHERE.uuid}`);
    const path = await exportChat(at.browser, page);
    expect(valise('show', path)).toContain('The sea, moving.');
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of [...site.secrets, 'PLANTED']) expect(await at.kept.holding(secret), secret).toEqual([]);
  });
});
