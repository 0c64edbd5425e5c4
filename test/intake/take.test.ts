import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, record } from '../../src/intake/record';
import { take } from '../../src/intake/take';
import { looseText, utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { parseJson } from '../../src/lib/json';
import { readLog } from '../../src/model/chain';
import type { RawPlace } from '../../src/model/event';
import { assemble, Frame } from '../../src/raw/frame';
import { AT, acme, acmeReader, chat, empty, exchange, finder, into, recorder, taken } from './acme';
import { frameOf, resolve } from './resolve';

const word = fc.constantFrom('token', '"token"', 'ünï', '\u{1f600}', '\ud83d', 'a\\b', '{', '\u2028');
const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(' '));
const message = fc.record(
  {
    id: fc.constantFrom('m0', 'm1', 'm2', 'm3'),
    parent: fc.constantFrom('m0', 'm1', 'm2', 'x1', null),
    text: words,
    tool: fc.jsonValue(),
  },
  { requiredKeys: ['id'] },
);
const chats = fc.record({
  messages: fc.array(fc.option(message), { minLength: 1, maxLength: 6 }),
  title: words,
  printed: fc.boolean(),
});

describe('an exchange that is taken', () => {
  test('becomes whole lines whose places lead to what they were read from, and a frame that gives the bytes back', async () => {
    const property = fc.asyncProperty(chats, async ({ messages, title, printed }) => {
      const body = utf8(JSON.stringify(chat(messages, { title }), null, printed ? 2 : undefined));
      const kept = empty();
      await into(kept, body);
      const { events, faults } = readLog(kept.lines);
      expect(faults).toEqual([]);
      const places = events.flatMap(({ source }) => source.raw);
      expect(places.map((place) => resolve(kept, place))).not.toContain(undefined);
      const read = events.filter(({ kind }) => kind === 'message');
      expect(read.map(({ source }) => resolve(kept, source.raw[0] as RawPlace))).toMatchObject(
        read.map(({ native }) => ({ id: native.id })),
      );
      expect(await assemble(frameOf(kept, events[1]), finder(kept))).toEqual({ kind: 'whole', bytes: body });
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('taken again with a later time writes nothing, and a new message costs itself, its line and a frame', async () => {
    const kept = empty();
    const first = [
      { id: 'm1', text: 'a' },
      { id: 'm2', parent: 'm1', text: 'b' },
    ];
    await into(kept, chat(first, { title: 'T' }));
    const before = kept.artifacts.size;
    expect(await into(kept, chat(first, { title: 'T' }), acmeReader(), { at: '2026-03-02T10:00:00.000Z' })).toEqual([]);
    expect(kept.artifacts.size).toBe(before);
    const added = await into(kept, chat([...first, { id: 'm3', parent: 'm2', text: 'c' }], { title: 'T' }));
    expect(added.map(({ id }) => id)).toEqual(['acme:m3']);
    expect(kept.artifacts.size).toBe(before + 2);
  });

  test('two messages that begin alike are two (B21), and siblings are kept in their order (B11)', async () => {
    const kept = empty();
    const long = 'word '.repeat(50);
    const edits = ['x', 'y', 'z'].map((end, i) => ({ id: `e${i}`, parent: 'm1', text: long + end }));
    await into(kept, chat([{ id: 'm1', text: 'q' }, ...edits]));
    expect(kept.events.slice(2).map(({ id, parents }) => [id, parents])).toEqual(
      edits.map(({ id }) => [`acme:${id}`, ['acme:m1']]),
    );
  });

  test('of what was heard, an asked read adds one line', async () => {
    const kept = empty();
    const body = chat(
      [
        { id: 'm1', text: 'a' },
        { id: 'm2', parent: 'm1', text: 'b' },
      ],
      { title: 'T' },
    );
    await into(kept, body, acmeReader(), { capture: 'heard' });
    const added = await into(kept, body);
    expect(added.map(({ kind }) => kind)).toEqual(['context.edit']);
    expect(readLog(kept.lines).faults).toEqual([]);
    expect(await into(kept, body)).toEqual([]);
  });
});

describe('secrets', () => {
  test('are in no artifact, no line and no address; the same words elsewhere stay, and the counts are right', async () => {
    const property = fc.asyncProperty(fc.uuid(), words, async (secret, text) => {
      const kept = empty();
      const body = {
        ...chat([{ id: 'm1', text: `${text} token` }], { title: 'T' }),
        token: secret,
        deep: [JSON.stringify({ token: secret })],
      };
      const head = { address: `https://chat.acme.example/api/chat/c1?token=${secret}` };
      const given = { ...exchange(body, head), request: utf8(JSON.stringify({ token: secret })) };
      const each = await take(given, acmeReader(), AT);
      const identity = identify(each, 'https://chat.acme.example');
      if (!identity) throw new Error('no session');
      const { lines } = record(kept.log, each, identity, recorder);
      const all = [
        ...Array.from(each.artifacts.values(), looseText),
        ...lines.map(({ line }) => line),
        JSON.stringify(each.head),
      ];
      expect(all.filter((written) => written.includes(secret))).toEqual([]);
      expect(each.masks).toEqual([{ rule: 'token', count: 4 }]);
      const frame = Frame.parse(parseJson(looseText(each.artifacts.get(each.frame) ?? new Uint8Array())));
      expect(frame.masks).toEqual([{ rule: 'token', count: 4 }]);
      expect(frame.exchange.address).toBe('https://chat.acme.example/api/chat/c1?token=[masked:token]');
      expect(lines[1]?.event.body).toMatchObject({ parts: [{ text: `${text} token`.toWellFormed() }] });
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('the address in a log has no query', async () => {
    const kept = empty();
    await into(kept, chat([{ id: 'm1' }]));
    expect(kept.events[0]?.body).toMatchObject({ address: 'https://chat.acme.example/api/chat/c1', session: 'c1' });
    const page = await taken(chat([{ id: 'm1' }]));
    const about = { ...recorder, page: 'https://chat.acme.example/c/c1?q=1#x' };
    const identity = identify(page, '');
    expect(identity && record(empty().log, page, identity, about).lines[0]?.event.body).toMatchObject({
      address: 'https://chat.acme.example/c/c1',
    });
  });
});

describe('times and identity', () => {
  test('a file without a time has the newest that it states, else the one it is given', async () => {
    const dated = await taken(
      chat([
        { id: 'm1', updated: 1_700_000_000 },
        { id: 'm2', updated: 1_600_000_000 },
      ]),
      acmeReader(),
      { at: null },
    );
    expect(dated.head.at).toBe('2023-11-14T22:13:20.000Z');
    expect((await taken(chat([{ id: 'm1' }]), acmeReader(), { at: null })).head.at).toBe('1970-01-01T00:00:00.000Z');
  });

  test('a session without an id of the site’s is named by its first message', async () => {
    const first = { id: 'm1', text: 'a' };
    const identity = identify(await taken(chat([first], { chat: null })), 'https://chat.acme.example');
    expect(identity?.native).toBe(sha256Hex(JSON.stringify(first)));
    expect(identify(await taken('x'), '')).toBeNull();
  });

  test('two servers never collide, and a file has the site’s first origin', async () => {
    const keys = ['https://a.example', 'https://b.example', null].map(async (origin) =>
      identify(await taken(chat([{ id: 'm1' }]), acmeReader(), { origin }), acme.origins[0]),
    );
    const all = (await Promise.all(keys)).map((each) => each?.key);
    expect(new Set(all).size).toBe(3);
  });
});

test.each([['plain words'], ['data: {"a":1}\n\n'], ['<html>ü</html>']])(
  'a text that is no JSON has no pointers: all of it is a range of its bytes (%s)',
  async (text) => {
    const reader = acmeReader();
    const said = {
      ...reader,
      read: () => reader.read({ value: chat([{ id: 'm1', text: 'a' }], { title: 'T' }) } as never),
    };
    const kept = empty();
    await into(kept, text, said);
    const places = kept.events.flatMap(({ source }) => source.raw).filter((place) => 'bytes' in place);
    expect(places.map((place) => resolve(kept, place))).toEqual([text, text]);
  },
);
