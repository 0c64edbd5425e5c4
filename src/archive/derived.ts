import { textOf } from '../lib/bytes';
import { sha256Native } from '../lib/hash';
import { MANIFEST, readManifest } from './bag';
import { sourceOf } from './library';
import type { OpenedArchive } from './open';
import { planArchive } from './pack';
import { type Flaw, flaw } from './verdict';
import { damageIn } from './zip/refusals';

/** Files beside `data/` that are computed from the sessions; the others of the bag say nothing of their own. */
const PAGES = ['README.md', 'index.html'] as const;

/** What computing an archive's files again gave. */
export interface Derived {
  /** How many files were compared. */
  readonly files: number;
  readonly flaws: readonly Flaw[];
}

/**
 * Computes every file again that follows from logs, artifacts, release and options, as packing does, and says which are
 * not in the archive as they should be. Manifests that were made to fit hide nothing from this. It is for a sound archive
 * of this very release: another one may word its pages otherwise.
 */
export async function deriveAgain(archive: OpenedArchive, release: string): Promise<Derived> {
  const { sessions, options, library } = archive;
  const plan = await planArchive({
    sessions: sessions.map((session) => sourceOf(archive, session)),
    library,
    artifact: archive.artifact,
    release,
    options,
  });
  const made = new Map(plan.entries.map(({ path, bytes }) => [path.slice(plan.name.length + 1), bytes]));
  const list = readManifest(textOf((await made.get(MANIFEST)?.()) ?? new Uint8Array()) ?? '');
  const ours = 'files' in list ? list.files : new Map<string, string>();
  const flaws = payloadFlaws(ours, archive.manifest);
  for (const path of PAGES) {
    const page = await made.get(path)?.();
    const there = await bytesIn(archive, path);
    const isSame = page && there && (await sha256Native(page)) === (await sha256Native(there));
    if (!isSame) flaws.push(there ? changed(path) : missing(path));
  }
  return { files: ours.size + PAGES.length, flaws };
}

/** What differs between two manifests. */
function payloadFlaws(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): Flaw[] {
  const differing = [...ours].filter(([path, hash]) => theirs.get(path) !== hash);
  const flaws = differing.map(([path]) => (theirs.has(path) ? changed(path) : missing(path)));
  return [...flaws, ...[...theirs.keys()].filter((path) => !ours.has(path)).map(added)];
}

async function bytesIn({ entries }: OpenedArchive, path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return (await entries.get(path)?.read()) ?? null;
  } catch (error) {
    if (damageIn(error)) return null; // it was whole when the archive was opened, and has changed since
    throw error;
  }
}

const changed = (path: string): Flaw =>
  flaw(path, 'derived', `"${path}" is not what this release makes of the log, though the manifest fits it.`);
const missing = (path: string): Flaw =>
  flaw(path, 'derived', `"${path}", which this release makes of the log, is not in the archive.`);
const added = (path: string): Flaw =>
  flaw(path, 'derived', `"${path}" is none of the files that this release makes of the log.`);
