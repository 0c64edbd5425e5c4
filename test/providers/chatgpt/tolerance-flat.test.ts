import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/lib/json';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Draft, Reading } from '../../../src/providers/contract';
import { places, put, without } from '../spoil';
import { head, message } from './compose';
import type { Answer } from './merged';
import { asPages, asShare } from './renderings';
import { TEN } from './ten';

type Fields = Record<string, unknown>;

const readAs = ({ route, address, body }: Answer): Reading =>
  chatgptReader.read({ head: { ...head, route, address: address ?? null }, value: body, text: '', request: null });

const answers = TEN.flatMap((talk) => [...asPages(talk), asShare(talk)]);
const spoilable = answers.map((answer) => ({ answer, at: places(answer.body, 3_000) }));

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, -0, '\ud800', '', [], {}, null, true, 1e308),
  fc.constantFrom(parseJson('{"__proto__": {"parts": ["x"]}, "constructor": 1}'), '__proto__', 'before=q2'),
);

/** The messages of an answer, and the index of each in its list. */
function messagesOf({ body }: Answer): Map<string, string> {
  const { messages, mapping } = body as { messages?: Fields[]; mapping?: Record<string, { message: Fields | null }> };
  const listed = messages?.map((each, n): [string, string] => [String(each.id), `messages/${n}`]);
  const grown = Object.entries(mapping ?? {}).flatMap(([key, node]): [string, string][] =>
    node.message ? [[String(node.message.id), `mapping/${key}`]] : [],
  );
  return new Map(listed ?? grown);
}

test('whatever one member of a page or a snapshot is, nothing is thrown and the other messages are read', {
  timeout: 60_000,
}, () => {
  const change = fc.option(odd, { nil: undefined, freq: 4 });
  fc.assert(
    fc.property(fc.nat(), fc.nat(), change, (which, where, by) => {
      const { answer, at } = spoilable[which % spoilable.length] ?? { answer: null, at: [] };
      const place = at[where % at.length] ?? [];
      if (!answer) return;
      const body = by === undefined ? without(answer.body, place) : put(answer.body, place, () => by);
      const reading = readAs({ ...answer, body });
      if (reading.kind !== 'session') {
        // only where the list itself is no list any more, or its only message is none
        expect([place.length <= 1, messagesOf(answer).size < 2].includes(true), `${place.join('/')}`).toBe(true);
        return;
      }
      if (place.length < 2) return;
      const ids = new Set(reading.drafts.map(({ native }) => native.id));
      const others = [...messagesOf(answer)].filter(([, stands]) => stands !== place.slice(0, 2).join('/'));
      expect(others.filter(([id]) => !ids.has(id))).toEqual([]);
      expectSound(reading.drafts);
    }),
    { numRuns: 1_000 },
  );
});

/** Ids once, parents that are there, no way back to oneself, and no mark of the site. */
function expectSound(drafts: readonly Draft[]): void {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  expect(byId.size).toBe(drafts.length);
  for (const draft of drafts) {
    let at: Draft | undefined = draft;
    for (let steps = 0; at; steps++) {
      expect(steps).toBeLessThanOrEqual(drafts.length);
      at = at.parents[0] === undefined ? undefined : (byId.get(at.parents[0]) ?? fail(at.parents[0]));
    }
    if (draft.kind !== 'tool.call') expect(JSON.stringify(draft.body)).not.toMatch(/[\ue200-\ue20f]/);
  }
}

const fail = (id: string): never => {
  throw new Error(`${id} is not there`);
};

test('pages of any messages in any order give each once, in a chain', { timeout: 30_000 }, () => {
  const id = fc.constantFrom<unknown>('a', 'b', 'c', '7', '3', '__proto__', 'before=a', null, undefined, 9, '\ud800');
  const some = fc.record({ id, words: fc.constantFrom('One', 'Two', 'Three'), versions: fc.boolean() });
  const info = fc.constantFrom<unknown>(
    { has_previous_page: false },
    { has_previous_page: true, start_cursor: 'a' },
    7,
    {},
  );
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 8 }), info, (all, page_info) => {
      const messages = all.map(
        ({ id: own, words, versions }): Fields => ({
          ...message('x', 'user', words, { metadata: { has_versions: versions } }),
          id: own,
        }),
      );
      const reading = readAs({ route: 'turns', body: { title: 'T', messages, page_info } });
      if (reading.kind !== 'session') throw new Error('not read');
      const kept = reading.drafts.filter(({ kind }) => kind === 'message');
      const distinct = new Set(messages.map((each) => JSON.stringify(each)));
      expect(kept).toHaveLength(distinct.size);
      expectSound(reading.drafts);
      const roots = kept.filter(({ parents }) => !kept.some(({ id: above }) => above === parents[0]));
      expect(roots).toHaveLength(1);
      const named = messages.filter(({ metadata }) => (metadata as Fields).has_versions === true);
      const gaps = reading.drafts.filter(({ id: own }) => own.endsWith('/branch'));
      expect(gaps).toHaveLength(new Set(named.map((each) => JSON.stringify(each))).size);
    }),
    { numRuns: 500 },
  );
});

test('5,000 messages of a page are read without recursion', { timeout: 30_000 }, () => {
  const messages = Array.from({ length: 5_000 }, (_, n) => message(`m${n}`, n % 2 ? 'assistant' : 'user', `Text ${n}`));
  const reading = readAs({ route: 'turns', body: { title: 'T', messages, page_info: { has_previous_page: false } } });
  expect(reading.kind === 'session' && reading.drafts.filter(({ kind }) => kind === 'message').length).toBe(5_000);
});
