import type { OpenedArchive, OpenedSession } from '../archive/open';
import { type Complaint, complaint } from './complaint';

/** The session of an archive that is meant: by its slug, or the only one. */
export function pickSession(archive: OpenedArchive, slug: string | null): OpenedSession | Complaint {
  const slugs = archive.sessions.map((session) => session.slug);
  const [only] = archive.sessions;
  if (slug === null && archive.sessions.length === 1 && only) return only;
  const session = archive.sessions.find((each) => each.slug === slug);
  if (session) return session;
  return complaint(
    `${slug === null ? 'Say which session' : `There is no session "${slug}"`}: --session ${slugs.join(' | ')}`,
    2,
  );
}
