import { readNote, writeNote } from '../../intake/file-note';
import { judgeFile } from '../../intake/judge-file';
import { type Recorder, record } from '../../intake/record';
import type { Taken } from '../../intake/take';
import { takeFile } from '../../intake/take-file';
import { append } from '../../lib/append';
import { looseText } from '../../lib/bytes';
import { isoTime } from '../../lib/time';
import type { Reader } from '../../providers/contract';
import { FILE_ROUTE } from '../../providers/kit/file-route';
import { sniff } from '../../raw/sniff';
import type { EndedFile } from '../../store/files';
import { readJob } from '../../store/jobs';
import { type KeepAsk, keep, type NewLines, type OpenLog } from '../../store/keep';
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
  if (!session || !reader || row.state === 'cut') return forget(sink, row);
  const tries = await countTry(sink.db, row.id);
  if (tries > MOST_TRIES) return giveUp(sink, row);
  const read = await readCame(row, await exchangeBytes(sink.db, row.id), reader);
  if (!read) return forget(sink, row);
  return keepRead(sink, session, [read], { exchange: row.id, also: () => finish(sink, row, read.ended.outcome) });
}

/** What came of a file, taken and not kept yet. */
export interface ReadFile {
  readonly taken: Taken;
  readonly ended: EndedFile;
}

/** Looks at what came of a file. Null: nobody says what was asked for. */
export async function readCame(
  row: ExchangeRow,
  bytes: Uint8Array<ArrayBuffer>,
  reader: Reader,
): Promise<ReadFile | null> {
  const asked = readNote(row.request && looseText(row.request));
  if (!asked) return null;
  const { mime } = await sniff(bytes);
  const { note, body } = judgeFile({ note: asked, body: bytes, type: row.type, mime });
  const { site, origin, method, type, capture, began: at } = row;
  const head = {
    ...{ site, origin, route: FILE_ROUTE, method, type, at, capture, form: 'read' as const },
    address: row.address === NO_ADDRESS ? null : row.address,
    status: row.status === NO_STATUS ? null : row.status,
  };
  const known = body === bytes ? mime : undefined;
  const taken = await takeFile({ head, body, request: writeNote(note) }, reader, at, known);
  return { taken, ended: { number: row.file ?? 0, outcome: note.outcome } };
}

/** Writes what came of some files of a session into its log, all in one transaction. */
export async function keepRead(
  sink: Sink,
  session: SessionRow,
  read: readonly ReadFile[],
  more: Required<Pick<KeepAsk, 'exchange' | 'also'>>,
): Promise<SessionRow | null> {
  const recorder: Recorder = { ...(await sink.about()), account: null, recorded: isoTime(sink.now()) };
  return keep(sink.db, {
    ...more,
    identity: session,
    newId: sink.newId(),
    artifacts: new Map(read.flatMap(({ taken }) => [...taken.artifacts])),
    // a session that was deleted meanwhile does not come back for a file
    merge: (log) => recordAll(log, log.session ? read : [], session, recorder),
    outcome: () => null,
    reread: (before) => before ?? null,
  });
}

/** Each as it is merged after the ones before it. */
function recordAll(log: OpenLog, read: readonly ReadFile[], session: SessionRow, recorder: Recorder): NewLines {
  const lines: NewLines['lines'][number][] = [];
  const needs = new Set<string>();
  let { tail } = log;
  for (const { taken } of read) {
    const added = record({ tail, ledger: log.ledger }, taken, session, recorder);
    append(lines, added.lines);
    for (const hash of added.needs) needs.add(hash);
    tail = added.tail;
  }
  return { lines, needs, tail };
}
