import type { WrittenFile } from '../../platform/downloads';
import type { PickedFolder } from '../../platform/picked-folder';
import type { SavedRow } from '../../store/saved';

/**
 * True if the browser knows that what we wrote under that name is no longer there. What it does not list, since its list was
 * cleared, say, it cannot tell of.
 */
export function isGone(lies: Lies, files: readonly WrittenFile[]): boolean {
  const own = ownOf(lies, files);
  return own.length > 0 && own.every(({ isThere }) => !isThere);
}

/** What is known of an archive that lies there. */
export type Lies = Pick<SavedRow, 'name' | 'bytes'>;

/** The files by which the browser knows what we wrote under that name. */
export const ownOf = ({ name, bytes }: Lies, files: readonly WrittenFile[]): readonly WrittenFile[] =>
  files.filter((file) => file.bytes === bytes && file.path.endsWith(`/${name}`));

/** Where it can be seen what is there. */
export interface Places {
  /** The files that downloads of ours have written. */
  ourFiles(): Promise<readonly WrittenFile[]>;
  /** The folder that was picked, or null. */
  picked(): Promise<PickedFolder | null>;
}

/** The sessions whose archive was saved and is no longer there, as far as anybody can tell. Nobody is asked for anything. */
export async function goneOf(saved: readonly SavedRow[], places: Places): Promise<ReadonlySet<string>> {
  const [below, picked] = [saved.filter(({ place }) => place === 'downloads'), saved.filter(isPicked)];
  const gone = await Promise.all([
    below.length > 0 ? places.ourFiles().then((files) => below.filter((row) => isGone(row, files))) : [],
    picked.length > 0 ? places.picked().then((folder) => missingIn(folder, picked)) : [],
  ]);
  return new Set(gone.flat().map(({ session }) => session));
}

const isPicked = ({ place }: SavedRow): boolean => place === 'picked';

/** A folder that is closed to us, or not there itself, tells nothing. */
async function missingIn(folder: PickedFolder | null, saved: readonly SavedRow[]): Promise<SavedRow[]> {
  if (!folder || !(await folder.isAllowed())) return [];
  try {
    const missing: SavedRow[] = [];
    for (const row of saved) if ((await folder.read(row.name)) === null) missing.push(row);
    return missing;
  } catch {
    return [];
  }
}
