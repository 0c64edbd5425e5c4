import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseText, utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { canonical, parseJson } from '../../src/lib/json';
import { type Artifacts, assemble, cut, cutBefore, Frame, isOnePiece, sliceHashes } from '../../src/raw/frame';
import { scan } from '../../src/raw/scan';
import { jsonBytes } from './json-texts';

const exchange = {
  route: 'conversation',
  method: 'GET',
  address: 'https://a.example/c/1',
  status: 200,
  type: 'application/json',
  at: '2026-03-01T10:00:00.000Z',
  request: null,
};
const about = { exchange, masks: [{ rule: 'token', count: 1 }] };

const frameOf = (artifacts: Artifacts, hash: string): Frame =>
  Frame.parse(parseJson(looseText(artifacts.get(hash) ?? new Uint8Array())));
const finder = (artifacts: Artifacts) => async (hash: string) => artifacts.get(hash) ?? null;

const PLACES = [[], [''], ['/*'], ['/*/*'], ['/mapping/*/message', '/m'], ['/*', '/*/*']];

describe('slices and frames', () => {
  test('put together give exactly the bytes, whatever was cut (B54)', async () => {
    const property = fc.asyncProperty(jsonBytes, fc.constantFrom(...PLACES), async (bytes, places) => {
      const artifacts: Artifacts = new Map();
      const { hash, sliceOf } = await cut(bytes, scan(bytes, places), about, artifacts);
      const frame = frameOf(artifacts, hash);
      expect(canonical(frame)).toBe(looseText(artifacts.get(hash) ?? new Uint8Array()));
      expect(await assemble(frame, finder(artifacts))).toEqual({ kind: 'whole', bytes });
      // every slice is a value of the text, under its own hash
      for (const [, slice] of sliceOf) {
        const part = artifacts.get(slice) ?? new Uint8Array();
        expect(sha256Hex(part)).toBe(slice);
        expect(parseJson(looseText(part))).not.toBeUndefined();
      }
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  test('the same for bytes that are no JSON and no UTF-8', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (data) => {
      const bytes = new Uint8Array(data);
      const artifacts: Artifacts = new Map();
      const { hash } = await cut(bytes, [], about, artifacts);
      expect(await assemble(frameOf(artifacts, hash), finder(artifacts))).toEqual({ kind: 'whole', bytes });
    });
    await fc.assert(property);
  });

  test('what stands between slices may be no UTF-8', async () => {
    const bytes = new Uint8Array([0x5b, 0x31, 0x2c, 0xff, 0x5d]);
    const artifacts: Artifacts = new Map();
    const { hash, frame } = await cut(bytes, [{ pointer: '/0', start: 1, end: 2, place: '/*' }], about, artifacts);
    expect(frame.pieces.at(-1)).toEqual({ base64: 'LP9d' });
    expect(await assemble(frameOf(artifacts, hash), finder(artifacts))).toEqual({ kind: 'whole', bytes });
  });

  test('of places inside one another the outer one is the slice', async () => {
    const bytes = utf8('{"a":{"b":1},"c":2}');
    const { frame, sliceOf } = await cut(bytes, scan(bytes, ['/*/*', '/*']), about, new Map());
    expect([...sliceOf.keys()]).toEqual(['/a', '/c']);
    expect(frame.pieces.map((piece) => ('text' in piece ? piece.text : '·'))).toEqual([
      '{"a":',
      '·',
      ',"c":',
      '·',
      '}',
    ]);
  });

  test('unchanged messages of a later read share their bytes: a new one costs itself and a frame', async () => {
    const artifacts: Artifacts = new Map();
    const read = async (messages: readonly string[]): Promise<void> => {
      const bytes = utf8(
        JSON.stringify({ mapping: Object.fromEntries(messages.map((m) => [m, { message: { text: m } }])) }),
      );
      await cut(bytes, scan(bytes, ['/mapping/*/message']), about, artifacts);
    };
    await read(['a', 'b', 'c']);
    expect(artifacts.size).toBe(4);
    await read(['a', 'b', 'c', 'd']);
    expect(artifacts.size).toBe(6);
  });

  test('what was cut before has its slices at the same pointers', async () => {
    const property = fc.asyncProperty(jsonBytes, fc.constantFrom(...PLACES), async (bytes, places) => {
      const first = await cut(bytes, scan(bytes, places), about, new Map());
      const again = cutBefore(first.frame, first.hash, bytes);
      expect(again.sliceOf).toEqual(first.sliceOf);
      for (const at of [0, 1, bytes.length >> 1]) expect(again.pieceAt(at)).toBe(first.pieceAt(at));
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test('a frame names everything it needs, the request too', async () => {
    const artifacts: Artifacts = new Map();
    const request = { slice: `sha256:${'a'.repeat(64)}`, bytes: 3 };
    const bytes = utf8('[1,2]');
    const { frame } = await cut(
      bytes,
      scan(bytes, ['/*']),
      { ...about, exchange: { ...exchange, request } },
      artifacts,
    );
    expect(sliceHashes(frame)).toEqual([sha256Hex('1'), sha256Hex('2'), 'a'.repeat(64)]);
  });
});

describe('frames of strangers', () => {
  const slice = utf8('x'.repeat(10));
  const name = `sha256:${sha256Hex(slice)}`;
  const frame = (pieces: Frame['pieces'], bytes: number, sha256 = sha256Hex('')): Frame => ({
    ...about,
    masks: [],
    whole: { sha256, bytes },
    pieces,
  });
  const sizes = (hash: string) => (hash === sha256Hex(slice) ? slice.length : undefined);
  const find = async (hash: string) => (hash === sha256Hex(slice) ? slice : null);

  test('a slice that is not there is named', async () => {
    const pieces = [{ slice: `sha256:${'0'.repeat(64)}`, bytes: 5 }];
    expect(await assemble(frame(pieces, 5), find)).toEqual({ kind: 'missing', hash: '0'.repeat(64) });
  });

  test.each([
    ['another sum of lengths', [{ slice: name, bytes: 10 }], 11],
    ['another length of a slice', [{ slice: name, bytes: 9 }], 9],
    ['another hash', [{ slice: name, bytes: 10 }], 10],
  ] as const)('%s than stated is told', async (_, pieces, bytes) => {
    expect(await assemble(frame([...pieces], bytes), find)).toEqual({ kind: 'differs' });
    expect(isOnePiece(frame([...pieces], bytes), sizes)).toBe(false);
  });

  test('one piece whose hash was looked at need not be put together; anything else is', async () => {
    const hash = sha256Hex(slice);
    const one = { slice: name, bytes: 10 };
    expect(isOnePiece(frame([one], 10, hash), sizes)).toBe(true);
    expect(isOnePiece(frame([one], 10, hash), () => undefined)).toBeNull();
    expect(isOnePiece(frame([one, { text: '' }], 10, hash), sizes)).toBeNull();
    expect(isOnePiece(frame([{ text: 'x'.repeat(10) }], 10, hash), sizes)).toBeNull();
    expect(isOnePiece(frame([], 0), sizes)).toBeNull();
    expect(isOnePiece(frame([{ slice: name, bytes: 2 ** 31 }], 2 ** 31, hash), () => 2 ** 31)).toBe(false);
  });

  test('one slice named a thousand times over is not put together', async () => {
    const pieces = Array.from({ length: 2000 }, () => ({ slice: name, bytes: 1_000_000 }));
    let asked = 0;
    const counted = async (): Promise<Uint8Array> => {
      asked++;
      return new Uint8Array(1_000_000);
    };
    expect(await assemble(frame(pieces, 2_000_000_000), counted)).toEqual({ kind: 'differs' });
    expect(await assemble(frame(pieces.slice(0, 9), 10), counted)).toEqual({ kind: 'differs' });
    expect(asked).toBe(0);
  });

  test.each([
    [{ base64: '&&&' }],
    [{ slice: name, bytes: -1 }],
    [{ slice: 'sha256:zz', bytes: 1 }],
    [{ text: 'a', more: 1 }],
  ])('a piece like %j is none', (piece) => {
    expect(Frame.safeParse({ ...frame([], 0), pieces: [piece] }).success).toBe(false);
  });
});
