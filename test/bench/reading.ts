import { observe } from '../../src/intake/observe';
import { placer } from '../../src/intake/places';
import { identify, type Log, record } from '../../src/intake/record';
import { readerName, type Taken, take } from '../../src/intake/take';
import { textOf } from '../../src/lib/bytes';
import { EMPTY } from '../../src/model/chain';
import { openLedger } from '../../src/model/ledger';
import { chatgptReader as reader } from '../../src/providers/chatgpt/read';
import { cut } from '../../src/raw/frame';
import { scan } from '../../src/raw/scan';
import { exchangeOf, RECORDER, TIME } from './archive-inputs';
import { composed } from './compose';
import { contest } from './measure';
import type { Result } from './result';

const SIZE = 18_000_000;

/** What is taken of a conversation, merged into a log of its own. */
async function logged(json: string): Promise<{ taken: Taken; log: Log }> {
  const taken = await take(exchangeOf(json), reader, TIME);
  const identity = identify(taken, 'https://chatgpt.com');
  if (!identity) throw new Error('the composed conversation was not read');
  const log = { tail: EMPTY, ledger: openLedger([]) };
  const { tail } = record(log, taken, identity, RECORDER);
  return { taken, log: { ...log, tail } };
}

/** Scan, parse and observations of a large conversation against `JSON.parse` of the same bytes; and merging it again. */
export async function benchReading(): Promise<Result[]> {
  const json = composed('c1', SIZE);
  const { body, head } = exchangeOf(json);
  const whole = { ...head, at: TIME };
  const parse = async (): Promise<unknown> => JSON.parse(textOf(body) ?? '');
  const piece = await cut(
    body,
    scan(body, reader.places(whole)),
    { exchange: { ...whole, request: null }, masks: [] },
    new Map(),
  );

  const observed = await contest({
    floor: parse,
    work: async () => {
      const text = textOf(body) ?? '';
      const value: unknown = JSON.parse(text);
      const reading = reader.read({ head: whole, value, text, request: null });
      if (reading.kind !== 'session') throw new Error('not read');
      scan(body, reader.places(whole));
      return observe(reading, {
        reader: readerName(reader),
        head: whole,
        byClock: true,
        placeOf: placer({ bytes: body, value, piece, request: null }),
      });
    },
  });
  const all = await contest({
    floor: parse,
    work: () => take(exchangeOf(json), reader, TIME),
  });
  return [
    {
      what: 'reading an 18 MB conversation / JSON.parse of the same bytes',
      value: observed.ratio,
      unit: '×',
      most: 5,
      detail: `scan, parse and observations ${observed.work.cpu.toFixed(0)} ms, JSON.parse ${observed.floor.cpu.toFixed(0)} ms of CPU; ${(body.length / 1e6).toFixed(1)} MB`,
    },
    {
      what: 'the same with masking, slicing and hashing',
      value: all.ratio,
      unit: '×',
      detail: `${all.work.cpu.toFixed(0)} ms of CPU, ${all.work.wall.toFixed(0)} ms by the clock`,
    },
    ...(await benchMerging(json)),
  ];
}

async function benchMerging(json: string): Promise<Result[]> {
  const { log, taken } = await logged(json);
  const again = await take(exchangeOf(json, '2026-10-02T12:00:00.000Z'), reader, TIME);
  const identity = identify(again, 'https://chatgpt.com');
  if (!identity) throw new Error('the composed conversation was not read');
  const merged = record(log, again, identity, RECORDER);
  const { work, floor, ratio } = await contest({
    floor: async () => record({ tail: EMPTY, ledger: openLedger([]) }, taken, identity, RECORDER),
    work: async () => record(log, again, identity, RECORDER),
  });
  return [
    {
      what: 'lines written when an unchanged capture is merged',
      value: merged.lines.length,
      unit: 'lines',
      most: 0,
      detail: `${log.ledger.versions.size} ids known`,
    },
    {
      what: 'merging an unchanged capture / merging it into an empty log',
      value: ratio,
      unit: '×',
      most: 1,
      detail: `${work.cpu.toFixed(0)} ms against ${floor.cpu.toFixed(0)} ms of CPU`,
    },
  ];
}
