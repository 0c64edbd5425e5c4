import { Fault } from '../../lib/fault';
import { compareText } from '../../lib/text';
import { jszipWriter } from './jszip-writer';
import { LIMITS, ORDINARY } from './limits';
import { archivePathRule, nameBook } from './names';
import type { ByteSink, WriteOptions, ZipEntryIn, ZipWriter } from './ports';
import { joiningSink } from './sinks';
import { streamWriter } from './stream-writer';

/** With the three values of its zip64 field. */
const LARGEST_CENTRAL_HEADER = 46 + 28;

/** Our own reader must take what we write: what it would refuse is a fault of ours, found before a byte is written. */
function checkEntries(entries: readonly ZipEntryIn[]): void {
  const directory = entries.reduce((sum, { path }) => sum + LARGEST_CENTRAL_HEADER + path.length, 0);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const fits = directory <= LIMITS.directoryBytes && bytes <= LIMITS.totalBytes && entries.length <= LIMITS.entries;
  if (!fits) throw new Fault('broken-promise');
  const clash = nameBook('archive');
  for (const { path } of entries) {
    if (archivePathRule(path) !== null || clash(path, false) !== null) throw new Fault('broken-promise');
  }
}

/** The writer for these entries, by their number and size alone, so that it is the same one everywhere. */
function writerFor(entries: readonly ZipEntryIn[]): ZipWriter {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const ordinary = bytes <= ORDINARY.bytes && entries.length <= ORDINARY.entries;
  const numbered = entries.some(({ path }) => /^\d+$/.test(path)); // JSZip cannot keep such a name in its place
  return ordinary && !numbered ? jszipWriter : streamWriter;
}

/**
 * Writes a zip: entries sorted by bytes, no folder entries, fixed dates, the same bytes for the same entries in every
 * browser, time zone and language. JSZip writes what is of ordinary size, our own writer streams the rest with zip64.
 * Faults: `cancelled`; `broken-promise` for a path no archive may hold, for more than a reader takes, and for an entry
 * that has not the size it promised.
 */
export async function writeZip(
  entries: readonly ZipEntryIn[],
  sink: ByteSink,
  options: WriteOptions & { readonly writer?: ZipWriter } = {},
): Promise<void> {
  checkEntries(entries);
  const sorted = [...entries].sort((a, b) => compareText(a.path, b.path)); // ASCII: as bytes
  const write = options.writer ?? writerFor(sorted);
  const joined = joiningSink(sink);
  await write(sorted, joined, options);
  await joined.flush();
}
