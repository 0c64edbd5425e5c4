import { useMemo, useState } from 'preact/hooks';
import { wordsIn } from '../../search/words';
import type { Database } from '../../store/database';
import type { Loss } from '../../store/loss';
import { listNotes, type NoteRow } from '../../store/notes';
import type { SessionRow } from '../../store/rows';
import { listSessions } from '../../store/sessions';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import { type Filters, isListed, isNoted, isTitled, sortedBy } from './filters';
import { useFilters } from './use-filters';
import { type Search, useSearch } from './use-search';

export type Notes = ReadonlyMap<string, NoteRow>;

export interface Sessions {
  /** All that are kept, the one that changed last first. Null: not yet known. */
  readonly all: readonly SessionRow[] | null;
  /** Those that are asked for, in the order that is asked for; with words the best first. */
  readonly shown: readonly SessionRow[] | null;
  /** What is noted of them. */
  readonly notes: Notes;
  readonly trouble: string | null;
  readonly filters: Filters;
  readonly change: (part: Partial<Filters>) => void;
  /** What is looked for, folded. */
  readonly words: readonly string[];
  readonly search: Search;
  readonly stopSearch: () => void;
}

const NO_NOTES: Notes = new Map();

/** The kept sessions by what is asked for; looked up anew where the browser has lost some. */
export function useSessions(db: Database, loss: Loss | null): Sessions {
  const [filters, change] = useFilters();
  const [before, setBefore] = useState<readonly SessionRow[] | null>(null);
  const live = useLive(() => listSessions(db), [db, loss?.sessions]);
  const all = live.state === 'here' ? live.value : before;
  if (all !== before) setBefore(all);
  const [lastNotes, setLastNotes] = useState<Notes>(NO_NOTES);
  const notes = answerOf(useLive(() => listNotes(db), [db, loss?.sessions])) ?? lastNotes;
  if (notes !== lastNotes) setLastNotes(notes);
  const words = useMemo(() => wordsIn(filters.text), [filters.text]);
  const listed = useMemo(
    () =>
      all &&
      sortedBy(
        all.filter((row) => isListed(row, filters, notes.get(row.id))),
        filters.sort,
      ),
    [all, filters, notes],
  );
  const { search, stopSearch } = useSearch(db, listed, words);
  const shown = useMemo(
    () => listed && holding(listed, words, { search, filters, notes }),
    [listed, words, search, filters, notes],
  );
  const trouble = live.state === 'failed' ? errorSentence(live.error) : search.trouble;
  return { all, shown, notes, trouble, filters, change, words, search, stopSearch };
}

/**
 * Those whose title or texts hold the words; the best first, unless another order was asked for. While a search goes on
 * they stand as they are found: nothing moves under a finger, and what stands there is not drawn again.
 */
function holding(
  rows: readonly SessionRow[],
  words: readonly string[],
  {
    search: { found, state },
    filters: { sort },
    notes,
  }: { readonly search: Search; readonly filters: Filters; readonly notes: Notes },
): readonly SessionRow[] {
  if (words.length === 0) return rows;
  const held = rows.filter((row) => found.has(row.id) || isTitled(row, words) || isNoted(notes.get(row.id), words));
  if (sort !== 'changed' || state === 'running') return held;
  const score = (row: SessionRow): number => found.get(row.id)?.score ?? (isTitled(row, words) ? TITLED : 0);
  return held.toSorted((a, b) => score(b) - score(a));
}

/** What a title alone is worth: as much as in a search of texts. */
const TITLED = 100;
