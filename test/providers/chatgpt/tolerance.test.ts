import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/lib/json';
import type { Draft } from '../../../src/providers/contract';
import { odd } from '../odd';
import { casesOf, expectedOf } from '../recorded';
import { places, put, without } from '../spoil';
import { chain, conversation, message, readAny } from './compose';

const cases = casesOf('chatgpt').flatMap((name) => {
  const { exchange } = expectedOf('chatgpt', name);
  const value = exchange.body ?? parseJson(exchange.text ?? '');
  return readAny(value).kind === 'session' ? [value] : [];
});
const spoilable = cases.map((value) => ({ value, at: places(value, 5_000) }));

const oddHere = odd('\ue200cite\ue202', '\ue204', '【3†source】');

const messagesOf = (value: unknown): Map<string, unknown> => {
  const { mapping } = value as { mapping: Record<string, { message?: { id?: unknown } | null } | null> };
  return new Map(
    Object.entries(mapping).flatMap(([key, node]) => (node?.message ? [[key, node.message.id ?? key]] : [])),
  );
};

/** Reads a value with one member changed: every message but the one it is in must still be there. */
function expectRest(value: unknown, place: readonly string[], change: (value: unknown) => unknown): void {
  const reading = readAny(change(value));
  if (place[0] !== 'mapping' || place.length < 2) return;
  if (reading.kind !== 'session') throw new Error(`${place.join('/')} made it ${reading.kind}`);
  const ids = new Set(reading.drafts.map(({ native }) => native.id));
  const others = [...messagesOf(value)].filter(([key, id]) => key !== place[1] && typeof id === 'string');
  expect(others.filter(([, id]) => !ids.has(String(id).toWellFormed()))).toEqual([]);
}

test('whatever one member is or is not, nothing is thrown and the other messages are read', { timeout: 60_000 }, () => {
  const change = fc.option(oddHere, { nil: undefined, freq: 4 });
  fc.assert(
    fc.property(fc.nat(), fc.nat(), change, (which, where, by) => {
      const { value, at } = spoilable[which % spoilable.length] ?? { value: null, at: [] };
      const place = at[where % at.length] ?? [];
      expectRest(value, place, (whole) => (by === undefined ? without(whole, place) : put(whole, place, () => by)));
    }),
    { numRuns: 1_000 },
  );
});

type Shape = Record<string, { parent: string | null; children: string[]; empty: boolean }>;

function expectTree(shape: Shape, current: string | null): void {
  const nodes = Object.entries(shape).map(([key, { parent, children, empty }]) => [
    key,
    { id: key, parent, children, message: empty ? null : message(key, 'user', `I am ${key}.`) },
  ]);
  const reading = readAny(conversation(Object.fromEntries(nodes), current));
  const kept = Object.keys(shape).filter((key) => shape[key]?.empty === false);
  expect(reading.kind).toBe(kept.length > 0 ? 'session' : 'drift');
  if (reading.kind !== 'session') return;
  const messages = reading.drafts.filter(({ kind }) => kind === 'message');
  expect(messages.map(({ native }) => native.id).sort()).toEqual(kept.sort());
  const all = new Map(reading.drafts.map((draft) => [draft.id, draft]));
  for (const draft of reading.drafts) expect(stepsUp(draft, all)).toBeLessThan(all.size);
}

/** How far a draft is from the top: without end where there is a cycle. */
function stepsUp(draft: Draft, all: ReadonlyMap<string, Draft>): number {
  let at = draft;
  for (let steps = 0; steps < all.size; steps++) {
    const above = at.parents[0];
    if (above === undefined) return steps;
    at = all.get(above) ?? fail(`${above} is not there`);
  }
  return all.size;
}

const fail = (why: string): never => {
  throw new Error(why);
};

test('trees of any shape give each message once, parents that are there, and no cycle', { timeout: 30_000 }, () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '__proto__', 'gone', 'lost');
  const tree = fc.dictionary(
    keys,
    fc.record({ parent: fc.option(keys), children: fc.array(keys), empty: fc.boolean() }),
  );
  fc.assert(fc.property(tree, fc.option(keys), expectTree), { numRuns: 1_000 });
});

test('any text with any marks and references loses no word and keeps no mark', { timeout: 30_000 }, () => {
  const word = fc.constantFrom(
    'tide',
    'moon 🌊',
    '\ue203',
    '\ue204',
    '\ue200cite\ue202turn0search0\ue201',
    '\ue200',
    '【1†source】',
    ' ',
  );
  const reference = fc.record({
    matched_text: fc.constantFrom('\ue203', '\ue200cite\ue202turn0search0\ue201', '【1†source】', ' ', '', 'tide'),
    start_idx: fc.integer({ min: -2, max: 60 }),
    type: fc.constantFrom('hidden', 'webpage', 'grouped_webpages', 'entity', 'sources_footnote', 'new_type'),
    url: fc.constantFrom('https://a.example/', null),
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(word), { maxLength: 3 }),
      fc.array(reference, { maxLength: 6 }),
      (texts, references) => {
        const parts = texts.map((words) => words.join(''));
        const sent = message(
          'm',
          'assistant',
          { content_type: 'text', parts },
          { metadata: { content_references: references } },
        );
        const reading = readAny(conversation(chain([sent]), 'm'));
        if (reading.kind !== 'session') throw new Error('not read');
        const body = reading.drafts.find(({ kind }) => kind === 'message')?.body as {
          parts: { type: string; text?: string }[];
        };
        const shown = body.parts.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('');
        expect(JSON.stringify(body)).not.toMatch(/[\ue200-\ue20f]/);
        for (const each of ['tide', 'moon 🌊'])
          expect(shown.split(each).length).toBe(parts.join('').split(each).length);
      },
    ),
    { numRuns: 1_000 },
  );
});
