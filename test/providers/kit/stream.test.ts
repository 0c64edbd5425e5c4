import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8, utf8Length } from '../../../src/lib/bytes';
import { isEventStream, type StreamEvent, streamEvents } from '../../../src/providers/kit/stream';

/** The bytes that an event names. */
const bytesOf = (text: string, { from, to }: StreamEvent): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8(text).subarray(from, to));

test('names, data and places of events, whatever ends their lines', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = [
      ...['\ufeff: a comment 🌊', '', 'event: delta', 'data: {"é":1}', '', 'data:no blank', 'id: 7', 'data: 海', ''],
      ...['retry: 5', '', 'event: nothing', '', 'data', 'other: field', '', 'data:  two', '', ''],
    ].join(end);
    const events = streamEvents(text);
    expect(events.map(({ name, data, finished }) => [name, data, finished])).toEqual([
      ['delta', '{"é":1}', true],
      [null, 'no blank\n海', true],
      [null, '', true],
      [null, ' two', true],
    ]);
    expect(events.map((event) => bytesOf(text, event))).toEqual([
      '{"é":1}',
      `no blank${end}id: 7${end}data: 海`,
      '',
      ' two',
    ]);
  }
});

test('the last event of a stream that was cut off is unfinished', () => {
  const last = (text: string) => streamEvents(text).at(-1);
  expect(last('data: one\n\ndata: {"v":"tw')).toMatchObject({ data: '{"v":"tw', from: 17, to: 25, finished: false });
  expect(last('data: one\n\ndata: two\n')).toMatchObject({ data: 'two', finished: false });
  expect(last('data: one\n\ndat')).toMatchObject({ data: 'one', finished: true });
  expect(last('data: one\n\nevent: x')).toMatchObject({ data: 'one', finished: true });
  expect(streamEvents('')).toEqual([]);
  expect(streamEvents('\ufeff')).toEqual([]);
});

const line = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, ''));
const sent = fc.record({
  name: fc.option(fc.constantFrom('delta', 'message_start', 'ключ')),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  noise: fc.constantFrom('', ': ping', 'id: 3', 'unknown: field', 'retry: soon'),
});

test('what was written is read, with its places; a cut anywhere takes nothing from what was finished before', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 6 }), fc.constantFrom('\n', '\r\n', '\r'), fc.nat(), (all, end, where) => {
      const blocks = all.map(({ name, lines, noise }) =>
        [noise, name === null ? '' : `event: ${name}`, ...lines.map((each) => `data: ${each}`)]
          .filter((each) => each !== '')
          .concat('', '')
          .join(end),
      );
      const text = blocks.join('');
      const events = streamEvents(text);
      expect(events.map(({ name, data }) => ({ name, data }))).toEqual(
        all.map(({ name, lines }) => ({ name, data: lines.join('\n') })),
      );
      for (const event of events) {
        const named = bytesOf(text, event).split(end);
        expect([named[0], ...named.slice(1).map((each) => each.slice('data: '.length))].join('\n')).toBe(event.data);
      }
      const cut = streamEvents(text.slice(0, where % (text.length + 1)));
      const finished = cut.filter((event) => event.finished);
      expect(finished).toEqual(events.slice(0, finished.length));
      expect(cut.length - finished.length).toBeLessThan(2);
    }),
    { numRuns: 500 },
  );
});

test('any text is read without a throw', () => {
  const piece = fc.constantFrom('data', ':', ' ', '\r', '\n', 'event', 'id: \0', '\ufeff', '\ud800', '\u2028', 'x');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { from, to } of streamEvents(pieces.join(''))) expect(from).toBeLessThanOrEqual(to);
    }),
    { numRuns: 2_000 },
  );
});

test('an event stream is known by its first line', () => {
  for (const text of ['event: delta_encoding\n', 'data: {}', ': ping\n\n', '\ufeff\r\ndata:x', 'id: 1'])
    expect(isEventStream(text)).toBe(true);
  for (const text of ['', '{"data": 1}', 'database: x', 'events:', 'Dear data: x', ' data: x'])
    expect(isEventStream(text)).toBe(false);
});

test('counts the bytes of UTF-8', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === utf8(text).length));
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\ud83c', '\udf0a', 'a', 'é', '海')), (pieces) => {
      const text = pieces.join('');
      return utf8Length(text) === utf8(text).length && utf8Length(text, 1) === utf8(text.slice(1)).length;
    }),
  );
});

test('a long stream is read in a time that grows with its length', () => {
  const text = `event: delta\ndata: {"v":"word "}\n\n`.repeat(60_000);
  const started = performance.now();
  expect(streamEvents(text)).toHaveLength(60_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
