import { beforeAll, describe, expect, test } from 'vitest';
import { worthDeflating } from '../../../src/archive/zip/deflate';
import { jszipWriter } from '../../../src/archive/zip/jszip-writer';
import { type ByteSink, memorySink, memorySource, type ZipEntryIn } from '../../../src/archive/zip/ports';
import { openZip } from '../../../src/archive/zip/reader';
import { streamWriter } from '../../../src/archive/zip/stream-writer';
import { writeZip } from '../../../src/archive/zip/write';
import { compareBytes, utf8 } from '../../../src/lib/bytes';
import { entryOf, mixed, noise, prose } from './samples';

const writers = { jszip: jszipWriter, stream: streamWriter };

async function written(entries: readonly ZipEntryIn[], writer?: (typeof writers)['jszip']) {
  const sink = memorySink();
  await writeZip(entries, sink, writer ? { writer } : {});
  return sink.bytes();
}

async function contents(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
  const opened = await openZip(memorySource(zip), 'archive');
  if (opened.kind === 'refused') throw new Error(`${opened.rule} ${opened.entry}`);
  const found = new Map<string, Uint8Array>();
  for (const [path, entry] of opened.entries) found.set(path, await entry.read());
  return found;
}

interface Line {
  readonly name: string;
  readonly fixed: readonly number[];
  readonly method: number;
  readonly offset: number;
}

/** The zip's list, read field by field: version made by, flags, time and date, lengths, disk, attributes. */
function list(zip: Uint8Array): Line[] {
  const view = Buffer.from(zip);
  const end = view.length - 22;
  const lines: Line[] = [];
  let at = view.readUInt32LE(end + 16);
  for (let i = 0; i < view.readUInt16LE(end + 10); i++) {
    const length = view.readUInt16LE(at + 28);
    lines.push({
      name: view.toString('latin1', at + 46, at + 46 + length),
      fixed: [
        view.readUInt16LE(at + 4),
        view.readUInt16LE(at + 8),
        view.readUInt32LE(at + 12),
        view.readUInt16LE(at + 30),
        view.readUInt16LE(at + 32),
        view.readUInt32LE(at + 34),
        view.readUInt32LE(at + 38),
      ],
      method: view.readUInt16LE(at + 10),
      offset: view.readUInt32LE(at + 42),
    });
    at += 46 + length;
  }
  return lines;
}

describe.each(Object.entries(writers))('the %s writer', (_, writer) => {
  let zip: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    zip = await written(mixed(), writer);
  });

  test('writes what our strict reader takes, content for content', async () => {
    const entries = mixed();
    const found = await contents(zip);
    expect(found.size).toBe(entries.length);
    for (const entry of entries) {
      expect(compareBytes(found.get(entry.path) ?? new Uint8Array(), await entry.bytes())).toBe(0);
    }
  });

  test('says the same of every entry: sorted by bytes, 1980, UTF-8, a plain file, nothing else', async () => {
    const lines = list(zip);
    const names = lines.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => compareBytes(utf8(a), utf8(b))));
    expect(names.slice(0, 3)).toEqual(['bag/bagit.txt', 'bag/data-z', 'bag/data/A']);
    for (const { fixed, offset } of lines) {
      expect(fixed).toEqual([0x031e, 0x0800, 0x00210000, 0, 0, 0, 0o100644 * 0x10000]);
      expect(Buffer.from(zip).readUInt16LE(offset + 6)).toBe(0x0800);
      expect(Buffer.from(zip).readUInt32LE(offset + 10)).toBe(0x00210000);
    }
  });

  test('stores media, what does not shrink and what shrinks too much, and deflates the rest', async () => {
    const stored = list(zip).filter(({ method }) => method === 0);
    expect(stored.map(({ name }) => name)).toEqual([
      'bag/bagit.txt',
      'bag/data-z',
      'bag/data/A',
      'bag/data/empty',
      'bag/data/noise.bin',
      'bag/data/one',
      'bag/data/picture.png',
      'bag/data/text-said-to-be-media.txt',
      'bag/data/zeros',
    ]);
  });

  test('gives the same bytes whatever the order of the entries', async () => {
    expect(compareBytes(await written(mixed().reverse(), writer), zip)).toBe(0);
  });

  test('asks for one content after the other, in their order, and tells how far it is', async () => {
    const asked: string[] = [];
    const told: number[] = [];
    const entries = ['c', 'a', 'b'].map((path): ZipEntryIn => {
      const entry = entryOf(`bag/${path}`, prose(2000));
      const bytes = () => {
        asked.push(path);
        return entry.bytes();
      };
      return { ...entry, bytes };
    });
    const progress = (done: { entries: number; bytes: number }) => void told.push(done.entries, done.bytes);
    await writeZip(entries, memorySink(), { writer, progress });
    const sizes = entries.map(({ size }) => size);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(told).toEqual([1, sizes[1], 2, (sizes[1] ?? 0) + (sizes[2] ?? 0), 3, sizes.reduce((a, b) => a + b)]);
  });

  test('waits for a slow sink and loses no chunk', async () => {
    const slow = memorySink();
    let inside = 0;
    const sink: ByteSink = {
      async write(chunk) {
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        await slow.write(chunk);
        inside -= 1;
      },
    };
    await writeZip(mixed(), sink, { writer });
    expect(compareBytes(slow.bytes(), zip)).toBe(0);
  });

  test('ends with what the sink threw', async () => {
    const full = new Error('disk full');
    await expect(writeZip(mixed(), { write: () => Promise.reject(full) }, { writer })).rejects.toBe(full);
    await expect(writer(mixed(), { write: () => Promise.reject(full) })).rejects.toBe(full);
  });

  test('stops when it is cancelled, before an entry and within one', async () => {
    const stopped = AbortSignal.abort();
    await expect(writeZip(mixed(), memorySink(), { writer, signal: stopped })).rejects.toMatchObject({
      code: 'cancelled',
    });
    const within = new AbortController();
    const long = entryOf('bag/long', prose(4_000_000));
    const bytes = () => {
      setTimeout(() => within.abort(), 1);
      return long.bytes();
    };
    const entry = { ...long, bytes };
    const writing = writeZip([entry], memorySink(), { writer, signal: within.signal });
    await expect(writing).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('an entry that is not as long as it said is a fault', async () => {
    const entry = { ...entryOf('bag/a', 'abc'), size: 4 };
    await expect(writeZip([entry], memorySink(), { writer })).rejects.toMatchObject({ code: 'broken-promise' });
  });

  test('sizes around the borders of its pieces come back whole', async () => {
    const edges = [1, 2, 3, 8191, 16384, 32768, 65535, 65536, 98304, 1048575, 1048576, 1048577, 2097152];
    const text = utf8(prose(2_200_000, 9));
    const entries = edges.map((size) => entryOf(`bag/${size}`, text.slice(0, size)));
    const found = await contents(await written(entries, writer));
    for (const size of edges) {
      expect(compareBytes(found.get(`bag/${size}`) ?? new Uint8Array(), text.slice(0, size))).toBe(0);
    }
  });
});

describe('which writer', () => {
  const is = async (entries: readonly ZipEntryIn[]) => {
    const zip = await written(entries);
    for (const [name, writer] of Object.entries(writers)) {
      if (compareBytes(zip, await written(entries, writer)) === 0) return name;
    }
    return 'neither';
  };

  test('JSZip up to 10,000 entries, then the stream', async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => entryOf(`bag/${i}`, i === 0 ? prose(9000) : ''));
    expect(await is(many.slice(0, 10_000))).toBe('jszip');
    expect(await is(many)).toBe('stream');
  }, 30_000);

  test('the stream too for a bare number as a path, which JSZip would move to the front', async () => {
    expect(await is([entryOf('b', prose(9000)), entryOf('10', 'x'), entryOf('9', 'x'), entryOf('a', 'x')])).toBe(
      'stream',
    );
  });
});

describe('what no archive may hold is a fault before a byte is written', () => {
  const rows: [string, string[]][] = [
    ['a path that leads out', ['../a']],
    ['B77 a name of a device', ['bag/CON']],
    ['B77 signs that Windows forbids', ['bag/a?']],
    ['B80 letters beyond ASCII', ['bag/чат']],
    ['the same path twice', ['bag/a', 'bag/a']],
    ['B80 paths that collide', ['bag/a', 'bag/A']],
  ];
  test.each(rows)('%s', async (_, paths) => {
    let chunks = 0;
    const sink: ByteSink = { write: async () => void chunks++ };
    const writing = writeZip(
      paths.map((path) => entryOf(path, 'x')),
      sink,
    );
    await expect(writing).rejects.toMatchObject({ code: 'broken-promise' });
    expect(chunks).toBe(0);
  });
});

test('deflating is worth while from a twentieth saved up to 50-fold', () => {
  expect([96, 95, 2, 1].map((deflated) => worthDeflating(100, deflated))).toEqual([false, true, true, false]);
});

test('noise is noise', () => {
  expect(new Set(noise(4000)).size).toBe(256);
});
