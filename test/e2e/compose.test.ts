import { afterAll, describe, expect, test } from 'vitest';
import { startComposers } from '../sites/composers/server';
import { longText } from '../sites/composers/words';
import { TRICKS, WORDS } from './compose-cases';
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
const SITES = [
  ...['old', 'new', 'mobile', 'moved'].map((layout) => `https://chatgpt.com/?layout=${layout}`),
  'https://claude.ai/new',
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

  test('is whole in each layout of the sites', async () => {
    const text = longText(3_000);
    for (const each of await placeAll(SITES.map((address) => ({ address, text, files: [NOTES] })))) {
      expect(each.text.trimEnd(), each.address).toBe(text);
      expect(each.files, each.address).toMatchObject([{ name: 'tide notes.md' }]);
      const moved = each.address.endsWith('moved');
      expect(each.outcome, each.address).toMatchObject({ kind: 'placed', as: 'whole', own: 'none', moved });
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

  test('gets the outcome that is true where a page is no help', async () => {
    const tried = await placeAll(TRICKS.map(({ text = WORDS, ...each }) => ({ ...each, text })));
    for (const [n, { address, outcome, text, files }] of tried.entries()) {
      expect(outcome, address).toMatchObject(TRICKS[n]?.outcome ?? {});
      expect(text.trimEnd(), address).toBe(TRICKS[n]?.after ?? text.trimEnd());
      expect(files, address).toMatchObject(TRICKS[n]?.holds ?? files);
    }
  });

  test('gets nowhere in a tab that is gone', async () => {
    const { answer } = await at.kept.send('compose.place', { tab: 999_999, text: WORDS, files: [] });
    expect(answer).toMatchObject({ kind: 'refused', because: 'no-access' });
  });
});
