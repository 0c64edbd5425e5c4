import { jszipWriter } from '../../../../src/archive/zip/jszip-writer';
import { blobSource, memorySink } from '../../../../src/archive/zip/ports';
import { openZip } from '../../../../src/archive/zip/reader';
import { streamWriter } from '../../../../src/archive/zip/stream-writer';
import { writeZip } from '../../../../src/archive/zip/write';
import { sha256Native, sha256Stream } from '../../../../src/lib/hash';
import { mixed } from '../samples';

/** SHA-256 of each entry, read whole and as a stream out of a Blob. */
async function entriesOf(zip: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const opened = await openZip(blobSource(new Blob([zip])), 'archive');
  if (opened.kind === 'refused') return [[opened.rule, opened.entry ?? '']];
  const lines: string[][] = [];
  for (const [path, entry] of opened.entries) {
    const streamed = sha256Stream();
    for await (const piece of entry.stream()) streamed.update(piece);
    lines.push([path, await sha256Native(await entry.read()), streamed.hex()]);
  }
  return lines;
}

/** What both writers make of the mixed entries, and what the reader makes of it again: the same wherever it runs. */
export async function run(): Promise<unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, writer] of Object.entries({ jszip: jszipWriter, stream: streamWriter })) {
    const sink = memorySink();
    await writeZip(mixed(), sink, { writer });
    const zip = sink.bytes();
    made[name] = { bytes: zip.length, sha256: await sha256Native(zip), entries: await entriesOf(zip) };
  }
  return made;
}
