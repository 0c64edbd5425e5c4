import type { OpenedArchive, OpenedSession } from '../archive/open';
import { sessionName } from '../handoff/titles';
import { readLog } from '../model/chain';
import { viewOf } from '../projection/view';
import { type Complaint, complaint } from './complaint';

const nameOf = ({ lines, hashes }: OpenedSession): string => sessionName(viewOf(readLog(lines, hashes).events));

/** The session of an archive that is meant: by its slug, or the only one. Else those there are, with their names. */
export function pickSession({ sessions }: OpenedArchive, slug: string | null): OpenedSession | Complaint {
  const [only] = sessions;
  if (slug === null && sessions.length === 1 && only) return only;
  const session = sessions.find((each) => each.slug === slug);
  if (session) return session;
  const before = sessions.map((each) => `  ${each.slug}  ${nameOf(each)}`);
  const wrong = slug === null ? 'There are several sessions' : `There is no session "${slug}"`;
  return { ...complaint(`${wrong}: say --session and one of the names above.`, 2), before };
}
