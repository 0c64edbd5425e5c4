import type { OpenedArchive } from '../archive/open';
import { compareReread } from '../intake/compare-reread';
import { readCopy } from '../intake/read-copy';
import { readerName } from '../intake/take';
import { readLog } from '../model/chain';
import { readers } from '../providers/readers';

/** What reading everything again gave, in figures and sentences. */
export interface Reread {
  readonly same: number;
  readonly differing: number;
  /** Lines by a reader, or a number of it, that this release lacks, or whose raw is not there. */
  readonly notReread: number;
  /** Lines that the recorder or the person wrote: there is nothing to read again. */
  readonly ours: number;
  readonly sentences: readonly string[];
}

const byName = new Map(readers.map((reader) => [readerName(reader), reader]));

/** Derives every event again from its raw by the reader it names, and compares. */
export async function rereadArchive(archive: OpenedArchive): Promise<Reread> {
  let [same, notReread, ours] = [0, 0, 0];
  const sentences: string[] = [];
  for (const { slug, lines, hashes } of archive.sessions) {
    const { events } = readLog(lines, hashes);
    const verdict = await compareReread(events, archive.artifact, (name) => byName.get(name) ?? null, readCopy);
    same += verdict.same;
    ours += verdict.ours;
    notReread += verdict.otherReader + verdict.withoutRaw;
    for (const { seq, id } of verdict.differing)
      sentences.push(`Event ${seq} of the session "${slug}" (${id}) is not what its raw says when it is read again.`);
  }
  return { same, differing: sentences.length, notReread, ours, sentences };
}
