import { afterAll, describe, expect, test } from 'vitest';
import { startComposers } from '../sites/composers/server';
import { longText } from '../sites/composers/words';
import { LAYOUTS, OF_THE_BROWSER, TRICKS, WORDS } from './compose-cases';
import { composing, fileOf } from './composing';
import { browsers } from './harness/launch';

const site = await startComposers();
afterAll(() => site.close());

const LONG = longText(50_000);
const OWN = 'Words of my own,\nin two lines';

const NOTES = fileOf('tide notes.md', 'text/markdown', '# Notes\n\nSlack at noon 🌊\n');
const PICTURE = fileOf('skerry.png', 'image/png', '\u0089PNG: not looked at');

const EDITORS = [
  ...['editable', 'lexical', 'prosemirror', 'prosemirror?rich', 'quill', 'quill?rich', 'react', 'slate', 'textarea'],
];
const own = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}own=${encodeURIComponent(OWN)}`;

describe.each(browsers)('a handoff placed in %s', (kind) => {
  const { at, place, open, placeAll, seen } = composing(kind, site);

  test('of 50,000 characters, with files, is whole in every editor, below what the person had written', async () => {
    const tried = await placeAll(EDITORS.map((path) => ({ address: own(path), text: LONG, files: [NOTES, PICTURE] })));
    for (const { address, text, files, outcome } of tried) {
      expect(text.trimEnd(), address).toBe(`${OWN}\n\n${LONG}`);
      expect(files, address).toMatchObject([
        { name: 'tide notes.md', type: 'text/markdown', text: '# Notes\n\nSlack at noon 🌊\n' },
        { name: 'skerry.png', type: 'image/png' },
      ]);
      expect(outcome, address).toEqual({
        kind: 'placed',
        as: 'whole',
        own: 'kept',
        files: [
          { name: 'tide notes.md', state: 'shown' },
          { name: 'skerry.png', state: 'shown' },
        ],
        moved: false,
      });
    }
  });

  test('placed twice stands there once, with its file', async () => {
    const page = await open('lexical');
    await place(page, 'Go on', [NOTES]);
    expect(await place(page, 'Go on', [NOTES])).toMatchObject({ kind: 'placed', as: 'whole' });
    const { text, files } = await seen(page);
    expect(text.trimEnd()).toBe('Go on');
    expect(files).toHaveLength(1);
  });

  test('gets the outcome that is true: whole in each layout of the sites, and another where a page is no help', async () => {
    // what depends on the browser is tried in both, all the rest in one of them
    const tricks = TRICKS.filter(({ address }) => kind === 'chromium' || OF_THE_BROWSER.test(address));
    const cases = [...LAYOUTS, ...tricks];
    const tried = await placeAll(cases.map(({ text = WORDS, ...each }) => ({ ...each, text })));
    for (const [n, { address, outcome, text, files }] of tried.entries()) {
      expect(outcome, address).toMatchObject(cases[n]?.outcome ?? {});
      expect(text.trimEnd(), address).toBe(cases[n]?.after ?? text.trimEnd());
      expect(files, address).toMatchObject(cases[n]?.holds ?? files);
    }
  });

  test('gets nowhere in a tab that is gone', async () => {
    const { answer } = await at.kept.send('compose.place', { tab: 999_999, text: WORDS, files: [] });
    expect(answer).toMatchObject({ kind: 'refused', because: 'no-access' });
  });
});
