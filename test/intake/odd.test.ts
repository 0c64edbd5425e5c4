import { describe, expect, test } from 'vitest';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import type { Reader } from '../../src/providers/contract';
import { assemble } from '../../src/raw/frame';
import { acmeReader, chat, empty, exchange, finder, into, taken } from './acme';
import { frameOf, resolve } from './resolve';

describe('what a site may send', () => {
  const odd = async (body: unknown, reader: Reader = acmeReader()): Promise<Event[]> => {
    const kept = empty();
    await into(kept, body, reader);
    expect(readLog(kept.lines).faults).toEqual([]);
    return kept.events.slice(1);
  };

  test('half surrogate pairs become U+FFFD, and the event says so', async () => {
    const [event] = await odd('{"chat":"c1","messages":[{"id":"m\\ud83d","text":"a\\ude00"}]}');
    expect(event).toMatchObject({ id: 'acme:m\ufffd', fidelity: 'normalised', body: { parts: [{ text: 'a\ufffd' }] } });
  });

  test('what nests deeper than a line may becomes its text', async () => {
    const [, call] = await odd(`{"chat":"c1","messages":[{"id":"m1","tool":${'['.repeat(2000)}7${']'.repeat(2000)}}]}`);
    expect(call?.fidelity).toBe('normalised');
    expect(JSON.stringify(call?.body)).toContain('7]]]]');
  });

  test('members called __proto__, and two that differ in half a pair only, are all there', async () => {
    const [, call] = await odd(
      '{"chat":"c1","messages":[{"id":"m1","tool":{"__proto__":{"a":1},"\\ud83d":1,"\\ud83e":2}}]}',
    );
    expect(JSON.stringify(call?.body)).toContain('"__proto__":{"a":1},"\ufffd":1,"\ufffd\ufffd":2');
  });

  test('numbers that no double holds do not break a line', async () => {
    const [, call] = await odd('{"chat":"c1","messages":[{"id":"m1","tool":[1e999,-0,0.1]}]}');
    expect(call?.body).toMatchObject({ input: ['Infinity', -0, 0.1] });
  });

  test('a byte order mark, blanks and members named twice', async () => {
    const [event] = await odd(
      '\ufeff {"messages":[{"id":"m0"}] , "chat":"c1","messages": [ {"id":"m1","text":"last"} ] }\n',
    );
    expect(event).toMatchObject({ id: 'acme:m1' });
  });

  test('a circle of parents is cut at one edge, and a gap names it (B17)', async () => {
    const events = await odd(
      chat([
        { id: 'm1', parent: 'm3' },
        { id: 'm2', parent: 'm1' },
        { id: 'm3', parent: 'm2' },
        { id: 'm4', parent: 'm4' },
      ]),
    );
    const edges = events.filter(({ kind }) => kind === 'message').map(({ id, parents }) => [id, ...parents]);
    expect(edges).toEqual([['acme:m1', 'acme:m3'], ['acme:m2'], ['acme:m3', 'acme:m2'], ['acme:m4']]);
    const gaps = events.flatMap((event) =>
      event.kind === 'gap' ? [[event.parents[0], event.body.why, event.body.what]] : [],
    );
    expect(gaps).toEqual([
      ['acme:m2', 'cycle', { parent: 'acme:m1' }],
      ['acme:m4', 'cycle', { parent: 'acme:m4' }],
    ]);
  });

  test('a parent that was not sent is a gap with its id, once; two roots are two roots (B19)', async () => {
    const events = await odd(chat([{ id: 'm1', parent: 'x' }, { id: 'm2', parent: 'x' }, { id: 'm3' }]));
    expect(events.filter(({ kind }) => kind === 'gap')).toMatchObject([
      { id: 'acme:x', native: { id: 'x' }, body: { why: 'not-sent', native: 'x' }, parents: [] },
    ]);
  });

  test('five thousand messages in one chain', async () => {
    const messages = Array.from({ length: 5000 }, (_, i) => ({
      id: `m${i}`,
      parent: i === 0 ? null : `m${i - 1}`,
      text: 'x',
    }));
    expect(await odd(chat(messages))).toHaveLength(5000);
  }, 30_000);

  test('a draft that breaks the format is kept as unknown, with its words', async () => {
    const reader = acmeReader();
    const broken: Reader = {
      ...reader,
      read: (payload) => {
        const reading = reader.read(payload);
        if (reading.kind !== 'session') return reading;
        const [first] = reading.drafts;
        const wrong = { ...first, body: { role: 'nobody', words: 'readable' } } as unknown as NonNullable<typeof first>;
        return { ...reading, drafts: [wrong] };
      },
    };
    const [event] = await odd(chat([{ id: 'm1', text: 'a' }]), broken);
    expect(event).toMatchObject({ id: 'acme:m1', kind: 'unknown', fidelity: 'partial', native: { id: 'm1' } });
    expect(event?.body).toEqual({ type: 'message', text: '{"role":"nobody","words":"readable"}' });
  });

  test('a place that leads nowhere is kept as the nearest that does', async () => {
    const reader = acmeReader();
    const astray: Reader = {
      ...reader,
      read: (payload) => {
        const reading = reader.read(payload);
        if (reading.kind !== 'session') return reading;
        const raw = ['/messages/0/none/such', '/none', '/messages/length', ''];
        return { ...reading, drafts: reading.drafts.map((each) => ({ ...each, raw })) };
      },
    };
    const kept = empty();
    await into(kept, chat([{ id: 'm1', text: 'a' }]), astray);
    const places = kept.events[1]?.source.raw ?? [];
    expect(places).toHaveLength(3); // two of them come to the same, and no place is told twice
    expect(places.map((place) => resolve(kept, place))[0]).toEqual({ id: 'm1', text: 'a' });
  });
});

describe('what cannot be read', () => {
  const drifts: [string, unknown][] = [
    ['no JSON', '<!doctype html>'],
    ['JSON that is cut off', '{"chat":"c1","messages":[{"id":"m'],
    ['another shape', { chat: 'c1', rows: [] }],
    ['no UTF-8', new Uint8Array([0xff, 0x00, 0x80])],
    ['nothing at all', ''],
  ];

  test.each(drifts)('%s is kept whole, with a gap in a log that begins', async (_, body) => {
    const kept = empty();
    const events = await into(kept, body);
    expect(events.map(({ kind }) => kind)).toEqual(['session.started', 'gap']);
    expect(events[1]?.body).toMatchObject({ why: 'unreadable', where: 'exchange', what: { route: 'chat' } });
    expect(readLog(kept.lines).faults).toEqual([]);
    const frame = frameOf(kept, events[1]);
    expect(await assemble(frame, finder(kept))).toEqual({ kind: 'whole', bytes: exchange(body).body });
  });

  test('the same bytes again add nothing; others do', async () => {
    const kept = empty();
    await into(kept, '<a>');
    expect(await into(kept, '<a>', acmeReader(), { at: '2026-03-02T10:00:00.000Z' })).toEqual([]);
    expect((await into(kept, '<b>')).map(({ kind }) => kind)).toEqual(['gap']);
  });

  test('a reader that breaks has not read it', async () => {
    const broken: Reader = { ...acmeReader(), read: () => JSON.parse('{') };
    const { outcome } = await taken(chat([{ id: 'm1' }]), broken);
    expect(outcome).toMatchObject({ kind: 'drift' });
  });
});
