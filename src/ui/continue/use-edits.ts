import { useCallback, useMemo, useState } from 'preact/hooks';
import { isoTime } from '../../lib/time';
import { EMPTY, seal } from '../../model/chain';
import { type HandoffNote, handoffNote } from '../../model/notes';
import { type SessionView, viewOf } from '../../projection/view';
import type { Database } from '../../store/database';
import { keepNote } from '../../store/keep-note';
import type { SessionRow } from '../../store/rows';

/** What the person makes of the handoff: kept in the log of a session of our own, in this page alone of somebody else's. */
export function useEdits(db: Database, row: SessionRow, now: () => number) {
  const [own, setOwn] = useState<HandoffNote | null>(null);
  const { id, site, native } = row;
  const isCopy = row.copy !== null;
  const keep = useCallback(
    async (note: HandoffNote): Promise<boolean> => {
      if (isCopy) {
        setOwn(note);
        return true;
      }
      const recorded = isoTime(now());
      return (await keepNote(db, id, handoffNote({ site, native, now: recorded }, note), recorded)) === 'kept';
    },
    [db, id, site, native, isCopy, now],
  );
  /** A session as it is with what was written in this page alone. */
  const withOwn = useCallback(
    (view: SessionView): SessionView => {
      if (!own) return view;
      const note = handoffNote({ site, native, now: isoTime(now()) }, own);
      const { event } = seal({ ...EMPTY, seq: view.log.length }, note, { recorded: isoTime(now()), revises: null });
      return viewOf([...view.log, event]);
    },
    [own, site, native],
  );
  return useMemo(() => ({ keep, withOwn }), [keep, withOwn]);
}
