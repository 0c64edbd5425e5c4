import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { count } from '../format';
import { SessionList } from './session-list';

interface ListPaneProps {
  readonly db: Database;
  readonly sessions: readonly SessionRow[];
  readonly open: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onExport: (sessions: readonly string[]) => void;
  readonly onDelete: (sessions: readonly string[]) => void;
}

/** The list of what is kept: search, select, and what can be done with the selected. */
export function ListPane(props: ListPaneProps) {
  const { db, sessions, open, selected, onSelect, search, onSearch } = props;
  const all = sessions.length > 0 && sessions.every(({ id }) => selected.has(id));
  return (
    <>
      <search>
        <input
          type="search"
          aria-label={t('library_search')}
          placeholder={t('library_search')}
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
      </search>
      {sessions.length > 1 && (
        <label class="row quiet">
          <input
            type="checkbox"
            checked={all}
            onChange={() => onSelect(all ? new Set() : new Set(sessions.map(({ id }) => id)))}
          />
          {t('library_select_all')}
        </label>
      )}
      {selected.size > 0 && <Selected {...props} />}
      {sessions.length > 0 && (
        <SessionList db={db} sessions={sessions} open={open} selected={selected} onSelect={onSelect} />
      )}
      {sessions.length === 0 && search !== '' && <p class="quiet">{t('library_none_found')}</p>}
    </>
  );
}

function Selected({ selected, onExport, onDelete }: ListPaneProps) {
  const ids = [...selected];
  return (
    <div class="say stack">
      <p id="selected" role="status">
        {t('library_selected', count(ids.length))}
      </p>
      <div class="row">
        <button type="button" class="main" aria-describedby="selected" onClick={() => onExport(ids)}>
          {t('button_export')}
        </button>
        <button type="button" aria-describedby="selected" onClick={() => onDelete(ids)}>
          {t('button_delete')}
        </button>
      </div>
    </div>
  );
}
