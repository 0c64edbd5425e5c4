import { writePageNote } from '../../intake/page-note';
import { isoTime } from '../../lib/time';
import type { GapReason } from '../../model/bodies';
import type { PageRecord } from '../../pages/record';
import { SOURCE_ROUTE } from '../../providers/kit/source-route';
import type { PageTask } from '../../store/job-rows';
import { addChunk, beginExchange, endExchange } from '../../store/pending';
import type { SessionRow } from '../../store/rows';
import type { Sink } from './sink';

/** A cited page as it came, or why it did not. */
export type CamePage =
  | {
      readonly kind: 'page';
      readonly record: PageRecord;
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Where a tab showed it: the page may have led elsewhere. */
      readonly at?: string;
    }
  | {
      readonly kind: 'failed';
      readonly record: PageRecord;
      readonly why: GapReason;
      /** A word of ours. */
      readonly because: string;
      /** Where a redirect leads, where the browser shows it. */
      readonly to?: string | null;
    };

/** Which page of a job it is, and of which session. */
export interface PagePlace {
  readonly session: Pick<SessionRow, 'site' | 'origin' | 'native'>;
  readonly job: string;
  readonly number: number;
  readonly page: Pick<PageTask, 'id' | 'parents' | 'image'>;
}

/** It belongs to no tab. */
const NO_TAB = -1;

/** Writes down what came of a page: an exchange that waits to be read. What did not come is one too, without bytes. */
export async function writePage(sink: Sink, came: CamePage, { session, job, number, page }: PagePlace): Promise<void> {
  const { record } = came;
  const id = sink.newId();
  const now = isoTime(sink.now());
  const failed = came.kind === 'failed' ? came : null;
  await beginExchange(sink.db, {
    id,
    tab: NO_TAB,
    site: session.site,
    origin: session.origin,
    route: SOURCE_ROUTE,
    method: 'GET',
    address: record.url,
    page: `${session.origin}/`,
    status: record.status ?? 0,
    type: record.contentType,
    capture: 'asked',
    job,
    source: number,
    request: writePageNote({
      session: session.native,
      id: page.id,
      thread: 'root',
      parents: page.parents,
      record,
      ...(page.image ? { role: 'source-image' as const } : {}),
      outcome: failed?.why ?? 'kept',
      because: failed?.because ?? null,
      to: failed?.to ?? (came.kind === 'page' ? (came.at ?? null) : null),
    }),
    began: record.started,
    touched: now,
    chunks: 0,
    bytes: 0,
    state: 'open',
    tries: 0,
  });
  const bytes = came.kind === 'page' ? came.bytes : null;
  if (bytes) await addChunk(sink.db, { exchange: id, number: 0, bytes }, now);
  await endExchange(sink.db, id, { whole: true, chunks: bytes ? 1 : 0, page: null });
}
