import { readNote, writeNote } from '../../intake/file-note';
import { judgeFile } from '../../intake/judge-file';
import { type Recorder, record } from '../../intake/record';
import { takeFile } from '../../intake/take-file';
import { looseText } from '../../lib/bytes';
import { isoTime } from '../../lib/time';
import { FILE_ROUTE } from '../../providers/kit/file-route';
import { sniff } from '../../raw/sniff';
import { readJob } from '../../store/jobs';
import { keep, type NewLines, type OpenLog } from '../../store/keep';
import { countTry, exchangeBytes } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { finish, forget, giveUp, MOST_TRIES } from './settled';
import type { Sink } from './sink';

/** A pending exchange of a file has no status where no answer came, and no address where it was not asked for. */
export const NO_STATUS = 0;
export const NO_ADDRESS = '';

/**
 * Keeps what came of a file, and tells its job, in one transaction. What was cut is forgotten: the file is asked for
 * again, or said to be missing by an exchange of its own. Throws what the storage refuses.
 */
export async function settleFile(sink: Sink, row: ExchangeRow): Promise<SessionRow | null> {
  const job = row.job === null ? null : await readJob(sink.db, row.job);
  const session = job?.kind === 'files' ? await readSession(sink.db, job.ask.session) : null;
  const reader = sink.readerOf(row.site);
  const asked = readNote(row.request && looseText(row.request));
  if (!session || !reader || !asked || row.state === 'cut') return forget(sink, row);
  const tries = await countTry(sink.db, row.id);
  if (tries > MOST_TRIES) return giveUp(sink, row);
  const bytes = await exchangeBytes(sink.db, row.id);
  const { mime } = await sniff(bytes);
  const { note, body } = judgeFile({ note: asked, body: bytes, type: row.type, mime });
  const { site, origin, method, type, capture, began: at } = row;
  const head = {
    ...{ site, origin, route: FILE_ROUTE, method, type, at, capture, form: 'read' as const },
    address: row.address === NO_ADDRESS ? null : row.address,
    status: row.status === NO_STATUS ? null : row.status,
  };
  const taken = await takeFile({ head, body, request: writeNote(note) }, reader, at);
  const recorder: Recorder = { ...(await sink.about()), account: null, recorded: isoTime(sink.now()) };
  const nothing = ({ tail }: OpenLog): NewLines => ({ lines: [], needs: new Set(), tail });
  return keep(sink.db, {
    identity: session,
    newId: sink.newId(),
    artifacts: taken.artifacts,
    exchange: row.id,
    // a session that was deleted meanwhile does not come back for a file
    merge: (log) => (log.session ? record(log, taken, session, recorder) : nothing(log)),
    outcome: () => null,
    reread: (before) => before ?? null,
    also: () => finish(sink, row, note.outcome),
  });
}
