import type { Taken } from '../../intake/take';
import type { Site } from '../../providers/contract';
import { belongingOf } from '../../store/belonging';
import { readJob } from '../../store/jobs';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { readOwnSession, readSession } from '../../store/sessions';
import type { Sink } from './sink';

/** As long a page may load before it shows a conversation; milliseconds. */
const MOST_WAITING = 10 * 60_000;

/** True for an exchange that says what is in force beside conversations, and holds none itself. */
export const isBeside = ({ routes }: Pick<Site, 'routes'>, { route }: ExchangeRow): boolean =>
  routes.some(({ name, beside }) => name === route && beside);

/**
 * The session that such an exchange is kept in: that of the read that asked for it, else of the conversation that the page
 * shows. `later`: it is not there yet, since the page asks for everything at once. Null: it belongs nowhere.
 */
export async function besideSession(
  sink: Sink,
  row: ExchangeRow,
  shown: string | null,
): Promise<SessionRow | 'later' | null> {
  if (row.job !== null) {
    const job = await readJob(sink.db, row.job);
    return job?.kind === 'read' && job.session !== undefined ? readSession(sink.db, job.session) : null;
  }
  if (shown === null) return null;
  const session = await readOwnSession(sink.db, shown);
  return session ?? (sink.now() - Date.parse(row.began) < MOST_WAITING ? 'later' : null);
}

/** Whether what was read is of that session: it names a project or custom GPT only if the session is of it. */
export async function isOf(sink: Sink, { outcome }: Taken, session: SessionRow): Promise<boolean> {
  if (outcome.kind !== 'session') return false;
  const named = outcome.observations.flatMap(({ kind, body }) =>
    kind === 'config' ? [body.project, body.gizmo].filter((each) => typeof each === 'string') : [],
  );
  if (named.length === 0) return true;
  const own = await belongingOf(sink.db, session);
  return named.every((each) => own.has(each));
}
