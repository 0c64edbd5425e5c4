import { useState } from 'preact/hooks';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { listSessions } from '../../store/sessions';
import { useLive } from '../live';
import { errorSentence } from '../sentences';

export interface Sessions {
  /** Those whose titles hold the words; while they are looked up, what was there before. Null: not yet known. */
  readonly shown: readonly SessionRow[] | null;
  readonly trouble: string | null;
  readonly search: string;
  readonly setSearch: (text: string) => void;
}

/** The kept sessions, by a search over their titles. */
export function useSessions(db: Database): Sessions {
  const [search, setSearch] = useState('');
  const [before, setBefore] = useState<readonly SessionRow[] | null>(null);
  const found = useLive(() => listSessions(db, { text: search }), [db, search]);
  const shown = found.state === 'here' ? found.value : before;
  if (shown !== before) setBefore(shown);
  return { shown, trouble: found.state === 'failed' ? errorSentence(found.error) : null, search, setSearch };
}
