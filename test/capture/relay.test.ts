import { describe, expect, test, vi } from 'vitest';
import { requestBytes, signalIn } from '../../src/capture/relay/listen';
import { outboxOf } from '../../src/capture/relay/outbox';
import { base64, concat, fromBase64, utf8 } from '../../src/lib/bytes';
import { Fault } from '../../src/lib/fault';
import { CHUNK_BYTES, MOST_FILES } from '../../src/messages/limits';
import type { Send } from '../../src/messages/send';

const HEAD = {
  ...{ route: 'chat', method: 'GET', address: 'https://x.example/a', page: 'https://x.example/', status: 200 },
  ...{ type: null, job: null },
};
interface Told {
  readonly name: string;
  readonly number?: number;
  readonly size?: number;
  readonly chunks?: number;
  readonly whole?: boolean;
  /** The sizes of the files of a message. */
  readonly files?: readonly number[];
}

interface Sent {
  readonly number?: number;
  readonly bytes?: string;
  readonly chunks?: number;
  readonly whole?: boolean;
  readonly files?: readonly { readonly bytes: string }[];
}

/** An outbox whose background does as told, message by message. */
function boxWith(answer: (told: Told) => unknown = () => true, alive: () => boolean = () => true) {
  const told: Told[] = [];
  const pauses: number[] = [];
  const send = (async (name: string, ask: Sent) => {
    const { number, bytes, chunks, whole, files } = ask;
    const each = {
      name,
      ...(number === undefined ? {} : { number, size: fromBase64(bytes ?? '').length }),
      ...(chunks === undefined ? {} : { chunks, whole: whole ?? false }),
      ...(files && { files: files.map((file) => fromBase64(file.bytes).length) }),
    };
    told.push(each);
    return answer(each);
  }) as Send;
  const carry = async (pieces: readonly Uint8Array[]) => base64(concat(pieces));
  const box = outboxOf({ send, carry, alive, pause: async (ms) => void pauses.push(ms), page: () => HEAD.page });
  return { box, told, pauses };
}

const names = (told: readonly Told[]): string[] => told.map(({ name }) => name.replace('capture.', ''));

describe('the outbox', () => {
  test('tells in order, in pieces of at most 4 MB, with numbers', async () => {
    const { box, told } = boxWith();
    box.begin('a', HEAD, null);
    await box.bytes('a', new Uint8Array(CHUNK_BYTES * 2 + 5));
    await box.end('a', true);
    expect(names(told)).toEqual(['begin', 'chunk', 'chunk', 'chunk', 'end']);
    expect(told.slice(1, 4).map(({ number, size }) => [number, size])).toEqual([
      [0, CHUNK_BYTES],
      [1, CHUNK_BYTES],
      [2, 5],
    ]);
    expect(told[4]).toMatchObject({ chunks: 3, whole: true });
    expect(box.open()).toEqual([]);
  });

  test('puts together what comes while a message is on its way', async () => {
    let go = (): void => undefined;
    const slow = new Promise<boolean>((resolve) => {
      go = () => resolve(true);
    });
    const { box, told } = boxWith(({ name }) => (name === 'capture.begin' ? slow : true));
    box.begin('a', HEAD, null);
    const all = [1, 2, 3].map((n) => box.bytes('a', new Uint8Array(n)));
    go();
    await Promise.all(all);
    expect(told.filter(({ name }) => name === 'capture.chunk')).toMatchObject([{ number: 0, size: 6 }]);
    expect(box.open()).toEqual(['a']);
  });

  test('tells again when the background was just ending or starting', async () => {
    let failures = 2;
    const { box, told, pauses } = boxWith(({ name }) => {
      if (name === 'capture.chunk' && failures-- > 0) throw new Error('Could not establish connection');
      return true;
    });
    box.begin('a', HEAD, null);
    await box.bytes('a', new Uint8Array(3));
    expect(told.slice(1)).toMatchObject([{ number: 0 }, { number: 0 }, { number: 0 }]);
    expect(pauses).toEqual([100, 500]);
  });

  test.each(['refused-sender', 'bad-message'] as const)('does not insist where it is %s', async (code) => {
    const { box, told } = boxWith(() => {
      throw new Fault(code);
    });
    box.begin('a', HEAD, null);
    await box.bytes('a', new Uint8Array(3));
    await box.end('a', true);
    expect(names(told)).toEqual(['begin']);
  });

  test('an exchange that is not wanted is not told; others are', async () => {
    const { box, told } = boxWith(({ name }) => name !== 'capture.begin' || told.length > 1);
    box.begin('a', HEAD, null);
    await box.bytes('a', new Uint8Array(3));
    box.begin('b', HEAD, null);
    await box.bytes('b', new Uint8Array(4));
    expect(told).toMatchObject([{ name: 'capture.begin' }, { name: 'capture.begin' }, { size: 4 }]);
  });

  test('an orphan says nothing more', async () => {
    let alive = true;
    const { box, told } = boxWith(undefined, () => alive);
    box.begin('a', HEAD, null);
    await box.bytes('a', new Uint8Array(3));
    alive = false;
    await box.bytes('a', new Uint8Array(3));
    await box.end('a', true);
    expect(names(told)).toEqual(['begin', 'chunk']);
  });

  test('what the background cannot follow for long is let go, not piled up', async () => {
    vi.useFakeTimers();
    const never = new Promise<boolean>(() => undefined);
    const { box } = boxWith(({ name }) => (name === 'capture.begin' ? true : never));
    box.begin('a', HEAD, null);
    void box.bytes('a', new Uint8Array(1));
    await vi.runAllTimersAsync();
    for (let n = 0; n < 20; n++) void box.bytes('a', new Uint8Array(CHUNK_BYTES));
    expect(box.open()).toEqual([]);
    vi.useRealTimers();
  });
});

describe('files that are all here', () => {
  const sized = (size: number) => [new Uint8Array(size)];
  const filesIn = (told: readonly Told[]) => told.flatMap(({ files }) => (files ? [files] : []));

  test('small ones wait a moment for one another, and go in one message, in their order', async () => {
    const { box, told, pauses } = boxWith();
    for (const size of [1, 0, 3]) void box.file(HEAD, sized(size));
    expect(filesIn(told)).toEqual([]);
    await box.told();
    expect(filesIn(told)).toEqual([[1, 0, 3]]);
    expect(pauses).toEqual([250]);
  });

  test('wait for nobody where the read is over', async () => {
    const { box, told } = boxWith();
    void box.file(HEAD, sized(5));
    await box.done('job');
    expect(names(told)).toEqual(['files', 'read.report']);
  });

  test('one message holds so many bytes and so many files at most', async () => {
    const { box, told } = boxWith();
    const half = CHUNK_BYTES / 2;
    await Promise.all([half, half, 1, CHUNK_BYTES].map((size) => box.file(HEAD, sized(size))));
    await Promise.all(Array.from({ length: MOST_FILES + 1 }, () => box.file(HEAD, [])));
    await box.told();
    const sent = filesIn(told);
    expect(sent.flat()).toHaveLength(4 + MOST_FILES + 1);
    for (const files of sent) {
      expect(files.length).toBeLessThanOrEqual(MOST_FILES);
      expect(files.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(CHUNK_BYTES);
    }
  });

  test('the next is fetched when the background has followed', async () => {
    let go = (): void => undefined;
    const slow = new Promise<boolean>((resolve) => {
      go = () => resolve(true);
    });
    const { box } = boxWith(() => slow);
    let after = false;
    await box.file(HEAD, sized(CHUNK_BYTES));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const next = box.file(HEAD, sized(CHUNK_BYTES)).then(() => box.file(HEAD, sized(1)));
    void next.then(() => {
      after = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(after).toBe(false);
    go();
    await next;
    expect(after).toBe(true);
  });

  test('are told again where nobody answered, as a whole', async () => {
    let failures = 1;
    const { box, told } = boxWith(() => {
      if (failures-- > 0) throw new Error('Could not establish connection');
      return null;
    });
    await box.file(HEAD, sized(2));
    await box.told();
    expect(filesIn(told)).toEqual([[2], [2]]);
  });
});

describe('what comes through the port', () => {
  const begin = {
    kind: 'begin',
    number: 1,
    route: 'r',
    method: 'GET',
    address: 'a',
    status: 200,
    type: null,
    request: null,
  };

  test('is taken where it has the form of a signal', () => {
    expect(signalIn(begin)).toEqual(begin);
    expect(signalIn({ kind: 'end', number: 1, whole: true })).toMatchObject({ kind: 'end' });
    expect(signalIn({ kind: 'bytes', number: 1, bytes: new Uint8Array(1) })).toMatchObject({ kind: 'bytes' });
  });

  test.each([
    null,
    'begin',
    [],
    { ...begin, number: '1' },
    { ...begin, status: 1.5 },
    { ...begin, route: {} },
    { ...begin, type: 7 },
    { kind: 'bytes', number: 1, bytes: [1] },
    { kind: 'end', number: 1 },
    { kind: 'read', number: 1 },
  ])('and else dropped: %j', (value) => {
    expect(signalIn(value)).toBeNull();
  });

  test('a request that no message can hold is left out, what is heard goes on', () => {
    expect(requestBytes('{}')).toEqual(utf8('{}'));
    expect(requestBytes(new ArrayBuffer(2))).toEqual(new Uint8Array(2));
    for (const huge of ['x'.repeat(CHUNK_BYTES + 1), 'ü'.repeat(CHUNK_BYTES), new ArrayBuffer(CHUNK_BYTES + 1), {}])
      expect(requestBytes(huge)).toBeNull();
  });
});
