import JSZip from 'jszip';
import { concat } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { centralHeader, endRecords, localHeader, type Written } from './headers';
import { DEFLATE } from './listed';
import { packEntry } from './pack-entry';
import type { ByteSink, ZipWriter } from './ports';
import { queuedSink } from './sinks';
import { STAMP } from './stamp';

const LOCAL_HEADER = 30;
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

type Ready = Awaited<ReturnType<typeof packEntry>>;

/** The content of an entry that JSZip has loaded and hands on as it is. Its types leave this out, as its own affair. */
interface Content {
  readonly compressedContent: Uint8Array;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  readonly crc32: number;
}

const NOTHING = new Uint8Array(0);
/** One byte: an entry without any JSZip would not take for one that is packed. */
const PLACEHOLDER = new Uint8Array(1);

/** A zip of all entries with a placeholder for the content of each. */
function skeleton(entries: readonly Ready[]): Uint8Array<ArrayBuffer> {
  const contents: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let offset = 0;
  for (const { header } of entries) {
    const content = header.size === 0 ? NOTHING : PLACEHOLDER;
    const stub = { ...header, packed: content.length, size: content.length, offset };
    const local = localHeader(stub);
    contents.push(local, content);
    list.push(centralHeader(stub));
    offset += local.length + content.length;
  }
  const directory = concat(list);
  return concat([...contents, directory, endRecords(entries.length, directory.length, offset)]);
}

/**
 * The zip of entries that are packed already, which spares JSZip's slower deflate and checksum: it loads their skeleton,
 * and is then given each content, to be handed on as it is. To load the contents themselves is no way: JSZip walks over
 * every byte of a zip first, one by one. That this release takes them, the tests see byte for byte.
 */
async function zipOf(entries: readonly Ready[], paths: readonly string[]): Promise<JSZip> {
  const zip = await JSZip.loadAsync(skeleton(entries), { createFolders: false });
  for (const [i, { header, pieces }] of entries.entries())
    if (header.size > 0) give(zip.file(paths[i] ?? ''), header, pieces);
  return zip;
}

function give(loaded: JSZip.JSZipObject | null, header: Written, pieces: Ready['pieces']): void {
  const { _data: data } = (loaded ?? {}) as { readonly _data?: Content };
  if (!loaded || !data?.compressedContent) throw new Fault('broken-promise');
  loaded.options.compression = header.method === DEFLATE ? 'DEFLATE' : 'STORE';
  const [only] = pieces;
  const given: Content = {
    compressedContent: only && pieces.length === 1 ? only : concat(pieces),
    compressedSize: header.packed,
    uncompressedSize: header.size,
    crc32: header.crc,
  };
  Object.assign(data, given);
}

/** Where the second byte of each header's flags stands: first in the local headers, then in the directory. */
function flagPlaces(entries: readonly Ready[]): number[] {
  const places: number[] = [];
  let at = 0;
  for (const { header } of entries) {
    places.push(at + 7);
    at += LOCAL_HEADER + header.name.length + header.packed;
  }
  for (const { header } of entries) {
    places.push(at + 9);
    at += CENTRAL_HEADER + header.name.length;
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
  const ready: Ready[] = [];
  let done = 0;
  for (const entry of entries) {
    if (signal?.aborted) throw new Fault('cancelled');
    ready.push(await packEntry(entry, 0, signal));
    done += entry.size;
    progress?.({ entries: ready.length, bytes: done });
  }
  const zip = await zipOf(
    ready,
    entries.map(({ path }) => path),
  );
  const queue = queuedSink(sink);
  await generate(zip, signal, utf8Flagged(flagPlaces(ready), queue.write));
  await queue.done();
};
