import { randomBytes } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc32, crc32Portable } from '../../../src/archive/zip/crc32';
import type { Policy } from '../../../src/archive/zip/limits';
import { type ByteSource, blobSource, memorySource } from '../../../src/archive/zip/ports';
import { openZip, type ZipEntry } from '../../../src/archive/zip/reader';
import { damageIn, type Rule } from '../../../src/archive/zip/refusals';
import { buildZip, bytes, extra, fields, type Spec } from './build-zip';
import { run as inEveryWay } from './programs/at-once';

async function opened(source: ByteSource): Promise<ReadonlyMap<string, ZipEntry>> {
  const zip = await openZip(source, 'archive');
  if (zip.kind === 'refused') throw new Error(`${zip.rule} ${zip.entry}`);
  return zip.entries;
}

async function streamed(entry: ZipEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.stream()) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function damage(
  reading: Promise<unknown>,
): Promise<{ rule: Rule | undefined; entry: string | null | undefined }> {
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const found = damageIn(error);
  return { rule: found?.rule, entry: found?.entry };
}

/** Opens a zip and reads every entry of it; whatever is wrong with it must come as a refusal or as damage. */
async function readAll(zip: Uint8Array, policy: Policy): Promise<void> {
  const result = await openZip(memorySource(zip), policy);
  if (result.kind === 'refused') return;
  for (const entry of result.entries.values()) {
    const content = await entry.read().catch((error: unknown) => damageIn(error) ?? Promise.reject(error));
    if (content instanceof Uint8Array) expect(content.length).toBe(entry.size);
  }
}

const numbers = Array.from({ length: 60_000 }, (_, i) => `${(i * 7919) % 10_007} `).join('');
const big = numbers.repeat(40);
const noise = randomBytes(3_000_000);

test('the checksum is the one of zip, wherever the bytes lie and however they come', () => {
  const plain = (data: Uint8Array): number => {
    let crc = -1;
    for (const byte of data) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return ~crc >>> 0;
  };
  const check = Buffer.from('123456789');
  for (const each of [crc32, crc32Portable]) expect(each(check)).toBe(0xcbf43926);
  const some = fc.uint8Array({ maxLength: 150 });
  fc.assert(
    fc.property(some, fc.nat({ max: 150 }), fc.nat({ max: 150 }), (data, from, at) => {
      const part = data.subarray(from);
      for (const each of [crc32, crc32Portable]) {
        expect(each(part)).toBe(plain(part));
        expect(each(part.subarray(at), each(part.subarray(0, at)))).toBe(plain(part));
      }
    }),
    { numRuns: 2000 },
  );
});

describe('reading', () => {
  test('gives every content whole and as a stream, small and big, stored and deflated', async () => {
    const contents: Record<string, string | Uint8Array> = { empty: '', small: 'héllo', numbers, big, noise };
    const specs = Object.entries(contents).map(([name, content]): Spec => ({ name, content, store: name === 'noise' }));
    const entries = await opened(blobSource(new Blob([buildZip(specs)])));
    for (const [name, content] of Object.entries(contents)) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(name);
      const expected = Buffer.from(content as string);
      expect(expected.equals(await entry.read())).toBe(true);
      expect(expected.equals(await streamed(entry))).toBe(true);
    }
  });

  test('zip64 values are read wherever they are needed', async () => {
    const ones = 0xffff_ffff;
    const zip64 = extra(1, fields([8, 4], [8, 4]));
    const zip = buildZip(
      [
        { name: 'a', content: 'sized', store: true },
        { name: 'b', content: 'also', store: true, both: { size: ones, packed: ones, extra: zip64 } },
        { name: 'c', content: 'far', store: true, central: { offset: ones, extra: extra(1, fields([8, 36 + 55])) } },
      ],
      { zip64: true },
    );
    const entries = await opened(memorySource(zip));
    expect(
      await Promise.all([...entries.values()].map(async (entry) => Buffer.from(await entry.read()).toString())),
    ).toEqual(['sized', 'also', 'far']);
  });

  test('one entry out of a big zip reads the list, the headers and its own bytes only', async () => {
    const specs = Array.from(
      { length: 64 },
      (_, i): Spec => ({ name: `n${i}`, content: noise.subarray(i), store: true }),
    );
    const source = memorySource(buildZip([...specs, { name: 'wanted', content: 'here' }]));
    let taken = 0;
    const counting: ByteSource = {
      size: source.size,
      read: async (from, to) => {
        taken += to - from;
        return source.read(from, to);
      },
    };
    const entries = await opened(counting);
    expect(Buffer.from((await entries.get('wanted')?.read()) ?? []).toString()).toBe('here');
    expect(source.size).toBeGreaterThan(190_000_000);
    expect(taken).toBeLessThan(300_000);
  });

  test('what lies is found while it is read, and the entry is named', async () => {
    const wrongCrc: Spec = { name: 'crc', content: numbers, both: { crc: 1 } };
    const storedCrc: Spec = { name: 'stored', content: 'abc', store: true, both: { crc: 1 } };
    const shorter: Spec = { name: 'shorter', content: 'abcd'.repeat(20), both: { size: 30 } };
    const longer: Spec = { name: 'longer', content: 'abcd'.repeat(20), both: { size: 99 } };
    const bigShorter: Spec = { name: 'bigShorter', content: big, both: { size: big.length - 1 } };
    const bigLonger: Spec = { name: 'bigLonger', content: big, both: { size: big.length + 1 } };
    const junk: Spec = { name: 'junk', raw: new Uint8Array(5000).fill(255), content: numbers.slice(0, 20_000) };
    const bigJunk: Spec = {
      name: 'bigJunk',
      raw: Buffer.concat([deflateRawSync(big).subarray(0, 200_000), Buffer.alloc(300_000, 255)]),
      content: big,
    };
    const cut: Spec = {
      name: 'cut',
      raw: deflateRawSync(numbers).subarray(0, 30_000),
      content: numbers.slice(0, 70_000),
    };
    const bigCut: Spec = { name: 'bigCut', raw: deflateRawSync(big).subarray(0, 300_000), content: big };
    const followed = (content: string, ...more: Uint8Array[]): Uint8Array =>
      Buffer.concat([deflateRawSync(content), ...more]);
    const short = numbers.slice(0, 5000);
    const hidden: Spec = { name: 'hidden', raw: followed(short, bytes(7)), content: short };
    const hiddenMore: Spec = {
      name: 'hiddenMore',
      raw: followed(short, Buffer.from('a secret letter')),
      content: short,
    };
    const hiddenFile: Spec = {
      name: 'hiddenFile',
      raw: followed(short, Buffer.alloc(8), gzipSync('b')),
      content: short,
    };
    const hiddenStream: Spec = { name: 'hiddenStream', raw: followed(short, deflateRawSync('b')), content: short };
    const bigHidden: Spec = { name: 'bigHidden', raw: followed(big, noise.subarray(0, 200_000)), content: big };
    const bigHiddenOne: Spec = { name: 'bigHiddenOne', raw: followed(big, bytes(0)), content: big };
    const hiding = [hidden, hiddenMore, hiddenFile, hiddenStream, bigHidden, bigHiddenOne];
    const specs = [wrongCrc, storedCrc, shorter, longer, bigShorter, bigLonger, junk, bigJunk, cut, bigCut, ...hiding];
    const entries = await opened(memorySource(buildZip(specs)));
    const expected: Record<string, Rule> = {
      crc: 'wrong-crc',
      stored: 'wrong-crc',
      shorter: 'size-lies',
      longer: 'size-lies',
      bigShorter: 'size-lies',
      bigLonger: 'size-lies',
      junk: 'broken-data',
      bigJunk: 'broken-data',
      cut: 'broken-data',
      bigCut: 'broken-data',
      ...Object.fromEntries(hiding.map(({ name }) => [String(name), 'hidden-bytes'])),
    };
    for (const [name, entry] of entries) {
      const answer = { rule: expected[name], entry: name };
      expect(await damage(entry.read())).toEqual(answer);
      expect(await damage(streamed(entry))).toEqual(answer);
    }
  });

  test('in one piece comes only what is whole and as it was said to be', async () => {
    const taken = Object.entries(await inEveryWay()).filter(([, length]) => length !== null);
    expect(Object.fromEntries(taken)).toEqual({ 'small, whole': 5_000, 'big, whole': 400_000 });
  });

  test('what hides after a content of a zip that is no archive is passed over, and the content is whole', async () => {
    const raw = Buffer.concat([deflateRawSync(numbers), Buffer.alloc(8), gzipSync('and more')]);
    const zip = await openZip(memorySource(buildZip([{ name: 'a', content: numbers, raw }])), 'foreign');
    const entry = zip.kind === 'zip' ? zip.entries.get('a') : undefined;
    if (entry === undefined) throw new Error('a');
    expect(Buffer.from(await entry.read()).toString()).toBe(numbers);
    expect((await streamed(entry)).toString()).toBe(numbers);
  });

  test('a declared size that is too small ends the stream at that size', async () => {
    const entries = await opened(memorySource(buildZip([{ name: 'a', content: big, both: { size: 8_000_000 } }])));
    let given = 0;
    const reading = (async () => {
      for await (const piece of entries.get('a')?.stream() ?? []) given += piece.length;
    })();
    expect(await damage(reading)).toEqual({ rule: 'size-lies', entry: 'a' });
    expect(given).toBeLessThanOrEqual(8_000_000);
  });

  test('a file that shrinks under our hands is said to be cut off', async () => {
    const whole = buildZip([{ name: 'a', content: noise, store: true }]);
    let there = whole.length;
    const source: ByteSource = { size: whole.length, read: async (from, to) => whole.slice(from, Math.min(to, there)) };
    const entries = await opened(source);
    there = 1_500_000;
    expect(await damage(entries.get('a')?.read() ?? Promise.resolve())).toEqual({ rule: 'source-short', entry: 'a' });
    expect(await openZip(source, 'archive')).toMatchObject({ kind: 'refused', rule: 'source-short' });
  });

  test('any zip with bytes changed or cut off is refused, damaged or the same; nothing else is thrown', async () => {
    const specs: Spec[] = [
      { name: 'a/b', content: numbers.slice(0, 300) },
      { name: 'a/c', content: 'stored', store: true },
    ];
    const honest = buildZip(specs);
    const change = fc.record({ at: fc.nat(honest.length - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.nat(honest.length), async (changes, cut) => {
        const zip = honest.slice(0, changes.length === 0 ? cut : honest.length);
        for (const { at, to } of changes) zip[at] = to;
        for (const policy of ['archive', 'foreign'] as const) await readAll(zip, policy);
      }),
      { numRuns: 3000 },
    );
  });
});
