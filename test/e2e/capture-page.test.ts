import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { SHORT } from '../sites/chatgpt/conversations';
import { startChatgpt } from '../sites/chatgpt/server';
import { markupWall } from '../sites/chatgpt/state';
import { signal } from '../sites/held';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';
import { readBy } from './kept';

const site = await startChatgpt();
beforeEach(() => site.reset());
afterAll(() => site.close());

const WAIT = { timeout: 30_000 };
/** JSON, and nothing that a conversation has. */
const changed = { body: '{"nodes":{},"version":7}' };

/* What is left where the site's own call gives nothing that can be read: the page, as it stands there. */
describe.each(browsers)('the page itself, in %s', (kind) => {
  const at = installed(kind, 'production', site);
  const messages = async () =>
    [...viewOf(await at.kept.events(SHORT)).current.values()].filter((event) => event.kind === 'message');

  test('is read where the site refuses', async () => {
    const page = await at.browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    site.answerNext(markupWall);
    const read = await readBy(at.browser, at.kept, page);
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done', because: 'read-refused' });
    await page.close();
  });

  test('is read where the answer cannot be, and says so; a later answer outranks it', async () => {
    const page = await at.browser.open(`https://chatgpt.com/c/${SHORT}`);
    await shows(page, SHORT);
    const shown = await page.evaluate(() => document.querySelectorAll('article').length);
    const { given, give } = signal();
    site.answerNext({ ...changed, after: given });
    const read = await readBy(at.browser, at.kept, page);
    const popup = await at.browser.popupFor(page);
    await popup.waitFor({ text: 'Asking the site for the chat' }); // it waits for the read that is under way
    give();
    await expect.poll(() => at.kept.job(read), WAIT).toMatchObject({ state: 'done', because: 'read-drift' });
    await popup.waitFor({ text: 'Read from the page itself: what you see, without branches.' });
    expect(await at.kept.session(SHORT)).toMatchObject({ last: { capture: 'page', route: 'page' } });
    const seen = await messages();
    expect(seen).toHaveLength(shown);
    for (const { fidelity, source } of seen)
      expect([fidelity, source.capture, source.form]).toEqual(['partial', 'page', 'page']);
    expect(page.errors).toEqual([]);

    await popup.click({ role: 'button', name: 'Try again' });
    await expect.poll(async () => (await at.kept.session(SHORT))?.last?.capture, WAIT).toBe('asked');
    const asked = await messages();
    expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(seen.map(({ id }) => id)));
    expect(asked.filter(({ source }) => source.capture !== 'asked')).toEqual([]);
    expect(await at.kept.exchanges()).toEqual([]);
    await popup.close();
    await page.close();
  });

  test('and no secret of the site is in any table', async () => {
    expect(await at.kept.holding('PLANTED')).toEqual([]);
  });
});
