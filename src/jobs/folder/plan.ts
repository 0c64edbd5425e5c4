import type { FolderAsk } from '../../store/job-rows';
import type { SessionRow } from '../../store/rows';
import type { FolderFacts } from './due';
import { asOne, folderPath, untaken, withNote } from './names';

/** Where the archive of a session goes now: where its last one lies, beside it, or to a name that nobody else has. */
export function planFor(
  { settings, saved }: FolderFacts,
  session: SessionRow,
  siteName: (id: string) => string,
): FolderAsk {
  const { place, pattern, keep } = settings;
  const lies = saved.get(session.id);
  const own = lies?.place === place && lies.pattern === pattern ? lies : null;
  const told = { place, pattern, revision: session.revision, log: session.tail.prev };
  if (own && keep === 'replace') return { ...told, path: own.name, version: own.version, over: own.bytes };
  const others = [...saved.values()].filter((row) => row.place === place && row.session !== session.id);
  const taken = new Set(others.map(({ name }) => asOne(name)));
  const { key, title, started, site } = session;
  const named = { key, title, started, site: siteName(site) };
  const path = untaken(folderPath(pattern, named), named, taken);
  if (!own) return { ...told, path, version: 1, over: null };
  const version = own.version + 1;
  return { ...told, path: untaken(withNote(path, `v${version}`), named, taken), version, over: null };
}
