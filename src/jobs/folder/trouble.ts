import { isoTime } from '../../lib/time';
import type { FolderTrouble } from '../../store/folder';
import type { FolderError, JobError } from '../../store/job-rows';
import { isOpen } from '../../store/jobs';
import type { FolderJob } from './due';

/** Nothing but the person ends these: asked again and again, they would only be annoyed. */
const FOR_THE_PERSON: readonly FolderError[] = ['folder-asks', 'folder-gone', 'folder-locked'];

/** True where a session's own archive had no part in it: it waits with all others, and not for longer. */
export const isOfFolder = (error: JobError | null): boolean => {
  const what = inTheWay(error);
  return what === 'folder-full' || FOR_THE_PERSON.some((each) => each === what);
};

const FIRST = 10 * 60_000;
const MOST = 6 * 60 * 60_000;

/** What stands in the way of every archive, not of this one alone. */
function inTheWay(error: JobError | null): FolderError | null {
  if (error === 'storage-full' || error === 'folder-full') return 'folder-full';
  return error?.startsWith('folder-') ? (error as FolderError) : null;
}

/** What the latest end of an export for the folder says of the folder itself; null: nothing that was not known. */
export function afterEnd(
  jobs: readonly FolderJob[],
  { seen, trouble }: { readonly seen: string | null; readonly trouble: FolderTrouble | null },
): { readonly seen: string; readonly trouble: FolderTrouble | null } | null {
  const [latest] = jobs.filter((job) => !isOpen(job)).sort((a, b) => (a.changed < b.changed ? 1 : -1));
  if (!latest || latest.id === seen) return null;
  const { id, changed: at } = latest;
  if (latest.state === 'done') return { seen: id, trouble: null };
  const error = latest.state === 'failed' ? inTheWay(latest.error) : null;
  if (error === null) return { seen: id, trouble };
  const tries = trouble?.error === error ? trouble.tries + 1 : 1;
  const wait = Math.min(FIRST * 2 ** (tries - 1), MOST);
  const until = FOR_THE_PERSON.includes(error) ? null : isoTime(Date.parse(at) + wait);
  return { seen: id, trouble: { error, at, tries, until } };
}
