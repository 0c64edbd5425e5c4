import { describe, expect, test } from 'vitest';
import { carrierOf } from '../../src/capture/relay/carry';
import { fromBase64 } from '../../src/lib/bytes';
import { contract } from '../../src/messages/contract';
import { CHUNK_BYTES, MOST_FILES } from '../../src/messages/limits';
import type { Send } from '../../src/messages/send';

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.of(...values);

describe('bytes in a message', () => {
  /** A browser whose messages let bytes through, or make of them what JSON does. */
  const asked = { trials: 0, lost: false };
  const over =
    (way: (value: unknown) => unknown): Send =>
    async (_: string, ask: unknown) => {
      asked.trials++;
      if (asked.lost) throw new Error('Could not establish connection');
      return ((way(ask) as { bytes: unknown }).bytes instanceof Uint8Array) as never;
    };
  const cloned = over(structuredClone);
  const json = over((value) => JSON.parse(JSON.stringify(value)));

  test('go as they are where they come through so, asked once', async () => {
    asked.trials = 0;
    const carry = carrierOf(cloned);
    expect(await Promise.all([carry([bytes(1, 2)]), carry([bytes(1), bytes(2, 3)]), carry([])])).toEqual([
      bytes(1, 2),
      bytes(1, 2, 3),
      bytes(),
    ]);
    expect(asked.trials).toBe(1);
  });

  test('go as text where they do not', async () => {
    const text = await carrierOf(json)([bytes(1), bytes(255)]);
    expect(text).toBe('Af8=');
    expect(fromBase64(text as string)).toEqual(bytes(1, 255));
  });

  test('take nothing along that lies behind them', async () => {
    const one = bytes(1, 2, 3, 4);
    const carry = carrierOf(cloned);
    const view = (await carry([one.subarray(1, 3)])) as Uint8Array;
    expect([view.length, view.buffer.byteLength]).toEqual([2, 2]);
    expect(await carry([one])).toBe(one);
  });

  test('are tried again where nobody answered', async () => {
    const carry = carrierOf(cloned);
    asked.lost = true;
    await expect(carry([bytes(1)])).rejects.toThrow('Could not establish');
    asked.lost = false;
    expect(await carry([bytes(1)])).toEqual(bytes(1));
  });
});

describe('at the door', () => {
  const id = '0b5e7d10-3c2a-4f6e-9a41-000000000001.1';
  const taken = (value: unknown): boolean =>
    contract['capture.chunk'].ask.safeParse({ id, number: 0, bytes: value }).success;

  test('bytes and base64 are taken up to 4 MB', () => {
    expect([bytes(), bytes(1), new Uint8Array(CHUNK_BYTES), 'Af8='].map(taken)).toEqual([true, true, true, true]);
    expect([new Uint8Array(CHUNK_BYTES + 1), 'A'.repeat(CHUNK_BYTES * 2)].map(taken)).toEqual([false, false]);
  });

  test.each([
    ['a view into more', bytes(1, 2, 3).subarray(1)],
    ['what may grow', new Uint8Array(new ArrayBuffer(1, { maxByteLength: 9 }))],
    ['memory that others write to', new Uint8Array(new SharedArrayBuffer(1))],
    ['numbers', [1, 2]],
    ['what JSON makes of bytes', { 0: 1 }],
    ['other numbers', Uint16Array.of(1)],
    ['a buffer', new ArrayBuffer(1)],
    ['a Blob', new Blob(['x'])],
    ['nothing', null],
  ])('%s is not', (_, value) => {
    expect(taken(value)).toBe(false);
  });

  test('files of one message are so many at most, and no more than a piece together', () => {
    const head = { route: 'file', method: 'GET', address: '', page: '', status: 200, type: null, job: null };
    const all = (count: number, each: Uint8Array | string): boolean =>
      contract['capture.files'].ask.safeParse({ files: Array.from({ length: count }, () => ({ head, bytes: each })) })
        .success;
    expect([all(1, bytes()), all(MOST_FILES, bytes(1)), all(2, new Uint8Array(CHUNK_BYTES / 2))]).toEqual([
      true,
      true,
      true,
    ]);
    expect([all(0, ''), all(MOST_FILES + 1, ''), all(2, new Uint8Array(CHUNK_BYTES / 2 + 1))]).toEqual([
      false,
      false,
      false,
    ]);
    expect(all(2, 'A'.repeat(CHUNK_BYTES))).toBe(false);
  });
});
