import { readPageNote } from '../../intake/page-note';
import type { ReadCopy } from '../../intake/page-reading';
import { type Recorder, record } from '../../intake/record';
import type { Taken } from '../../intake/take';
import { takePage } from '../../intake/take-page';
import { looseText } from '../../lib/bytes';
import { Fault } from '../../lib/fault';
import { isoTime } from '../../lib/time';
import { sourceImageId } from '../../model/ids';
import { contentHash, type Version } from '../../model/versions';
import type { PageTask } from '../../store/job-rows';
import { endJob, readJob } from '../../store/jobs';
import { keep, type NewLines, type OpenLog } from '../../store/keep';
import { waitingPages } from '../../store/pages';
import { countTry, dropExchange, exchangeBytes } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { type PageReading, rereadPages } from './reread-pages';
import { finish, forget, giveUp, MOST_TRIES } from './settled';
import type { Sink } from './sink';

/**
 * Reads and keeps the pages that have come and wait. Where the storage is full, their job ends and says so; what else
 * fails is tried again the next time, and given up in the end. Then pages that were read by other tools are read again.
 */
export async function settlePages(sink: Sink, reading: PageReading): Promise<void> {
  for (const row of await waitingPages(sink.db)) {
    try {
      await settlePage(sink, row, reading.readCopy);
    } catch (error) {
      if (Fault.is(error) && error.code === 'storage-full') await endFull(sink, row);
    }
  }
  await rereadPages(sink, reading);
}

async function endFull(sink: Sink, { id, job }: ExchangeRow): Promise<void> {
  await dropExchange(sink.db, id); // first of all: it makes room
  if (job !== null) await endJob(sink.db, job, isoTime(sink.now()), { state: 'failed', error: 'storage-full' });
}

/**
 * Keeps what came of a page, and tells its job, in one transaction. A page that is as it was adds nothing. What was cut is
 * forgotten: it is asked for again. Throws what the storage refuses.
 */
export async function settlePage(sink: Sink, row: ExchangeRow, readCopy: ReadCopy): Promise<SessionRow | null> {
  const job = row.job === null ? null : await readJob(sink.db, row.job);
  const session = job?.kind === 'pages' ? await readSession(sink.db, job.ask.session) : null;
  const reader = sink.readerOf(row.site);
  const note = readPageNote(row.request && looseText(row.request));
  if (!session || !reader || !note || row.state === 'cut') return forget(sink, row);
  if ((await countTry(sink.db, row.id)) > MOST_TRIES) return giveUp(sink, row);
  const { site, origin, route, method, address, type, began: at, request } = row;
  const { status } = note.record;
  const head = { site, origin, route, method, address, status, type, at, capture: 'asked', form: 'page' } as const;
  const body = await exchangeBytes(sink.db, row.id);
  let found: readonly string[] = [];
  const looking: ReadCopy = async (...asked) => {
    const read = await readCopy(...asked);
    found = read?.images?.slice(0, MOST_IMAGES) ?? [];
    return read;
  };
  const taken = await takePage({ head, body, request }, reader, at, looking);
  const more = job?.kind === 'pages' && job.ask.images ? picturesOf(note.id, found) : [];
  const recorder: Recorder = { ...(await sink.about()), account: null, recorded: isoTime(sink.now()) };
  return keep(sink.db, {
    identity: session,
    newId: sink.newId(),
    artifacts: taken.artifacts,
    exchange: row.id,
    // a session that was deleted meanwhile does not come back for a page
    merge: (log) => (log.session && !isKnown(log, taken) ? record(log, taken, session, recorder) : nothing(log)),
    outcome: () => null,
    reread: (before) => before ?? null,
    also: () => finish(sink, row, note.outcome, more),
  });
}

/** Of a page with more pictures the others are not even named. */
const MOST_IMAGES = 100;

/** The pictures in the readable part of a page, as what is to be asked for next. */
const picturesOf = (page: string, addresses: readonly string[]): PageTask[] =>
  addresses
    .filter((url) => /^https?:/.test(url))
    .map((url) => ({ id: sourceImageId(page, url), url, parents: [page], image: true, outcome: null, tries: 0 }));

const nothing = ({ tail }: OpenLog): NewLines => ({ lines: [], needs: new Set(), tail });

/** True where all that it says is what was said last: the same page, asked for once more, is no news. */
function isKnown({ ledger }: OpenLog, { outcome }: Taken): boolean {
  if (outcome.kind !== 'session') return false;
  return outcome.observations.every((each) => lastOf(ledger.versions.get(each.id)) === contentHash(each));
}

const lastOf = (versions: readonly Version[] = []): string | undefined =>
  versions.reduce<Version | undefined>(
    (last, each) => (last && (last.updated ?? '') > (each.updated ?? '') ? last : each),
    undefined,
  )?.hash;
