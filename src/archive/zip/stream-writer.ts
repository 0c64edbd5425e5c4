import { Uint8ArrayReader, ZipWriter as ZipJsWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { concat } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { crc32 } from './crc32';
import { packed } from './deflate';
import type { ByteSink, ZipEntryIn, ZipWriter } from './ports';
import { queuedSink } from './sinks';
import { STAMP } from './stamp';

type Writer = Pick<ZipJsWriter<unknown>, 'add'>;

async function add(writer: Writer, entry: ZipEntryIn, signal: AbortSignal | undefined): Promise<void> {
  const bytes = await entry.bytes();
  if (bytes.length !== entry.size) throw new Fault('broken-promise');
  const { method, pieces } = await packed(bytes, entry.compressed ?? false, signal);
  const content = pieces.length === 1 ? (pieces[0] ?? bytes) : concat(pieces);
  await writer.add(entry.path, new Uint8ArrayReader(content), {
    passThrough: true,
    compressionMethod: method,
    uncompressedSize: bytes.length,
    crc32: crc32(bytes),
  });
}

/**
 * Streams a zip of any size with zip.js, zip64 where a value needs it. Memory holds one entry at a time, beside the
 * list of entries. The bytes are deflated before zip.js sees them, so that its own codecs, which may be the browser's,
 * have no say in them.
 */
export const streamWriter: ZipWriter = async (entries, sink, { progress, signal } = {}) => {
  const queue = queuedSink(sink);
  const writer = new ZipJsWriter(writable(queue), {
    keepOrder: true,
    dataDescriptor: false,
    extendedTimestamp: false,
    useUnicodeFileNames: true,
    useWebWorkers: false,
    level: 6,
    rawLastModDate: STAMP.dosTime,
    versionMadeBy: STAMP.madeBy,
    externalFileAttributes: STAMP.unixMode * 0x10000,
  });
  let done = 0;
  for (const [index, entry] of entries.entries()) {
    if (signal?.aborted) throw new Fault('cancelled');
    await add(writer, entry, signal);
    done += entry.size;
    progress?.({ entries: index + 1, bytes: done });
  }
  await writer.close();
  await queue.done();
};

const writable = (sink: ByteSink): WritableStream<Uint8Array<ArrayBuffer>> =>
  new WritableStream({ write: (chunk) => sink.write(chunk) });
