import { Fault } from '../../lib/fault';
import { centralHeader, endRecords, localHeader, type Written } from './headers';
import { packEntry } from './pack-entry';
import { memorySink, type ZipEntryIn, type ZipWriter } from './ports';
import { joiningSink, type QueuedSink, queuedSink } from './sinks';

async function writeEntry(sink: QueuedSink, entry: ZipEntryIn, signal: AbortSignal | undefined): Promise<Written> {
  const { header, pieces } = await packEntry(entry, sink.size(), signal);
  await sink.write(localHeader(header));
  for (const piece of pieces) await sink.write(piece);
  return header;
}

/**
 * Streams a zip of any size, zip64 where a value needs it. Memory holds one entry at a time and the zip's list, some
 * 80 bytes an entry. Sizes and checksum are known before an entry is written, so no data descriptor is needed.
 */
export const streamWriter: ZipWriter = async (entries, sink, { progress, signal } = {}) => {
  const queue = queuedSink(sink);
  const list = memorySink();
  const listing = joiningSink(list);
  let done = 0;
  for (const [index, entry] of entries.entries()) {
    if (signal?.aborted) throw new Fault('cancelled');
    await listing.write(centralHeader(await writeEntry(queue, entry, signal)));
    done += entry.size;
    progress?.({ entries: index + 1, bytes: done });
  }
  await listing.flush();
  const from = queue.size();
  const directory = list.bytes();
  await queue.write(directory);
  await queue.write(endRecords(entries.length, directory.length, from));
  await queue.done();
};
