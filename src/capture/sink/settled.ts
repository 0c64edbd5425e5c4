import { isoTime } from '../../lib/time';
import { finishFiles } from '../../store/files';
import type { FileOutcome, PageTask } from '../../store/job-rows';
import { finishPage } from '../../store/pages';
import { dropExchange } from '../../store/pending';
import type { ExchangeRow } from '../../store/rows';
import type { Sink } from './sink';

/** After so many tries that ended in a fault of ours, a file or a page is given up. */
export const MOST_TRIES = 3;

/** Tells the job of an exchange what became of its file or page, and what of a page is still to come. Part of the transaction that keeps it. */
export async function finish(
  sink: Sink,
  { job, file, source }: ExchangeRow,
  outcome: FileOutcome,
  more: readonly PageTask[] = [],
): Promise<void> {
  if (job === null) return;
  const now = isoTime(sink.now());
  if (file !== undefined) await finishFiles(sink.db, job, [{ number: file, outcome }], now);
  else if (source !== undefined) await finishPage(sink.db, job, { number: source, outcome, more }, now);
}

/** Lets go of what came: it belongs to nothing, or is asked for again. */
export async function forget(sink: Sink, { id }: ExchangeRow): Promise<null> {
  await dropExchange(sink.db, id);
  return null;
}

/** A fault of ours in the bytes of one holds up no other. */
export async function giveUp(sink: Sink, row: ExchangeRow): Promise<null> {
  await finish(sink, row, 'unreadable');
  return forget(sink, row);
}
