import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, ask, shows } from './chat-page';
import { inEveryBrowser, startChats } from './chats';
import type { Page } from './harness/browser';
import { installed } from './installed';

const { chats, close } = await startChats();
afterAll(close);

const WAIT = { timeout: 20_000 };

describe.each(inEveryBrowser(chats))('what ends too early at %s, in %s', (_, kind, chat) => {
  const [{ id, link }] = chat.others;
  const { route, middle } = chat.stream;
  beforeEach(() => chat.reset());
  const at = installed(kind, 'e2e', chat.site);
  const isKept = (last: object): Promise<void> => expect.poll(() => at.kept.session(id), WAIT).toMatchObject({ last });
  const streamed = async (): Promise<number> =>
    (await at.kept.exchanges()).find((each) => each.route === route)?.bytes ?? 0;
  const log = async (): Promise<string> => (await at.kept.log((await at.kept.session(id))?.id ?? '')).join('\n');

  /** Asks, and waits in the middle of the answer until something of it is kept. Gives the hand that lets it go on. */
  async function askHalf(page: Page, words: string): Promise<() => void> {
    const held = chat.site.hold(middle);
    await ask(page, words);
    await held.reached;
    await expect.poll(streamed, WAIT).toBeGreaterThan(500);
    return held.release;
  }

  test('the background, between two captures and during one', async () => {
    const page = await at.browser.open(chat.address(chat.id));
    await shows(page, chat.id);
    await expect.poll(() => at.kept.session(chat.id), WAIT).toMatchObject({ last: { capture: 'heard' } });
    await at.browser.killBackground();
    await page.click({ text: link });
    await shows(page, id);
    await isKept({ capture: 'heard' });
    const release = await askHalf(page, 'Killed in the middle?');
    await at.browser.killBackground();
    release();
    await answered(page);
    await isKept({ route, cut: false });
    expect(await at.kept.exchanges()).toEqual([]);
    expect(await log()).toContain(chat.last.ends); // the stream, whole
    expect(await log()).not.toContain('"why":"unreadable"');
    expect(page.errors).toEqual([]);
    await page.close();
  });

  test('the tab, while an answer streams: what came is kept, as cut', async () => {
    const page = await at.browser.open(chat.address(id));
    await shows(page, id);
    const release = await askHalf(page, 'Closed in the middle?');
    await page.close();
    await isKept({ route, cut: true });
    release();
    expect(await at.kept.exchanges()).toEqual([]);
    expect((await at.kept.events(id)).map(({ source }) => source.form)).toContain('cut');
    expect(await log()).toContain('Closed in the middle?');
  });
});
