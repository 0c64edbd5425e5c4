import type { Taken } from '../../intake/take';
import { parseJson } from '../../lib/json';
import { isoTime } from '../../lib/time';
import type { Event } from '../../model/event';
import type { Site } from '../../providers/contract';
import { addressOf } from '../../providers/kit/addresses';
import { isWatch } from '../../store/failed-reads';
import { deleteSessions } from '../../store/forget';
import { readJob } from '../../store/jobs';
import { noteOnce } from '../../store/journal';
import { leaveOut, leftOut, takeIn } from '../../store/left-out';
import type { ExchangeRow } from '../../store/rows';
import { readLines, readOwnSession } from '../../store/sessions';
import type { Sink } from './sink';

interface Leaving {
  readonly site: Site;
  readonly row: ExchangeRow;
  readonly taken: Taken;
  /** Of the session that it is of. */
  readonly key: string;
}

/**
 * Whether nothing is to be kept of what nobody asked for: the site does not keep the conversation, or the person deleted
 * it here. (A new turn of one that was deleted is new, and kept; what a page reads again is not.) What the person asks for
 * is always kept, and from then on no longer deleted.
 */
export async function isLeftOut(sink: Sink, leaving: Leaving): Promise<boolean> {
  const { site, row, taken, key } = leaving;
  const before = await leftOut(sink.db, key);
  if (await isAskedFor(sink, row)) {
    if (before !== null) await takeIn(sink.db, key);
    return false;
  }
  if (before === 'temporary' || isTemporary(leaving)) {
    await dropTemporary(sink, row, key);
    return true;
  }
  const isRead =
    taken.outcome.kind !== 'session' || site.routes.find(({ name }) => name === row.route)?.body === 'json';
  return before === 'deleted' && isRead;
}

async function isAskedFor(sink: Sink, { job: id, welcome }: ExchangeRow): Promise<boolean> {
  if (welcome) return true;
  const job = id === null ? null : await readJob(sink.db, id);
  return job !== null && !(job.kind === 'read' && isWatch(job));
}

/** The site says so in what was read, or by the page's address. */
function isTemporary({ site, row, taken }: Leaving): boolean {
  const page = addressOf(row.page);
  return (taken.outcome.kind === 'session' && taken.outcome.temporary) || (page && site.temporary?.(page)) || false;
}

/** Nothing is heard of it from now on, and what was heard before that was known goes, where the person never asked for it. */
async function dropTemporary(sink: Sink, { site }: ExchangeRow, key: string): Promise<void> {
  const at = isoTime(sink.now());
  await leaveOut(sink.db, [key], 'temporary');
  await noteOnce(sink.db, { at, what: 'dropped', site, detail: 'temporary' }, 60_000);
  const session = await readOwnSession(sink.db, key);
  if (!session || (await isAskedLog(sink, session.id))) return;
  await deleteSessions(sink.db, [session.id], at);
  await leaveOut(sink.db, [key], 'temporary'); // that it was deleted is not the reason
}

async function isAskedLog(sink: Sink, session: string): Promise<boolean> {
  for await (const line of readLines(sink.db, session)) {
    const { source, actor } = parseJson(line) as Event; // our own lines
    if (source.capture !== 'heard' && actor.kind !== 'recorder') return true;
  }
  return false;
}
