import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { KINDS } from '../../src/model/bodies';
import { Event } from '../../src/model/event';
import { fits } from '../../src/model/fits';
import { Frame } from '../../src/raw/frame';
import { compose, sealedValue, text } from './compose';
import { AT, hash, said } from './said';

const isEvent = fits(Event);
const name = `sha256:${hash('a')}`;

/** A body of every kind with all of its members. */
const BODIES: Readonly<Record<string, object>> = {
  'session.started': {
    release: '1',
    browser: null,
    account: 'a',
    origin: 'https://a.example',
    session: 's',
    more: [1],
  },
  'session.updated': { title: 't', leaf: null, project: null },
  'session.ended': {},
  'thread.started': { name: 'n', from: null },
  'thread.ended': { status: 'done' },
  message: { role: 'assistant', status: null, hidden: true, parts: [text('a'), text('b')] },
  reasoning: { form: 'summary', parts: [text('a')] },
  'tool.call': { callId: 'c', name: 'n', class: 'search', hosted: true, input: { a: [1e30, null] }, inputText: '{}' },
  'tool.result': {
    callId: 'c',
    parts: [
      { type: 'code', text: 'x', language: null },
      { type: 'json', value: 1.5 },
      { type: 'image', artifact: name, mime: null, name: 'n' },
      { type: 'diff', text: 'x', path: null },
      {
        type: 'citation',
        range: { start: 0, end: 1, unit: 'utf16' },
        evidence: ['a#b'],
        url: null,
        title: null,
      },
      { type: 'evidence', id: 'e', url: null, title: 't', passages: [{ text: 'p', origin: 'page' }], cited: null },
      { type: 'link', url: 'https://a.example' },
      { type: 'placeholder', reason: 'r' },
    ],
  },
  approval: { decision: 'yes' },
  'agent.message': { author: 'a', recipients: ['b'], readable: 'full', parts: [] },
  compaction: { summary: null },
  'context.edit': { action: 'confirm', targets: [['a', 'b', null]] },
  branch: { action: 'switch' },
  config: { model: 'm' },
  artifact: { artifact: name, name: null, mime: null, bytes: 7, role: 'attachment' },
  gap: { what: { artifact: name }, why: 'dropped', where: null, native: null },
  'server.state': {
    system: 's',
    type: 't',
    id: 'i',
    retention: { rule: 'r', until: null },
    deletion: { how: 'menu', where: null, doneAt: null },
  },
  usage: { tokens: 3 },
  notice: { type: 't', text: null },
  annotation: { type: 't', text: 'x' },
  redaction: { rule: 'r' },
  unknown: { type: null, text: 'x' },
};

const events = KINDS.map((kind, seq) => ({
  ...said('', { kind, body: BODIES[kind] } as Parameters<typeof said>[1]),
  seq,
  at: { occurred: AT, updated: null, recorded: AT },
  sealed: seq % 2 === 0 ? [sealedValue('signature', 'missing')] : [],
  revises: null,
  prev: hash('0'),
}));

/** What a member or an item may be changed into. */
const other = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'x', 0, -1, 1.5, 2 ** 53, true, [], {}, [null], name, name.toUpperCase(), AT),
  fc.constantFrom<unknown>('2026-02-31T10:00:00.000Z', 'message', '/a', 'a', { start: 0 }, [[1]], [0, 1], 'user'),
  fc.jsonValue(),
);

type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** Every place in a value. */
const placesIn = (value: unknown): Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, each]) => [
        { holder: value as Record<string, unknown>, key },
        ...placesIn(each),
      ]);

function changed(whole: unknown, at: number, how: string, to: unknown): unknown {
  const copy: unknown = structuredClone(whole);
  const places = placesIn(copy);
  const { holder, key } = places[at % places.length] as Place; // nothing that is changed here is empty
  if (how === 'drop') delete holder[key];
  else if (how === 'add') holder[`${key}s`] = to;
  else holder[key] = to;
  return JSON.parse(JSON.stringify(copy));
}

describe('the fast test of a schema', () => {
  test('knows an event of every kind, and a frame', () => {
    for (const event of events) {
      expect(Event.safeParse(event).error?.issues, event.kind).toBeUndefined();
      expect(isEvent(event), event.kind).toBe(true);
    }
    const log = compose();
    log.user('a');
    log.assistant('b');
    expect(log.events().every(isEvent)).toBe(true);
  });

  test('says of no event that it is one where Zod does not; and of the others it mostly does', () => {
    let both = 0;
    let zod = 0;
    const how = fc.constantFrom('put', 'put', 'drop', 'add');
    fc.assert(
      fc.property(
        fc.constantFrom(...events),
        fc.array(fc.tuple(fc.nat(), how, other), { maxLength: 3 }),
        (event, all) => {
          const value = all.reduce<unknown>((before, [at, way, to]) => changed(before, at, way, to), event);
          const parsed = Event.safeParse(value);
          if (isEvent(value)) {
            expect(parsed.error?.issues).toBeUndefined();
            expect(parsed.data).toEqual(value);
            both++;
          }
          if (parsed.success) zod++;
        },
      ),
      { numRuns: 4000 },
    );
    expect(both).toBeGreaterThan(500);
    expect(both).toBe(zod);
  });

  test('says so of no frame either', () => {
    const isFrame = fits(Frame);
    const slice = { slice: name, bytes: 3 };
    const frame = {
      exchange: { route: 'r', method: null, address: null, status: 200, type: null, at: AT, request: slice },
      masks: [{ rule: 'r', count: 0 }],
      whole: { sha256: hash('b'), bytes: 4 },
      pieces: [{ text: 'a' }, slice],
    };
    expect(isFrame(frame)).toBe(true);
    expect(isFrame({ ...frame, pieces: [{ base64: 'no base64' }] })).toBe(false);
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('put', 'drop', 'add'), other, (at, how, to) => {
        const value = changed(frame, at, how, to);
        if (isFrame(value)) expect(Frame.safeParse(value).data).toEqual(value);
      }),
      { numRuns: 2000 },
    );
  });

  test.each<[string, z.ZodType, unknown]>([
    ['a text of a kind of its own', z.email(), 'x'],
    ['another', z.base64(), '&'],
    ['a text that is made one', z.coerce.string(), 1],
    ['a number that is made one', z.coerce.number(), '1'],
    ['any number', z.number(), 1],
    ['what has a default', z.object({ a: z.int().default(1) }), {}],
    ['what drops members', z.object({ a: z.int() }), { a: 1, b: 1 }],
    ['what looks at all members', z.object({ a: z.int() }).catchall(z.int()), { a: 1, b: 'x' }],
    ['what is changed', z.string().transform((each) => each.length), 'x'],
    ['what is trimmed', z.string().trim(), ' x'],
    ['a text of at most so many', z.string().max(1), 'xx'],
    ['a number below', z.int().lt(1), 1],
    ['a list of at least so many', z.array(z.int()).min(1), []],
    ['a list with a rest', z.tuple([z.int()], z.string()), [1, 'x']],
    ['exactly one of two', z.xor([z.looseObject({}), z.looseObject({})]), {}],
    ['a record', z.record(z.string(), z.int()), { a: 'x' }],
  ])('leaves what it does not know to Zod: %s', (_, schema, value) => {
    expect(fits(schema)(value)).toBe(false);
  });

  test('knows the limits of what it knows', () => {
    const number = fits(z.int().nonnegative());
    expect([-1, 0, 1, 1.5, 2 ** 53, '1', null].map(number)).toEqual([false, true, true, false, false, false, false]);
    expect(['', 'a', [], ['a']].map(fits(z.string().min(1)))).toEqual([false, true, false, false]);
    expect([1, 2].map(fits(z.int().positive().gt(1)))).toEqual([false, true]);
    const member = fits(z.strictObject({ a: z.unknown(), b: z.int().optional() }));
    expect([{}, { a: null }, { a: 1, b: 1 }, { a: 1, c: 1 }, [], { b: 1 }].map(member)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
