import JSZip from 'jszip';
import { concat } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { centralHeader, endRecords, localHeader } from './headers';
import { packEntry } from './pack-entry';
import type { ByteSink, ZipEntryIn, ZipWriter } from './ports';
import { queuedSink } from './sinks';
import { STAMP } from './stamp';

const CENTRAL_HEADER = 46;

const AHEAD = 4 * 1024 * 1024;

/** Lets JSZip make the zip and hands on its chunks of 16 KB as they come; waits when the taker is some MB behind. */
function generate(zip: JSZip, signal: AbortSignal | undefined, take: ByteSink['write']): Promise<void> {
  const stream = zip.generateInternalStream({ type: 'uint8array', platform: 'UNIX', streamFiles: false });
  let ahead = 0;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      stream.pause();
      reject(error);
    };
    const taken = (bytes: number): void => {
      const waited = ahead > AHEAD;
      ahead -= bytes;
      if (waited && ahead <= AHEAD) stream.resume();
    };
    stream
      .on('data', (chunk) => {
        if (signal?.aborted) return fail(new Fault('cancelled'));
        const { length } = chunk;
        ahead += length;
        if (ahead > AHEAD) stream.pause(); // takes effect a turn later: more chunks may come before
        take(chunk as Uint8Array<ArrayBuffer>).then(() => taken(length), fail);
      })
      .on('error', fail)
      .on('end', () => resolve())
      .resume();
  });
}

interface Added {
  /** Bytes of the entry's local header and content. */
  readonly extent: number;
  readonly path: string;
}

/**
 * Adds one entry to the zip: as a zip of that entry alone, its content packed already. JSZip takes packed bytes over as
 * they are, which spares its slower deflate and checksum, and the entry's own bytes can be let go of.
 */
async function add(zip: JSZip, entry: ZipEntryIn, signal: AbortSignal | undefined): Promise<Added> {
  const { header, pieces } = await packEntry(entry, 0, signal);
  const local = localHeader(header);
  const central = centralHeader(header);
  const extent = local.length + header.packed;
  const alone = concat([local, ...pieces, central, endRecords(1, central.length, extent)]);
  await zip.loadAsync(alone, { createFolders: false });
  const loaded = zip.file(entry.path);
  if (loaded) loaded.options.compression = header.method === 8 ? 'DEFLATE' : 'STORE';
  return { path: entry.path, extent };
}

/** Where the second byte of each header's flags stands: first in the local headers, then in the directory. */
function flagPlaces(entries: readonly Added[]): number[] {
  const places: number[] = [];
  let at = 0;
  for (const { extent } of entries) {
    places.push(at + 7);
    at += extent;
  }
  for (const { path } of entries) {
    places.push(at + 9);
    at += CENTRAL_HEADER + path.length;
  }
  return places;
}

/** Says in every header that its name is UTF-8; JSZip says so only of names beyond ASCII. */
function utf8Flagged(places: readonly number[], write: ByteSink['write']): ByteSink['write'] {
  let next = 0;
  let from = 0;
  return (chunk) => {
    for (let at = places[next]; at !== undefined && at < from + chunk.length; at = places[next]) {
      chunk[at - from] = (chunk[at - from] ?? 0) | (STAMP.utf8Flag >> 8);
      next += 1;
    }
    from += chunk.length;
    return write(chunk);
  };
}

/**
 * Writes a zip of ordinary size with JSZip. Memory holds the packed bytes of all entries and one entry's own bytes.
 * Paths must be ASCII, sorted, and not a bare number, which JSZip would move to the front.
 */
export const jszipWriter: ZipWriter = async (entries, sink, { progress, signal } = {}) => {
  const zip = new JSZip();
  const added: Added[] = [];
  let done = 0;
  for (const entry of entries) {
    if (signal?.aborted) throw new Fault('cancelled');
    added.push(await add(zip, entry, signal));
    done += entry.size;
    progress?.({ entries: added.length, bytes: done });
  }
  const queue = queuedSink(sink);
  await generate(zip, signal, utf8Flagged(flagPlaces(added), queue.write));
  await queue.done();
};
