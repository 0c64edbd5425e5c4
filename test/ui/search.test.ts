import '../with-browser';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { EMPTY } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { textOf } from '../../src/search/event-text';
import { matchIn, piecesOf, snippetOf } from '../../src/search/match';
import { isEnough, wordsIn } from '../../src/search/words';
import { adopt } from '../../src/store/adopt';
import { type Database, openDatabase } from '../../src/store/database';
import { deleteSessions } from '../../src/store/forget';
import { listSessions } from '../../src/store/sessions';
import { type Found, searchLogs } from '../../src/ui/search/search-logs';
import { type Composer, compose, evidence, text } from '../model/compose';
import { harbour } from '../sites/chatgpt/harbour';
import { keepIn } from './kept';

describe('what is looked for', () => {
  test.each([
    ['Slack  WATER', ['slack', 'water']],
    ['"slack water" “at noon” tide', ['slack water', 'at noon', 'tide']],
    ['tide Tide', ['tide']],
    ['"half a quote', ['half', 'a', 'quote']],
    ['  "" ', []],
    ['don’t', ["don't"]],
  ])('%j is %j', (query, words) => {
    expect(wordsIn(query)).toEqual(words);
  });

  test('a hostile query is bounded', () => {
    expect(wordsIn('a b c d e f g h i j k l m n o p').length).toBeLessThanOrEqual(12);
    expect(wordsIn('x'.repeat(100_000))[0]?.length).toBe(200);
  });

  test.each([
    ['a', false],
    ['潮', true],
    ['ab', true],
    ['', false],
  ])('%j is enough to read texts for: %s', (query, enough) => {
    expect(isEnough(wordsIn(query))).toBe(enough);
  });
});

describe('a place in a text', () => {
  test('is shown on one line, whole words around it, as it is written there', () => {
    const long = `${'word '.repeat(60)}\nSlack\nWåter${' after'.repeat(60)}`;
    const { before, hit, after } = snippetOf(long, ['slack', 'water']);
    expect(hit).toBe('Slack Wåter');
    expect(before).toMatch(/^… (word )+$/);
    expect(after).toMatch(/^( after)+ …$/);
  });

  test.each([
    ['Take **78 %**: **rye** drinks', 'Take 78 %: ', 'rye', ' drinks'],
    ['| rye | water |\n| --- | :---: |\n| 500 g | 390 g |', '| ', 'rye', ' | water | | 500 g | 390 g |'],
    ['rye: 2**3 and a ** b', '', 'rye', ': 2**3 and a ** b'],
    ['**a** **rye****', 'a ', 'rye', '****'],
  ])('of %j has no signs of Markdown around its words', (text, before, hit, after) => {
    expect(snippetOf(text, ['rye'])).toEqual({ before, hit, after });
  });

  test('shows what steers or hides', () => {
    expect(snippetOf('a \u202e tide \u200b b', ['tide'])).toEqual({
      before: 'a ⟨U+202E⟩ ',
      hit: 'tide',
      after: ' ⟨U+200B⟩ b',
    });
  });

  test('is found over the border of two pieces of a long text', () => {
    const whole = `${'a'.repeat(32_760)}slack water${'b'.repeat(70_000)}`;
    const matches = piecesOf(whole).map((piece) => matchIn(piece, ['slack', 'water']));
    expect(matches.some((match) => match?.isPhrase)).toBe(true);
    expect(piecesOf(whole).reduce((sum, { length }) => sum + length, 0)).toBeLessThan(whole.length * 1.1);
  });
});

test('the text of an event is all that a person can read of it', () => {
  const log = compose();
  log.user([text('Q'), { type: 'file', artifact: null, mime: null, name: 'depths.csv' }]);
  log.call('search', { deep: [{ query: 'slack water' }], n: 3 });
  log.result('search', [evidence('e', 'https://example.org/t', 'Tide table', 'High at 07:40')]);
  log.add('gap', { what: { name: 'log.pdf', pointer: 'sediment://x' }, why: 'expired', where: null, native: null });
  const texts = log.events().map((event: Event) => textOf(event).replaceAll('\n', ' | '));
  expect(texts.slice(1)).toEqual([
    'Q | depths.csv',
    'search | slack water',
    'search | Tide table | https://example.org/t | High at 07:40',
    'log.pdf',
  ]);
});

const HARBOUR = 'harbour';
const NAMELESS = 'nameless';

describe('a search over what is kept', async () => {
  const db = await openDatabase({ name: 'search' });
  afterAll(() => db.close());
  beforeAll(async () => {
    await keepIn(db, HARBOUR, harbour());
    await keepIn(db, NAMELESS, said('c-2', 'Wann ist das Wasser in der Straße von Łeba hoch?', '明日の潮汐表を見せて'));
  });

  async function search(query: string, stop?: (found: Found) => boolean) {
    const ends = new AbortController();
    const found: Found[] = [];
    const looked: string[] = [];
    let clock = 0;
    let rests = 0;
    await searchLogs(db, await listSessions(db), wordsIn(query), {
      looked: (session, each) => {
        looked.push(session);
        if (each) found.push(each);
        if (each && stop?.(each)) ends.abort();
      },
      signal: ends.signal,
      rest: async () => void rests++,
      clock: () => clock++,
    });
    return { found, looked, rests };
  }

  test('finds a session without a title by its words, whatever their spelling', async () => {
    for (const query of ['STRASSE leba', 'straße Łeba', '潮汐', '"wann ist das wasser"']) {
      const { found } = await search(query);
      expect(found.map(({ session }) => session)).toEqual([NAMELESS]);
      expect(found[0]?.hits[0]?.number).toMatch(/^V-\d{4}$/);
    }
    expect((await search('STRASSE leba')).found[0]?.hits[0]?.snippet.hit).toBe('Straße');
  });

  test('needs all words in one event, or those that the title lacks', async () => {
    expect((await search('wasser 潮汐')).found).toEqual([]);
    const { found } = await search('skerry draught');
    expect(found.map(({ session }) => session)).toEqual([HARBOUR]);
    expect(found[0]?.hits[0]?.snippet.hit.toLowerCase()).toMatch(/^(skerry|draught)$/);
  });

  test('finds what is folded away, counts more than it shows, and says how far it is', async () => {
    const { found, looked, rests } = await search('tide');
    expect(found[0]?.hits.length).toBeLessThanOrEqual(5);
    expect(found[0]?.count).toBeGreaterThanOrEqual(found[0]?.hits.length ?? 0);
    expect(looked.toSorted()).toEqual([HARBOUR, NAMELESS]);
    expect(rests).toBeGreaterThan(0);
    expect((await search('Looking for the tide table')).found).toHaveLength(1);
  });

  test('finds nothing of what was replaced', async () => {
    const log = compose();
    log.user('An ebb', { id: 'q', updated: '2026-03-01T10:00:00.000Z' });
    log.at(null);
    log.user('A flood', { id: 'q', updated: '2026-03-01T11:00:00.000Z' });
    await keepLog(db, 'replaced', log);
    expect((await search('ebb')).found).toEqual([]);
    const [found] = (await search('flood')).found;
    expect(found).toMatchObject({ session: 'replaced', count: 1, hits: [{ number: 'V-0001' }] });
    await deleteSessions(db, ['replaced'], '2026-12-01T00:00:00.000Z');
  });

  test('ends when it is no longer wanted', async () => {
    const { found, looked } = await search('a', () => true);
    expect(found.length).toBe(1);
    expect(looked.length).toBe(1);
  });

  test('a line that is no word of ours and a text that looks like a pattern are only texts', async () => {
    for (const query of ['.*', '[', '\\', '"\\"', '(?=']) expect(Array.isArray((await search(query)).found)).toBe(true);
    expect((await search('.*')).found).toEqual([]);
  });
});

/** Keeps a composed log. */
async function keepLog(db: Database, session: string, log: Composer): Promise<void> {
  const lines = log.lines();
  const events = log.events();
  await adopt(db, {
    session,
    identity: { key: session, site: 'chatgpt', origin: 'https://chatgpt.com', native: session },
    copy: null,
    containers: [],
    after: EMPTY,
    lines: events.map((event, at) => ({ event, line: lines[at] ?? '' })),
    tail: { seq: lines.length, prev: sha256Hex(lines.at(-1) ?? '') },
  });
}

/** A chat without a title: one question, one answer. */
function said(id: string, question: string, answer: string): object {
  const node = (own: string, parent: string | null, role: string, words: string) => ({
    id: own,
    parent,
    children: [],
    message: { id: own, author: { role }, content: { content_type: 'text', parts: [words] } },
  });
  return {
    conversation_id: id,
    title: null,
    current_node: 'a',
    mapping: {
      r: { id: 'r', parent: null, children: ['q'], message: null },
      q: node('q', 'r', 'user', question),
      a: node('a', 'q', 'assistant', answer),
    },
  };
}
