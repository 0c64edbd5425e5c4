import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, createDeflateRaw } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { centralHeader, endRecords, localHeader } from '../../src/archive/zip/headers';
import type { ByteSink, ByteSource } from '../../src/archive/zip/ports';
import { openZip } from '../../src/archive/zip/reader';
import { streamWriter } from '../../src/archive/zip/stream-writer';
import { writeZip } from '../../src/archive/zip/write';
import { concat, utf8 } from '../../src/lib/bytes';
import { bundled, inNode } from '../archive/zip/programs/bundle';
import { entryOf, prose } from '../archive/zip/samples';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOTHING = Buffer.alloc(64 * 1024 * 1024);
const isNothing = (chunk: Uint8Array): boolean => NOTHING.subarray(0, chunk.length).equals(chunk);

/** A file that leaves out what is all zeros: gigabytes of nothing take no room on the disk. */
function sparseFile(path: string): ByteSink & { close(): void } {
  const file = openSync(path, 'w');
  let at = 0;
  return {
    async write(chunk) {
      if (!isNothing(chunk)) writeSync(file, chunk, 0, chunk.length, at);
      at += chunk.length;
    },
    close() {
      ftruncateSync(file, at);
      closeSync(file);
    },
  };
}

const says = (command: string, ...args: string[]): string => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return String(error);
  }
};
const PYTHON = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';

async function write(name: string, entries: Parameters<typeof writeZip>[0]): Promise<string> {
  const path = join(folder, name);
  const file = sparseFile(path);
  await writeZip(entries, file, { writer: streamWriter });
  file.close();
  return path;
}

describe('zip64', () => {
  test('70,000 entries', async () => {
    const path = await write(
      'many.zip',
      Array.from({ length: 70_000 }, (_, i) => entryOf(`bag/data/${i}`, `entry ${i}`)),
    );
    expect(says('unzip', '-tqq', path)).toBe('');
    expect(says('7z', 't', path)).toContain('Everything is Ok');
    expect(says('python3', '-c', PYTHON, path)).toBe('None 70000\n');
    const read = await inNode(await bundled('read-export'), {}, path, 'archive', 'bag/data/69999');
    expect(read.value).toMatchObject({ entries: 70_000, length: 11 });
  });

  test('more than 4 GiB, and one entry of it by its own bytes', async () => {
    const nothing = Uint8Array.from(NOTHING);
    const last = prose(100_000);
    const path = await write('big.zip', [
      ...Array.from({ length: 66 }, (_, i) => entryOf(`bag/data/${i}`, nothing, true)),
      entryOf('bag/data/last', last),
    ]);
    expect(statSync(path).size).toBeGreaterThan(2 ** 32);
    expect(says('unzip', '-tqq', path)).toBe('');
    expect(says('7z', 't', path)).toContain('Everything is Ok');
    expect(says('python3', '-c', PYTHON, path)).toBe('None 67\n');
    const read = await inNode(await bundled('read-export'), {}, path, 'archive', 'bag/data/last');
    expect(read.value).toMatchObject({ length: last.length, sha256: createHash('sha256').update(last).digest('hex') });
    expect(read.peak).toBeLessThan(150);
  });

  test('one entry of 5 GiB', async () => {
    const size = 5 * 2 ** 30;
    let crc = 0;
    for (let at = 0; at < size; at += NOTHING.length) crc = crc32(NOTHING, crc);
    const entry = { name: utf8('bag/huge'), method: 0, crc, packed: size, size, offset: 0 } as const;
    const head = localHeader(entry);
    const directory = centralHeader(entry);
    const tail = concat([directory, endRecords(1, directory.length, head.length + size)]);
    const source: ByteSource = {
      size: head.length + size + tail.length,
      async read(from, to) {
        const bytes = new Uint8Array(to - from);
        bytes.set(head.subarray(from, Math.max(from, Math.min(to, head.length))));
        const tailAt = head.length + size;
        if (to > tailAt) bytes.set(tail.subarray(Math.max(0, from - tailAt), to - tailAt), Math.max(0, tailAt - from));
        return bytes;
      },
    };
    const opened = await openZip(source, 'archive');
    let length = 0;
    if (opened.kind === 'refused') throw new Error(opened.rule);
    for await (const piece of opened.entries.get('bag/huge')?.stream() ?? []) length += piece.length;
    expect(length).toBe(size);
  });
});

/** A conversations.json of so many bytes at least, deflated, without ever being held. */
async function bigExport(path: string, least: number) {
  const hash = createHash('sha256');
  const deflate = createDeflateRaw({ level: 1 });
  const file = openSync(path, 'w');
  const name = utf8('conversations.json');
  let packed = 0;
  const headLength = 30 + name.length;
  deflate.on('data', (chunk: Buffer) => {
    writeSync(file, chunk, 0, chunk.length, headLength + packed);
    packed += chunk.length;
  });
  let [size, crc] = [0, 0];
  const put = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    [size, crc] = [size + bytes.length, crc32(bytes, crc)];
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  };
  const texts = Array.from({ length: 50 }, (_, i) => prose(20_000, i));
  await put('[');
  for (let i = 0; size < least; i++)
    await put(`${i ? ',' : ''}${JSON.stringify({ id: i, title: 'Ä', text: texts[i % 50] })}`);
  await put(']');
  await new Promise<void>((resolve) => deflate.on('end', resolve).end());
  const entry = { name, method: 8, crc, packed, size, offset: 0 } as const;
  const directory = centralHeader(entry);
  writeSync(file, localHeader(entry), 0, headLength, 0);
  writeSync(
    file,
    concat([directory, endRecords(1, directory.length, headLength + packed)]),
    0,
    undefined,
    headLength + packed,
  );
  closeSync(file);
  return { size, sha256: hash.digest('hex') };
}

test('600 MB of conversations.json in the zip of an export are streamed within 300 MB of memory', async () => {
  const path = join(folder, 'export.zip');
  const { size, sha256 } = await bigExport(path, 600_000_000);
  const read = await inNode(await bundled('read-export'), {}, path, 'foreign', 'conversations.json');
  expect(read.value).toEqual({ entries: 1, length: size, sha256 });
  expect(read.peak).toBeLessThan(300);
});
