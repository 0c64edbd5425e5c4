import { type rereadAll, rereadSession } from '../../intake/reread-session';
import { isoTime } from '../../lib/time';
import type { Event } from '../../model/event';
import { keep, type NewLines, type OpenLog } from '../../store/keep';
import type { SessionRow } from '../../store/rows';
import type { Sink } from './sink';

interface Again {
  /** The session's events, as they were when it was read again. */
  readonly events: readonly Event[];
  readonly again: Awaited<ReturnType<typeof rereadAll>>;
  /** The reader that the session remembers to have tried it; null: none but those before. */
  readonly tried: number | null;
}

/** Keeps what reading a session again gave. False: the session has grown meanwhile, and nothing was written. */
export async function keepAgain(sink: Sink, session: SessionRow, { events, again, tried }: Again): Promise<boolean> {
  let isMine = true;
  await keep(sink.db, {
    identity: session,
    newId: sink.newId(),
    artifacts: new Map(again.flatMap(({ artifacts }) => [...artifacts])),
    exchange: null,
    merge(log) {
      isMine = log.tail.seq === events.length;
      return isMine && again.length > 0
        ? rereadSession(log, events, again, { identity: session, recorded: isoTime(sink.now()) })
        : nothing(log);
    },
    outcome: () => null,
    reread: (before) => (isMine ? tried : null) ?? before ?? null,
  });
  return isMine;
}

const nothing = ({ tail }: OpenLog): NewLines => ({ lines: [], needs: new Set(), tail });
