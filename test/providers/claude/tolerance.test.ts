import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Draft } from '../../../src/providers/contract';
import { textsIn } from '../../../src/providers/kit/value';
import { odd } from '../odd';
import { places, put, without } from '../spoil';
import { call, conversation, message, ROOT, readAny, result, text, thinking } from './compose';

const whole = conversation(
  [
    message('q', 'human', 'Where does the water go at low tide?', ROOT, {
      attachments: [
        { file_name: 'notes of the bay.txt', file_type: 'txt', file_size: 5, extracted_content: 'Notes of the bay.' },
      ],
      files: [{ file_kind: 'image', file_uuid: 'f-1', file_name: 'a picture.png' }],
      sync_sources: [{ uuid: 's-1', type: 'drive', config: { name: 'A synced folder' } }],
    }),
    message(
      'a',
      'assistant',
      [
        thinking('The person asks about tides.', { summaries: [{ summary: 'Thinking of tides' }] }),
        call('t-1', 'web_search', { query: 'where does it go' }, { message: 'Searching the web' }),
        result('t-1', 'web_search', [
          {
            type: 'knowledge',
            title: 'A page about tides',
            url: 'https://a.example/1',
            text: 'It goes out to sea.',
            metadata: { site_name: 'The Tide Site' },
          },
        ]),
        text('It goes out to the sea, and comes back.', {
          citations: [
            { uuid: 'c', start_index: 0, end_index: 22, url: 'https://a.example/1', title: 'A page about tides' },
          ],
        }),
        call('t-2', 'artifacts', {
          id: 'doc',
          command: 'create',
          title: 'A list of tides',
          content: 'First high tide at six.',
        }),
        result('t-2', 'artifacts', 'It was created.'),
        { type: 'hologram', scene: 'A bay at low tide' },
      ],
      'q',
      { stop_reason: 'end_turn' },
    ),
    message('b', 'assistant', 'Another answer, of a branch.', 'q', {
      compaction_summary: [{ type: 'text', text: 'What was said before it.' }],
    }),
  ],
  'a',
  {
    name: 'Tides of the bay',
    summary: 'A talk about tides.',
    project: { uuid: 'p', name: 'The tide project', instructions: 'Be brief, please.' },
  },
);

const at = places(whole, 5_000);

/** Every text with a blank in it, wherever it stands. */
const words = (value: unknown): string[] => textsIn(value).filter((each) => /\S\s\S/.test(each));

const said = (drafts: readonly Draft[]): string =>
  textsIn(drafts.map(({ body, actor, native }) => [body, actor, native])).join('\n');

/** What was read of a value; it must be a session. */
function draftsOf(value: unknown): readonly Draft[] {
  const reading = readAny(value);
  if (reading.kind !== 'session') throw new Error(`it is ${JSON.stringify(reading)}`);
  return reading.drafts;
}

test('as it is, every word of it can be read', () => {
  const shown = said(draftsOf(whole));
  expect(words(whole).filter((each) => !shown.includes(each))).toEqual([]);
});

test('with any one member under another name, every word of it can still be read', () => {
  for (const place of at) {
    const [last = ''] = place.slice(-1);
    if (/^\d+$/.test(last) || place.join('/') === 'chat_messages') continue;
    const moved = put(whole, place.slice(0, -1), (object) =>
      Object.fromEntries(
        Object.entries(object as object).map(([key, each]) => [key === last ? `${key}_renamed` : key, each]),
      ),
    );
    const shown = said(draftsOf(moved));
    expect([place.join('/'), words(moved).filter((each) => !shown.includes(each))]).toEqual([place.join('/'), []]);
  }
});

test.each([
  ['a text', 'Some words that nobody expects'],
  ['a list', ['Some words that nobody expects']],
  ['an object', { inside: 'Some words that nobody expects' }],
  ['a list of lists', [[{ a: ['Some words that nobody expects'] }]]],
])('with any one member being %s, its words can still be read', (_, by) => {
  for (const place of at) {
    if (SILENT.has(place.at(-1) ?? '') || place.join('/') === 'chat_messages') continue;
    const spoilt = put(whole, place, () => by);
    const shown = said(draftsOf(spoilt));
    expect([place.join('/'), shown.includes('Some words that nobody expects')]).toEqual([place.join('/'), true]);
  }
});

/** Members that are left out whatever they are: docs/coverage.md says why. */
const SILENT: ReadonlySet<string> = new Set(['index', 'id', 'uuid', 'created_at', 'updated_at']);

test('whatever one member is or is not, nothing is thrown and the other messages are read', { timeout: 60_000 }, () => {
  const change = fc.option(odd(), { nil: undefined, freq: 4 });
  fc.assert(
    fc.property(fc.nat(), change, (where, by) => {
      const place = at[where % at.length] ?? [];
      const reading = readAny(by === undefined ? without(whole, place) : put(whole, place, () => by));
      if (place[0] !== 'chat_messages' || place.length < 2) return;
      if (reading.kind !== 'session') throw new Error(`${place.join('/')} made it ${reading.kind}`);
      const ids = new Set(reading.drafts.map(({ id }) => id));
      const others = ['q', 'a', 'b'].filter((_id, i) => String(i) !== place[1]);
      expect(others.filter((id) => !ids.has(`claude:${id}`))).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});

test('messages in any order, with parents of any kind, are each there once, with parents that are there and no circle', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'gone', ROOT);
  const shape = fc.array(fc.record({ id: ids, parent: fc.option(ids), person: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(shape, fc.option(ids), (shapes, leaf) => {
      const messages = shapes.map(({ id, parent, person }, i) =>
        message(id, person ? 'human' : 'assistant', `I am ${i}.`, parent),
      );
      const drafts = draftsOf(conversation(messages, leaf));
      const known = new Map(drafts.map((draft) => [draft.id, draft]));
      expect(known.size).toBe(drafts.length);
      const shown = said(drafts);
      for (const i of shapes.keys()) expect(shown).toContain(`I am ${i}.`);
      for (const draft of drafts) expect(stepsUp(draft, known)).toBeLessThan(known.size);
    }),
    { numRuns: 1_000 },
  );
});

/** How far a draft is from the top: without end where there is a circle. */
function stepsUp(draft: Draft, all: ReadonlyMap<string, Draft>): number {
  let here = draft;
  for (let steps = 0; steps < all.size; steps++) {
    const above = here.parents[0];
    if (above === undefined) return steps;
    const next = all.get(above);
    if (!next) throw new Error(`${above} is not there`);
    here = next;
  }
  return all.size;
}

test('in whatever order the messages are listed, they are the same events', () => {
  const { chat_messages: messages } = whole as { chat_messages: unknown[] };
  const sorted = (drafts: readonly Draft[]) =>
    drafts.map(({ id, body, parents }) => ({ id, body, parents })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const before = sorted(draftsOf(whole));
  fc.assert(
    fc.property(fc.shuffledSubarray(messages, { minLength: messages.length }), (shuffled) => {
      expect(sorted(draftsOf({ ...whole, chat_messages: shuffled }))).toEqual(before);
    }),
  );
});
