import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { SEARCH } from '../sites/claude/chats';
import { startClaude } from '../sites/claude/server';
import { signal } from '../sites/held';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';
import { readBy } from './kept';

const site = await startClaude();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };
const ID = SEARCH.uuid;
/** JSON, and nothing that a conversation has. */
const changed = { body: '{"v2":{"turns":[],"cursor":null}}' };

/* Claude's page gives no ids: what is read of it is left out as soon as the conversation itself is there. */
describe.each(browsers)('the page of Claude itself, in %s', (kind) => {
  const at = installed(kind, 'production', site);
  const messages = async () =>
    [...viewOf(await at.kept.events(ID)).current.values()].filter((event) => event.kind === 'message');

  test('is read where the answer cannot be, and says so; a later answer outranks it', async () => {
    const page = await at.browser.open(`https://claude.ai/chat/${ID}`);
    await shows(page, ID);
    const rows = await page.evaluate(() =>
      [...document.querySelectorAll('[data-index]')].map((row) => row.textContent ?? ''),
    );
    expect(rows.filter((words) => words.trim() !== '')).toHaveLength(2);
    const { given, give } = signal();
    site.answerNext({ ...changed, after: given });
    const read = await readBy(at.browser, at.kept, page);
    const popup = await at.browser.popupFor(page);
    await popup.waitFor({ text: 'Asking the site for the chat' }); // it waits for the read that is under way
    give();
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    await popup.waitFor({ text: 'Read from the page itself: what you see, without branches.' });
    expect(await at.kept.session(ID)).toMatchObject({ last: { capture: 'page', route: 'page' } });
    const seen = await messages();
    expect(seen.map(({ id }) => id)).toEqual(expect.arrayContaining(rows.map((_, n) => `claude:${ID}/page.${n}`)));
    for (const { fidelity, source } of seen)
      expect([fidelity, source.capture, source.form]).toEqual(['partial', 'page', 'page']);
    const said = JSON.stringify(seen);
    for (const words of rows) expect(said).toContain(JSON.stringify(words.slice(0, 20)).slice(1, -1));
    expect(page.errors).toEqual([]);

    await popup.click({ role: 'button', name: 'Try again' });
    await expect.poll(async () => (await at.kept.session(ID))?.last?.capture, WAIT).toBe('asked');
    const asked = await messages();
    expect(asked.map(({ native }) => native.id)).toEqual(
      expect.arrayContaining(SEARCH.messages.map(({ uuid }) => uuid)),
    );
    expect(asked.filter(({ source }) => source.capture !== 'asked')).toEqual([]);
    expect(await at.kept.exchanges()).toEqual([]);
    await popup.close();
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    for (const secret of site.secrets) expect(await at.kept.holding(secret), secret).toEqual([]);
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});
