import type { OpenedArchive, OpenedSession } from '../archive/open';
import { lineOfTitle } from '../handoff/titles';
import { type Complaint, complaint } from './complaint';

/** The session of an archive that is meant: by its slug, or the only one. Else those there are, with their titles. */
export function pickSession({ sessions }: OpenedArchive, slug: string | null): OpenedSession | Complaint {
  const [only] = sessions;
  if (slug === null && sessions.length === 1 && only) return only;
  const session = sessions.find((each) => each.slug === slug);
  if (session) return session;
  const before = sessions.map((each) => `  ${each.slug}  ${lineOfTitle(each.title) ?? 'Untitled'}`);
  const wrong = slug === null ? 'There are several sessions' : `There is no session "${slug}"`;
  return { ...complaint(`${wrong}: say --session and one of the names above.`, 2), before };
}
