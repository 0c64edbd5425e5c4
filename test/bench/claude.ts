import { observe } from '../../src/intake/observe';
import { placer } from '../../src/intake/places';
import { readerName } from '../../src/intake/take';
import { textOf, utf8 } from '../../src/lib/bytes';
import { claudeReader as reader } from '../../src/providers/claude/read';
import type { ExchangeHead } from '../../src/providers/contract';
import { cut } from '../../src/raw/frame';
import { scan } from '../../src/raw/scan';
import { type ClaudeShape, claudeShapes } from './claude-shapes';
import { contest } from './measure';
import type { Result } from './result';

const TIME = '2026-10-01T12:00:00.000Z';

const headOf = ({ route, form }: ClaudeShape): ExchangeHead => ({
  site: 'claude',
  origin: 'https://claude.ai',
  route,
  method: form === 'stream' ? 'POST' : 'GET',
  address: null,
  status: 200,
  type: form === 'stream' ? 'text/event-stream' : 'application/json',
  at: TIME,
  capture: form === 'stream' ? 'heard' : 'asked',
  form,
});

/** What cannot be left out: the JSON of it, of a stream that of each event. */
function parse(text: string, form: ClaudeShape['form']): unknown {
  if (form !== 'stream') return JSON.parse(text);
  return text.split('\n').map((line) => (line.startsWith('data: ') ? JSON.parse(line.slice(6)) : null));
}

/** Parse and observations of large Claude payloads of many shapes, each against `JSON.parse` of the same bytes. */
export async function benchClaude(): Promise<Result[]> {
  const results: Result[] = [];
  for (const shape of claudeShapes) results.push(await benchShape(shape));
  return results;
}

async function benchShape(shape: ClaudeShape): Promise<Result> {
  const body = utf8(shape.make());
  const head = headOf(shape);
  const isJson = shape.form !== 'stream';
  const places = (): ReturnType<typeof scan> => (isJson ? scan(body, reader.places(head)) : []);
  const piece = await cut(body, places(), { exchange: { ...head, request: null }, masks: [] }, new Map());
  let events = 0;
  const { work, floor, ratio } = await contest({
    rounds: 3,
    floor: async () => parse(textOf(body) ?? '', shape.form),
    work: async () => {
      const text = textOf(body) ?? '';
      const value: unknown = isJson ? JSON.parse(text) : undefined;
      const reading = reader.read({ head, value, text, request: null });
      if (reading.kind !== 'session') throw new Error(`not read: ${shape.what}`);
      events = reading.drafts.length;
      places();
      return observe(reading, {
        reader: readerName(reader),
        head,
        byClock: true,
        placeOf: placer({ bytes: body, value, piece, request: null }),
      });
    },
  });
  return {
    what: `reading ${shape.what} / JSON.parse of the same bytes`,
    value: ratio,
    unit: '×',
    ...(shape.most === undefined ? {} : { most: shape.most }),
    detail: `${events} events; ${work.cpu.toFixed(0)} against ${floor.cpu.toFixed(0)} ms of CPU; ${(body.length / 1e6).toFixed(1)} MB`,
  };
}
