import { afterAll, describe, expect, test } from 'vitest';
import { DEBRIEF_PROMPT } from '../../src/handoff/debrief';
import { startComposers } from '../sites/composers/server';
import { longText } from '../sites/composers/words';
import { composing, fileOf } from './composing';
import { browsers } from './harness/launch';
import { findings } from './pages-look';

const site = await startComposers();
afterAll(() => site.close());

const TEXT = longText(4_000);
const NOTES = fileOf('tide notes.md', 'text/markdown', '# Notes');

describe.each(browsers)('with no permission granted, in %s', (kind) => {
  const { at, open, seen } = composing(kind, site, 'production');

  test('a handoff waits through the end of the background, and goes where the person presses our button', async () => {
    const { answer } = await at.kept.send('compose.wait', { title: 'Tides', text: TEXT, files: [NOTES], site: null });
    expect(answer).toMatchObject({ byItself: false });
    await at.browser.killBackground();
    const page = await open('prosemirror?own=My%20words');
    const kept = await at.browser.popupFor(page);
    await kept.click({ role: 'button', name: 'Place it here' });
    await kept.waitFor({ text: 'does not let Valise into this tab' });
    await kept.close();
    expect((await seen(page)).text).toBe('My words');

    await at.browser.pressToolbar(page);
    const popup = await at.browser.popupFor(page);
    await popup.waitFor({ text: '“Tides” can go into the composer of this tab.' });
    expect(await findings(popup)).toEqual([]);
    await popup.click({ role: 'button', name: 'Place it here' });
    await popup.waitFor({ text: 'it stands in the composer, word for word' });
    expect(await findings(popup)).toEqual([]);
    const { text, files } = await seen(page);
    expect(text.trimEnd()).toBe(`My words\n\n${TEXT}`);
    expect(files).toMatchObject([{ name: 'tide notes.md' }]);
    expect(await at.kept.holding('Handoff: tides at Skerry')).toEqual([]);
    await popup.close();
  });

  test('a chat is asked for a debrief in its own composer', async () => {
    const page = await open('https://chatgpt.com/c/6975c852-f140-8321-a8d2-3b1b5c0f4e21');
    await at.browser.pressToolbar(page);
    const popup = await at.browser.popupFor(page);
    await popup.click({ role: 'button', name: 'Ask for a debrief' });
    await popup.waitFor({ text: 'Nothing was sent' });
    expect((await seen(page)).text.trimEnd()).toBe(DEBRIEF_PROMPT);
    await popup.close();
  });
});
