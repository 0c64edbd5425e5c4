import { useState } from 'preact/hooks';
import type { Database } from '../../store/database';
import type { Loss } from '../../store/loss';
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

/** The kept sessions, by a search over their titles; looked up anew where the browser has lost some. */
export function useSessions(db: Database, loss: Loss | null): Sessions {
  const [search, setSearch] = useState('');
  const [before, setBefore] = useState<readonly SessionRow[] | null>(null);
  const found = useLive(() => listSessions(db, { text: search }), [db, search, loss?.sessions]);
  const shown = found.state === 'here' ? found.value : before;
  if (shown !== before) setBefore(shown);
  return { shown, trouble: found.state === 'failed' ? errorSentence(found.error) : null, search, setSearch };
}
