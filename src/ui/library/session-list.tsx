import { useCallback, useId, useMemo, useRef } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { type MessageKey, t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { goneKey } from '../../store/listings';
import type { NoteRow } from '../../store/notes';
import type { SessionRow } from '../../store/rows';
import { count, day } from '../format';
import { Gradual } from '../gradual';
import { useName } from '../name';
import type { Found } from '../search/search-logs';
import { dateOf, type Sort } from './filters';
import type { Group } from './groups';
import { Hits } from './hits';
import type { Notes } from './use-sessions';

const NONE: ReadonlySet<string> = new Set();

interface SessionListProps {
  readonly db: Database;
  readonly groups: readonly Group[];
  readonly notes?: Notes;
  readonly sort: Sort;
  /** What a search found, by session. */
  readonly found: ReadonlyMap<string, Found>;
  /** Which of them their sites no longer have. */
  readonly gone?: ReadonlySet<string>;
  readonly open: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

const NO_NOTES: Notes = new Map();

/** Kept sessions in groups, each to open and to select. */
export function SessionList(props: SessionListProps) {
  const { db, groups, notes = NO_NOTES, sort, found, gone = NONE, open, selected, onSelect } = props;
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
  const items = useMemo(() => groups.flatMap(itemsOf), [groups]);
  const render = (item: Item) =>
    'heading' in item ? (
      <li key={keyOf(item)} class="heading">
        <h2>{item.heading}</h2>
      </li>
    ) : (
      <SessionItem
        key={item.id}
        db={db}
        row={item}
        on={dateOf(item, sort)}
        note={notes.get(item.id)}
        found={found.get(item.id)}
        gone={item.copy === null && gone.has(goneKey(item))}
        open={item.id === open}
        selected={selected.has(item.id)}
        onToggle={toggle}
      />
    );
  const mark = (item: Item): string => {
    if ('heading' in item) return item.heading;
    const { id } = item;
    const marks = [gone.has(goneKey(item)) && 'g', id === open && 'o', selected.has(id) && 's', notes.get(id)?.changed];
    return `${marks.filter(Boolean).join('')}${hitsOf(found.get(id))}`;
  };
  return (
    <ul class="sessions" aria-label={t('library_sessions')}>
      <Gradual items={items} keyOf={keyOf} render={render} mark={mark} step={60} />
    </ul>
  );
}

/** A session, or what stands above the next ones. */
type Item = SessionRow | { readonly heading: string; readonly above: string };

const keyOf = (item: Item): string => ('heading' in item ? `above ${item.above}` : item.id);

function itemsOf({ heading, rows }: Group): readonly Item[] {
  return heading === null ? rows : [{ heading, above: rows[0]?.id ?? '' }, ...rows];
}

const hitsOf = (found: Found | undefined): string =>
  found?.hits.map(({ number, snippet }) => `${number}${snippet.before}${snippet.hit}`).join() ?? '';

interface SessionItemProps {
  readonly db: Database;
  readonly row: SessionRow;
  /** The date that is shown. */
  readonly on: string;
  readonly note: NoteRow | undefined;
  readonly found: Found | undefined;
  readonly gone: boolean;
  readonly open: boolean;
  readonly selected: boolean;
  readonly onToggle: (id: string, on: boolean) => void;
}

function SessionItem({ db, row, on, note, found, gone, open, selected, onToggle }: SessionItemProps) {
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
          {siteName(row.site)} · <time dateTime={on}>{day(on)}</time>
          <br />
          {countsOf(row)}
        </p>
        {gone && (
          <p class="quiet">
            <span class="badge">{t('session_gone')}</span>
          </p>
        )}
        {row.copy && (
          <p class="quiet">
            <span class="badge">{t('session_copy')}</span> <bdi>{t('session_copy_from', shownName(row.copy.from))}</bdi>
          </p>
        )}
        {note && <NoteMarks note={note} />}
        {found && <Hits found={found} />}
      </div>
    </li>
  );
}

/** What the person marked it with. */
function NoteMarks({ note: { starred, tags } }: { note: NoteRow }) {
  if (!starred && tags.length === 0) return null;
  return (
    <p class="quiet tags">
      {starred && <span class="badge">{t('note_starred')}</span>}
      {tags.map((tag) => (
        <bdi key={tag} class="badge">
          {shownName(tag)}
        </bdi>
      ))}
    </p>
  );
}

function countsOf({ counts }: SessionRow): string {
  const shown: [MessageKey, number][] = [['count_messages', counts.messages]];
  if (counts.gaps > 0) shown.push(['count_gaps', counts.gaps]);
  return shown.map(([key, value]) => t(key, count(value))).join(' · ');
}
