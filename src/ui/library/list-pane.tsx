import { useMemo } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { readGone } from '../../store/listings';
import type { SessionRow } from '../../store/rows';
import { count } from '../format';
import { Icon } from '../icon';
import { answerOf, useLive } from '../live';
import { SeekField } from '../seek-field';
import { FilterFields } from './filter-fields';
import { filtersSet } from './filters';
import { groupsOf } from './groups';
import { isWritten, WithNotes } from './notes-panel';
import { SearchLine } from './search-line';
import { SessionList } from './session-list';
import type { Sessions } from './use-sessions';

export const SEARCH_FIELD = 'library-search';

interface ListPaneProps {
  readonly db: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly asked: Sessions;
  readonly all: readonly SessionRow[];
  /** Those of them that are asked for. */
  readonly sessions: readonly SessionRow[];
  readonly open: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** What is noted of sessions goes along when they are exported. */
  readonly withNotes: boolean;
  readonly onWithNotes: (on: boolean) => void;
  readonly onExport: (sessions: readonly string[]) => void;
  readonly onDelete: (sessions: readonly string[]) => void;
}

/** The list of what is kept: search, filter, select, and what can be done with the selected. */
export function ListPane(props: ListPaneProps) {
  const { db, now, asked, all, sessions, open, selected, onSelect } = props;
  const { filters, change, words, search, stopSearch, notes } = asked;
  const gone = answerOf(useLive(() => readGone(db), [db]));
  const isAll = sessions.length > 0 && sessions.every(({ id }) => selected.has(id));
  const groups = useMemo(
    // found sessions stand in the order of how well they fit
    () =>
      words.length > 0 && filters.sort === 'changed'
        ? [{ heading: null, rows: sessions }]
        : groupsOf(sessions, filters.sort, now()),
    [sessions, filters.sort, words.length, now],
  );
  return (
    <>
      <search class="stack">
        <SeekField
          id={SEARCH_FIELD}
          label={t('library_search')}
          words={filters.text}
          onWords={(text) => change({ text })}
          onKey={({ key }, field) => {
            if (key !== 'Escape') return false;
            if (filters.text === '') field.blur();
            else change({ text: '' });
            return true;
          }}
        />
        {(all.length > 1 || filtersSet(filters) > 0) && (
          <FilterFields all={all} notes={notes} filters={filters} change={change} />
        )}
        <SearchLine search={search} shown={sessions.length} onStop={stopSearch} />
      </search>
      {sessions.length > 1 && (
        <label class="row quiet">
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => onSelect(isAll ? new Set() : new Set(sessions.map(({ id }) => id)))}
          />
          {t('library_select_all')}
        </label>
      )}
      {selected.size > 0 && <Selected {...props} />}
      {sessions.length > 0 && (
        <SessionList
          db={db}
          groups={groups}
          notes={notes}
          sort={filters.sort}
          found={search.found}
          {...(gone && { gone })}
          open={open}
          selected={selected}
          onSelect={onSelect}
        />
      )}
      {sessions.length === 0 && all.length > 0 && search.state === 'off' && (
        <p class="quiet">{t(words.length > 0 ? 'library_none_found' : 'library_none_listed')}</p>
      )}
    </>
  );
}

function Selected({ asked, selected, withNotes, onWithNotes, onExport, onDelete }: ListPaneProps) {
  const ids = [...selected];
  const hasNotes = ids.some((id) => isWritten(asked.notes.get(id)));
  return (
    <div class="say stack">
      <p id="selected" role="status">
        {t('library_selected', count(ids.length))}
      </p>
      {hasNotes && <WithNotes on={withNotes} onTurn={onWithNotes} />}
      <div class="row">
        <button type="button" class="main" aria-describedby="selected" onClick={() => onExport(ids)}>
          <Icon name="export" />
          {t('button_export')}
        </button>
        <button type="button" aria-describedby="selected" onClick={() => onDelete(ids)}>
          <Icon name="delete" />
          {t('button_delete')}
        </button>
      </div>
    </div>
  );
}
