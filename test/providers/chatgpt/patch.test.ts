import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/lib/json';
import { deltaDecoder } from '../../../src/providers/chatgpt/deltas';
import { applyChange, type Change } from '../../../src/providers/chatgpt/patch';
import { deltaEncoder } from './encoder';

/** The value after the changes, and what could not be done. */
function changed(root: unknown, ...changes: readonly [op: string, path: string, value?: unknown][]) {
  const document = { root: structuredClone(root) };
  const failed = changes.flatMap(([op, path, value]) => applyChange(document, { op, path, value }) ?? []);
  return { root: document.root, failed };
}

describe('one change', () => {
  test('adds text to text, items to lists, members to objects', () => {
    const root = { m: { text: 'a', list: [1], object: { x: 1 } } };
    expect(
      changed(
        root,
        ['append', '/m/text', 'b'],
        ['append', '/m/list', [2, 3]],
        ['append', '/m/list', 4],
        ['append', '/m/object', { x: 2, y: 3 }],
      ),
    ).toEqual({ root: { m: { text: 'ab', list: [1, 2, 3, 4], object: { x: 2, y: 3 } } }, failed: [] });
  });

  test('replaces, adds into a list, removes, cuts', () => {
    expect(
      changed(
        { list: ['a', 'b', 'c'], status: 'x', gone: 1 },
        ['replace', '/status', 'y'],
        ['add', '/list/1', 'new'],
        ['add', '/list/-', 'last'],
        ['replace', '/list/0', 'A'],
        ['remove', '/list/2'],
        ['remove', '/gone'],
        ['truncate', '/list', 3],
      ),
    ).toEqual({ root: { list: ['A', 'new', 'c'], status: 'y' }, failed: [] });
  });

  test('makes what an addition needs', () => {
    expect(
      changed({}, ['append', '/message/content/thoughts/0/content', 'I'], ['append', '/message/metadata', { a: 1 }]),
    ).toEqual({ root: { message: { content: { thoughts: [{ content: 'I' }] }, metadata: { a: 1 } } }, failed: [] });
  });

  test('of the whole', () => {
    expect(changed({ a: 1 }, ['append', '', { b: 2 }])).toEqual({ root: { a: 1, b: 2 }, failed: [] });
    expect(changed({ a: 1 }, ['replace', '', { b: 2 }])).toEqual({ root: { b: 2 }, failed: [] });
    expect(changed({ a: 1 }, ['remove', ''])).toMatchObject({ root: { a: 1 }, failed: ['remove: not of a whole'] });
  });

  test('that cannot be made is told in words, and changes nothing', () => {
    const root = { text: '海🌊', list: [1], number: 3 };
    const cannot: [string, string, unknown?][] = [
      ['transmogrify', '/text', 'x'],
      ['$a secret word', '/text', 'x'],
      ['append', '/text', 3],
      ['append', '/number', 'x'],
      ['replace', '/list/900000000', 1],
      ['add', '/list/first', 1],
      ['remove', '/list/1'],
      ['remove', '/nobody/there'],
      ['truncate', '/text', 1],
      ['truncate', '/list', -1],
      ['replace', '/text/inside', 1],
      ['replace', 'no/path', 1],
      ['append', `/${'deep/'.repeat(200)}`, 1],
    ];
    for (const each of cannot) {
      const { root: after, failed } = changed(root, each);
      expect(after, each.join(' ')).toEqual(root);
      expect(failed, each.join(' ')).toHaveLength(1);
      expect(failed[0]).toMatch(/^[a-z: ]+$/);
    }
  });

  test('of members with names that objects have of their own', () => {
    const { root, failed } = changed({}, ['append', '/__proto__', { x: 1 }], ['append', '/constructor', 'a']);
    expect(failed).toEqual([]);
    expect(JSON.stringify(root)).toBe('{"__proto__":{"x":1},"constructor":"a"}');
    expect(({} as { x?: number }).x).toBeUndefined();
    const merged = changed({ m: {} }, ['append', '/m', parseJson('{"__proto__": {"y": 1}}')]);
    expect(JSON.stringify(merged.root)).toBe('{"m":{"__proto__":{"y":1}}}');
  });
});

/** A message that grows, and what it should be at the end: the encoder is the model. */
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
const doing = fc.oneof(
  fc.record({ does: fc.constant('text' as const), words: fc.array(word, { minLength: 1, maxLength: 4 }) }),
  fc.record({ does: fc.constant('thought' as const), words: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ does: fc.constant('meta' as const), words: fc.array(word, { minLength: 2, maxLength: 2 }) }),
  fc.record({ does: fc.constant('status' as const), words: fc.array(word, { minLength: 1, maxLength: 1 }) }),
);

test('what an encoder leaves out is found again: every message ends as it was meant', () => {
  const turn = fc.record({ c: fc.nat(3), begins: fc.boolean(), all: fc.array(doing, { maxLength: 4 }) });
  const choices = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 6 }), choices, (turns, chosen) => {
      let n = 0;
      const encode = deltaEncoder(() => chosen[n++ % chosen.length] ?? false);
      const decode = deltaDecoder();
      const meant = new Map<number, Grown>();
      const got = new Map<number, unknown>();
      const send = (c: number, event: Fields, kind: string): void => {
        const step = decode(structuredClone(event));
        expect(step).toMatchObject({ kind, failed: [] });
        got.set(c, step.document.root);
      };
      const grow = (c: number, message: Grown, all: readonly Doing[]): void => {
        for (const changes of all.flatMap((each) => changesFor(message, each)))
          send(c, encode.change(changes, c), 'changes');
      };
      for (const { c, begins, all } of turns) {
        const fresh: Grown = { content: { parts: [''], thoughts: [] }, status: 'in_progress', metadata: {} };
        const message = begins ? fresh : (meant.get(c) ?? fresh);
        if (message === fresh) send(c, encode.begin(fresh, c), 'begins');
        meant.set(c, message);
        grow(c, message, all);
      }
      for (const [c, message] of meant) expect(got.get(c)).toMatchObject({ message });
    }),
    { numRuns: 500 },
  );
});

type Fields = Record<string, unknown>;
interface Doing {
  readonly does: 'text' | 'thought' | 'meta' | 'status';
  readonly words: readonly string[];
}
interface Grown extends Fields {
  content: { parts: [string]; thoughts: { content: string }[] };
  status: string;
  metadata: Fields;
}

/** Does it to the message, and says which changes did. */
function changesFor(message: Grown, { does, words }: Doing): Change[][] {
  const { content } = message;
  if (does === 'text') {
    content.parts[0] += words.join('');
    return words.map((value) => [{ path: '/message/content/parts/0', op: 'append', value }]);
  }
  if (does === 'thought') {
    const n = content.thoughts.push({ content: words.join('') }) - 1;
    return [
      [{ path: '/message/content/thoughts', op: 'append', value: [{ content: '' }] }],
      ...words.map((value) => [{ path: `/message/content/thoughts/${n}/content`, op: 'append', value }]),
    ];
  }
  const [first = '', second = ''] = words;
  if (does === 'status') {
    message.status = first;
    return [[{ path: '/message/status', op: 'replace', value: first }]];
  }
  message.metadata = { ...message.metadata, [`k${first.length}`]: second };
  message.status = second;
  return [
    [
      { path: '/message/metadata', op: 'append', value: { [`k${first.length}`]: second } },
      { path: '/message/status', op: 'replace', value: second },
    ],
  ];
}

test('a bare text after a list of changes goes on where text was last added', () => {
  const decode = deltaDecoder();
  decode({ p: '', o: 'add', v: { message: { content: { parts: [''] }, status: 'in_progress' } }, c: 0 });
  const path = '/message/content/parts/0';
  decode({
    o: 'patch',
    v: [
      { p: path, o: 'append', v: 'Yes.' },
      { p: '/message/x', o: 'replace', v: 'u' },
    ],
  });
  decode({
    v: [
      { p: path, o: 'append', v: ' Run ' },
      { p: '/message/x', o: 'replace', v: 'u' },
    ],
  });
  const { document, failed } = decode({ v: 'this.' });
  expect([document.root, failed]).toEqual([
    { message: { content: { parts: ['Yes. Run this.'] }, status: 'in_progress', x: 'u' } },
    [],
  ]);
});

test('whatever an event is, nothing is thrown', () => {
  const path = fc.oneof(
    fc.constantFrom('', '/message', '/message/content/parts/0', '/__proto__/x', '/a/-', 'x'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('x', [{ p: '/message', o: 'append', v: 1 }], [{ p: 1, v: 2 }]),
  );
  const event = fc.record(
    {
      p: fc.oneof(path, fc.jsonValue()),
      o: fc.oneof(fc.constantFrom('add', 'append', 'replace', 'patch', 'remove', 'truncate', 'new'), fc.jsonValue()),
      v: fc.oneof(value, fc.constant({ message: { id: 'm', content: { parts: ['a'] } } })),
      c: fc.oneof(fc.nat(2), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const decode = deltaDecoder();
      // every event is a text of its own: no two share a value, as fast-check's constants would
      for (const each of events)
        for (const failed of decode(JSON.parse(JSON.stringify(each))).failed) expect(failed).toMatch(/^[\w: -]+$/);
    }),
    { numRuns: 3_000 },
  );
});
