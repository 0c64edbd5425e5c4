import { Fault, type FaultCode } from '../../lib/fault';
import { endedExchanges, uncountTry } from '../../store/pending';
import type { ExchangeRow, SessionRow } from '../../store/rows';
import { settle } from './settle';
import type { Sink } from './sink';

/** What stands in the way of keeping anything at all. */
export type Trouble = Extract<FaultCode, 'storage-full' | 'storage-blocked' | 'database-newer'>;

export interface Settler {
  /** Reads everything that has ended, one exchange after the other. Settles when nothing more is to be done now. */
  run(): Promise<void>;
  /** Why the last run left something undone, or null. */
  trouble(): Trouble | null;
}

/** What became of an exchange: the session as it is now, null where none came of it, or what stood in the way. */
export type Told = (row: ExchangeRow, came: SessionRow | Trouble | null) => void;

/**
 * Reads what waits to be read. State is in the database alone: what a run leaves undone, because the storage refused it
 * or the background was ended, the next run does.
 * @param awake keeps the background alive while the work goes on
 * @param told is called after each exchange
 */
export function settlerOf(
  sink: Sink,
  awake: (work: () => Promise<void>) => Promise<void>,
  told: Told = () => undefined,
): Settler {
  let running: Promise<void> | null = null;
  let again = false;
  let trouble: Trouble | null = null;

  const round = async (): Promise<void> => {
    trouble = null;
    // cited pages are read elsewhere: see `settlePages`
    for (const row of (await endedExchanges(sink.db)).filter(({ source }) => source === undefined)) {
      try {
        told(row, await settle(sink, row));
      } catch (error) {
        trouble = troubleIn(error) ?? trouble;
        if (!trouble) continue;
        await uncountTry(sink.db, row.id).catch(() => undefined); // where not even that can be written, none was counted
        return told(row, trouble);
      }
    }
  };

  const loop = async (): Promise<void> => {
    await null;
    while (again) {
      again = false;
      try {
        await round();
      } catch (error) {
        trouble = troubleIn(error) ?? 'storage-blocked';
      }
    }
    running = null;
  };

  return {
    run() {
      again = true;
      running ??= awake(loop);
      return running;
    },
    trouble: () => trouble,
  };
}

export function troubleIn(error: unknown): Trouble | null {
  if (!Fault.is(error)) return null;
  const { code } = error;
  return code === 'storage-full' || code === 'storage-blocked' || code === 'database-newer' ? code : null;
}
