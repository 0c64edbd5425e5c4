import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { sourcePageId } from '../../src/model/ids';
import { contentHash } from '../../src/model/versions';
import { checkEvidence } from '../../src/projection/evidence';
import type { EvidenceCheck } from '../../src/projection/evidence-state';
import { viewOf } from '../../src/projection/view';
import { type Composer, citation, compose, evidence, text } from '../model/compose';
import { addLostPage, addPage, type ComposedPage, type Texts, texts } from '../model/pages';

const URL_1 = 'https://lake.example/depth';
const PASSAGE = 'The lake is 43 m deep at its deepest point.';
const [FIRST, SECOND] = ['2026-04-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'];

/** A session with one search and one answer that cites what it found. */
async function checked(
  more: (log: Composer, held: Texts, result: string) => void,
  { passages = [PASSAGE], answer = '43 m.', url = URL_1 } = {},
): Promise<EvidenceCheck> {
  const [log, held] = [compose(), texts()];
  log.user('How deep is the lake?');
  log.call('web.search', { q: 'lake' });
  const result = log.result('web.search', [evidence('1', url, 'The lake', ...passages)]);
  log.assistant([text(answer), citation([answer.length, answer.length], `${result}#1`)]);
  more(log, held, result);
  return checkEvidence(viewOf(log.events()), held.textOf);
}

const page =
  (markdown: string, at = FIRST, url = URL_1) =>
  (log: Composer, held: Texts, result: string) =>
    addPage(log, held, { url, markdown, at, parents: [result] });

/** The same of a page with more to say of it. */
const copy =
  (said: Pick<ComposedPage, 'markdown'> & Partial<ComposedPage>) => (log: Composer, held: Texts, result: string) =>
    addPage(log, held, { url: URL_1, at: FIRST, parents: [result], ...said });

const NONE = { given: 0, found: 0, changed: 0, cut: 0, unread: 0, unreachable: 0 };

const stateIn = ({ sources }: EvidenceCheck) => sources.get(1)?.checked;

describe('does the evidence still say so', () => {
  test('no page held: the provider gave it, and no more is known', async () => {
    const check = await checked(() => undefined);
    expect(stateIn(check)).toEqual({ state: 'given', how: 'not-found', share: 0 });
    expect(check.citations).toEqual({ ...NONE, given: 1 });
  });

  test.each([
    ['unchanged', `Depth\n\n${PASSAGE} More.`, 'found', 'exact'],
    ['set otherwise', 'The *lake* is **43 m** deep\nat its deepest point.', 'found', 'normalised'],
    ['with other words around', 'The lake is 34 m deep at its deepest point.', 'found', 'partial'],
    [
      'changed',
      'This page moved. Nothing of the kind is written here any more, see elsewhere.',
      'changed',
      'not-found',
    ],
  ])('a page that is %s', async (_, markdown, state, how) => {
    const check = await checked(page(markdown));
    expect(stateIn(check)).toMatchObject({ state, how });
    expect(check.citations[state as 'found' | 'changed']).toBe(1);
  });

  const MENU = 'Home, news, shops, and nothing of what was said of the water.';

  test('what is not in its readable text is found in all that the page says', async () => {
    const beside = await checked(copy({ markdown: MENU, words: `Home\n\n${PASSAGE}\n\nShops` }));
    expect(stateIn(beside)).toEqual({ state: 'found', how: 'exact', share: 1 });
    const part = copy({ markdown: 'The lake is 34 m deep at its deepest point.', words: PASSAGE.toUpperCase() });
    expect(stateIn(await checked(part))).toMatchObject({ state: 'found', how: 'normalised' });
    const without = await checked(copy({ markdown: null, words: PASSAGE }));
    expect(stateIn(without)).toMatchObject({ state: 'found', how: 'exact' });
    const nowhere = await checked(copy({ markdown: MENU, words: `${MENU} Shops.` }));
    expect(stateIn(nowhere)).toMatchObject({ state: 'changed', how: 'not-found' });
    const quote = { answer: 'They say “every boat was burned in the great fire of that year” (1).' };
    const quoted = await checked(
      copy({ markdown: MENU, words: 'Every boat was burned in the great fire of that year.' }),
      quote,
    );
    expect(quoted.quotes).toMatchObject([{ found: { how: 'normalised', where: 'copy' } }]);
  });

  test.each(['page', 'text', 'words'] as const)(
    'a copy whose %s is cut lacks a passage, and has not changed',
    async (cut) => {
      const words = cut === 'words' ? { words: MENU } : {};
      const check = await checked(copy({ markdown: MENU, cut, ...words }));
      expect(stateIn(check)).toEqual({ state: 'cut', how: 'not-found', share: 0 });
      expect(check.citations).toEqual({ ...NONE, cut: 1 });
      expect(stateIn(await checked(copy({ markdown: PASSAGE, cut, ...words })))).toMatchObject({ state: 'found' });
      const earlier = await checked((log, held, result) => {
        page(PASSAGE, FIRST)(log, held, result);
        copy({ markdown: 'The lake is 43 m deep at its deep', at: SECOND, cut, ...words })(log, held, result);
      });
      expect(stateIn(earlier)).toMatchObject({ state: 'cut', how: 'partial' });
    },
  );

  test('words that were cut are no matter where all that the page says was read', async () => {
    expect(stateIn(await checked(copy({ markdown: MENU, words: MENU, cut: 'text' })))?.state).toBe('changed');
  });

  test('a copy without words says nothing, and is no change', async () => {
    const none = await checked(copy({ markdown: null, page: '%PDF of pictures' }));
    expect(stateIn(none)).toEqual({ state: 'unread', how: 'not-found', share: 0 });
    expect(none.citations).toEqual({ ...NONE, unread: 1 });
    const later = await checked((log, held, result) => {
      page(PASSAGE, FIRST)(log, held, result);
      copy({ markdown: null, page: '%PDF of pictures', at: SECOND })(log, held, result);
    });
    expect(stateIn(later)?.state).toBe('unread');
  });

  test('a page that vanished cannot be reached, unless a copy is held', async () => {
    const lost = (log: Composer, _: Texts, result: string) =>
      void addLostPage(log, { url: URL_1, why: 'not-found', at: SECOND, parents: [result] });
    expect(stateIn(await checked(lost))?.state).toBe('unreachable');
    const first = await checked((log, held, result) => {
      page(PASSAGE)(log, held, result);
      lost(log, held, result);
    });
    expect(stateIn(first)).toMatchObject({ state: 'found', how: 'exact' });
  });

  test('a later copy counts: what it lost has changed, what it has again is found', async () => {
    const both = (older: string, newer: string) => (log: Composer, held: Texts, result: string) => {
      page(newer, SECOND)(log, held, result);
      page(older, FIRST)(log, held, result); // lines come in any order
    };
    expect(stateIn(await checked(both(PASSAGE, 'Gone.')))).toMatchObject({ state: 'changed', how: 'not-found' });
    expect(stateIn(await checked(both('Gone.', PASSAGE)))).toMatchObject({ state: 'found', how: 'exact' });
    const less = await checked(both(PASSAGE, 'The lake is 34 m deep at its deepest point.'));
    expect(stateIn(less)).toMatchObject({ state: 'changed', how: 'partial' });
    const same = await checked(both(PASSAGE, `# ${PASSAGE.toUpperCase()}`));
    expect(stateIn(same)).toMatchObject({ state: 'found', how: 'normalised' });
  });

  test('a page that is again what it was before counts as it is now', async () => {
    const check = await checked((log, held, result) => {
      page(PASSAGE, FIRST)(log, held, result);
      page('Gone.', SECOND)(log, held, result);
      const id = sourcePageId(URL_1);
      const firsts = [id, `${id}/text`].map((each) => log.events().find((event) => event.id === each) as Event);
      const agreed = firsts.map((first) => [first.id, contentHash(first), '2026-06-01T10:00:00.000Z']);
      const { source } = log.events().findLast((event) => event.id === id) as Event;
      log.add(
        'context.edit',
        { action: 'confirm', targets: agreed },
        { source, actor: { kind: 'recorder', name: null, model: null } },
      );
    });
    expect(stateIn(check)).toMatchObject({ state: 'found', how: 'exact' });
  });

  test('the fragment of an address is no other page, another query is', async () => {
    const held = page(PASSAGE, FIRST, URL_1);
    expect(stateIn(await checked(held, { url: `${URL_1}#:~:text=deep` }))?.state).toBe('found');
    expect(stateIn(await checked(held, { url: `${URL_1}?page=2` }))?.state).toBe('given');
    expect(sourcePageId(`${URL_1}#a`)).toBe(sourcePageId(URL_1));
    const bare = await checked(page(PASSAGE, FIRST, 'https://lake.example/'), { url: 'https://LAKE.example' });
    expect(stateIn(bare)?.state).toBe('found');
  });

  test('a source without a passage has no state of a passage; one that vanished still cannot be reached', async () => {
    expect(stateIn(await checked(page(PASSAGE), { passages: [] }))).toBeNull();
    expect(stateIn(await checked(page(PASSAGE), { passages: [' \n'] }))).toBeNull();
    const lost = await checked(
      (log, _, result) => void addLostPage(log, { url: URL_1, why: 'timed-out', at: FIRST, parents: [result] }),
      { passages: [] },
    );
    expect(lost.citations.unreachable).toBe(1);
  });

  test('several passages: some found is in part, none is changed', async () => {
    const some = await checked(page(PASSAGE), { passages: [PASSAGE, 'Horses were driven over the ice in 1929.'] });
    expect(stateIn(some)).toEqual({ state: 'found', how: 'partial', share: 0.5 });
    expect([...(some.sources.get(1)?.passages.values() ?? [])].map(({ state }) => state)).toEqual(['found', 'changed']);
    const none = await checked(page('Gone.'), { passages: [PASSAGE, 'Horses were driven over the ice in 1929.'] });
    expect(stateIn(none)?.state).toBe('changed');
  });

  test('the passage that a citation itself leans on is looked for, too', async () => {
    const leaning = { ...citation(null, 'x'), citedText: 'Horses were driven over the ice in 1929.' };
    const check = await checked((log, held, result) => {
      log.assistant([text('Horses.'), { ...leaning, evidence: [`${result}#1`] }]);
      page(PASSAGE)(log, held, result);
    });
    expect(check.citations).toEqual({ ...NONE, found: 1, changed: 1 });
  });

  test('a text that is not kept any more says nothing', async () => {
    const check = await checked((log, held, result) => {
      page(PASSAGE)(log, held, result);
      held.bytes.clear();
    });
    expect(stateIn(check)?.state).toBe('given');
  });

  test('one fetch that was read twice is one copy: the newer reading counts', async () => {
    const check = await checked((log, held, result) => {
      copy({ page: '<p>…</p>', markdown: PASSAGE })(log, held, result);
      copy({ page: '<p>…</p>', markdown: 'Only the menu.' })(log, held, result);
    });
    expect(stateIn(check)).toMatchObject({ state: 'changed', how: 'not-found' });
    expect(check.sources.get(1)?.page?.copies).toHaveLength(1);
  });
});

describe('quotes in an answer', () => {
  const EXACT = 'They say “the lake is 43 m deep at its deepest point” (1).';

  test.each([
    ['exact, in the passage', 'It says: “lake is 43 m deep at its deepest point”', () => undefined, 'exact', 'passage'],
    ['but for how it is written, in the passage', EXACT, () => undefined, 'normalised', 'passage'],
    [
      'exact in our copy rather than nearly in the passage',
      EXACT,
      page('So the lake is 43 m deep at its deepest point'.replace('So the', 'the')),
      'exact',
      'copy',
    ],
    ['in part', 'They say “the lake is 34 m deep at its deepest point” (1).', () => undefined, 'partial', 'passage'],
  ])('found %s', async (_, answer, more, how, where) => {
    const { quotes } = await checked(more, { answer });
    expect(quotes.map(({ found }) => found)).toMatchObject([{ how, where, source: 1 }]);
  });

  test('what no source has is not found in what we hold; where nothing is held, nothing is said', async () => {
    const answer = 'They say “the bridge was closed for repairs all summer” (1).';
    expect((await checked(page('The lake.'), { answer })).quotes).toMatchObject([{ found: null, comparable: true }]);
    expect((await checked(() => undefined, { answer, passages: [] })).quotes).toMatchObject([
      { found: null, comparable: false },
    ]);
  });

  test('a quote cited to one source and found in another says which', async () => {
    const log = compose();
    const result = log.result('web.search', [
      evidence('1', URL_1, 'The lake', PASSAGE),
      evidence('2', 'https://ice.example/', 'Ice', 'Horses were driven over the ice in 1929.'),
    ]);
    const answer = '“Horses were driven over the ice in 1929.” (1) And deep (2).';
    const at = answer.indexOf('(1)');
    log.assistant([text(answer), citation([at, at], `${result}#1`), citation([60, 60], `${result}#2`)]);
    const { quotes } = await checkEvidence(viewOf(log.events()), async () => null);
    expect(quotes).toMatchObject([{ beside: [1], found: { how: 'exact', source: 2, where: 'passage' } }]);
  });
});
