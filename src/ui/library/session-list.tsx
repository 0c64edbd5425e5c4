import { useCallback, useId, useRef } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { type MessageKey, t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { count, day } from '../format';
import { Gradual } from '../gradual';
import { useName } from '../name';

interface SessionListProps {
  readonly db: Database;
  readonly sessions: readonly SessionRow[];
  readonly open: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Kept sessions, each to open and to select. */
export function SessionList({ db, sessions, open, selected, onSelect }: SessionListProps) {
  const now = useRef(selected);
  now.current = selected;
  const toggle = useCallback(
    (id: string, on: boolean) => {
      const next = new Set(now.current);
      if (on) next.add(id);
      else next.delete(id);
      onSelect(next);
    },
    [onSelect],
  );
  const render = (row: SessionRow) => (
    <SessionItem
      key={row.id}
      db={db}
      row={row}
      open={row.id === open}
      selected={selected.has(row.id)}
      onToggle={toggle}
    />
  );
  const mark = ({ id }: SessionRow): string => `${id === open ? 'o' : ''}${selected.has(id) ? 's' : ''}`;
  return (
    <ul class="sessions" aria-label={t('library_sessions')}>
      <Gradual items={sessions} render={render} mark={mark} first={60} step={200} />
    </ul>
  );
}

interface SessionItemProps {
  readonly db: Database;
  readonly row: SessionRow;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onToggle: (id: string, on: boolean) => void;
}

function SessionItem({ db, row, open, selected, onToggle }: SessionItemProps) {
  const title = useName(db, row);
  const about = useId();
  return (
    <li class={open ? 'item open' : 'item'}>
      <input
        type="checkbox"
        checked={selected}
        aria-label={t('library_select', title)}
        onChange={(event) => onToggle(row.id, event.currentTarget.checked)}
      />
      <div>
        <a href={`#${row.id}`} aria-current={open ? 'page' : undefined} aria-describedby={about}>
          <bdi>{title}</bdi>
        </a>
        <p class="quiet" id={about}>
          {siteName(row.site)} · <time dateTime={row.started}>{day(row.started)}</time>
          <br />
          {countsOf(row)}
        </p>
        {row.copy && (
          <p class="quiet">
            <span class="badge">{t('session_copy')}</span> <bdi>{t('session_copy_from', shownName(row.copy.from))}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}

function countsOf({ counts }: SessionRow): string {
  const shown: [MessageKey, number][] = [['count_messages', counts.messages]];
  if (counts.gaps > 0) shown.push(['count_gaps', counts.gaps]);
  return shown.map(([key, value]) => t(key, count(value))).join(' · ');
}
