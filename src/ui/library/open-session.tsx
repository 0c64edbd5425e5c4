import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import type { Ask } from '../../messages/contract';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import { unreadIn } from '../../projection/unread';
import type { SessionView } from '../../projection/view';
import { release } from '../../release';
import { driftReport } from '../../report/drift';
import { fetchableIn } from '../../report/fetchable';
import type { Database } from '../../store/database';
import { readListing } from '../../store/listings';
import type { SessionRow } from '../../store/rows';
import { readArtifact } from '../../store/sessions';
import { InFolder } from '../folder/in-folder';
import { moment, size } from '../format';
import { Icon } from '../icon';
import { useKeptSession } from '../kept-session';
import { OutsideLink } from '../link';
import { answerOf, useLive } from '../live';
import { useName } from '../name';
import { goTo, type PartName } from '../place';
import { prepareSession } from '../session/about';
import { type FilesDoors, FilesProvider } from '../session/files-doors';
import type { PageDoors } from '../session/page-doors';
import { SessionReader } from '../session/reader';
import { UnreadNotice } from '../session/unread';
import type { Grants } from './doors';
import { NotesPanel } from './notes-panel';

export interface OpenSessionProps {
  readonly db: Database;
  readonly send: Send;
  readonly row: SessionRow;
  /** The number of the event to begin with in view, or null. */
  readonly target: string | null;
  /** The part that the address names instead, or null. */
  readonly part: PartName | null;
  /** The words that were found at that event, if it was found. */
  readonly sought: string;
  /** True if the list is not beside it: the title then takes the focus. */
  readonly alone: boolean;
  /** False while others are selected: their buttons stand in the list then. */
  readonly acts: boolean;
  readonly now: () => number;
  /** What is noted of it goes along when it is exported. */
  readonly withNotes: boolean;
  readonly onWithNotes: (on: boolean) => void;
  readonly onExport: (sessions: readonly string[]) => void;
  /** Asks for the files that these gaps stand for; without them for all that are missing. */
  readonly onFetch: (session: string, gaps?: readonly string[]) => void;
  readonly onKeepPages: (ask: Ask<'pages.start'>) => void;
  readonly grants: Grants;
  readonly onDelete: (sessions: readonly string[]) => void;
}

const TITLE = 'session-title';

/** Copies of cited pages are kept with a session that is ours: an archive's stays as it is. */
function usePageDoors({ row, grants, onKeepPages }: OpenSessionProps): PageDoors | null {
  const latest = useRef(onKeepPages);
  latest.current = onKeepPages;
  const { id } = row;
  const isCopy = row.copy !== null;
  return useMemo(
    () =>
      isCopy
        ? null
        : {
            ...grants,
            keep: (urls, giveBack, images) =>
              latest.current({ session: id, urls: [...urls], giveBack: [...giveBack], images }),
          },
    [id, isCopy, grants],
  );
}

/** One kept session: what it is, what can be done with it, and all of it to read. */
export function OpenSession(props: OpenSessionProps) {
  const { db, send, row, target, part, sought, alone, acts, onExport, onFetch, onDelete } = props;
  const pages = usePageDoors(props);
  const loading = useKeptSession(db, row, { early: target === null && part === null, prepare: prepareSession });
  useEffect(() => {
    if (alone) document.getElementById(TITLE)?.focus();
  }, [alone]);
  const name = useName(db, row);
  useEffect(() => {
    document.title = t('session_page_title', name);
    return () => {
      document.title = t('library_title');
    };
  }, [name]);
  const bytesOf = useCallback((hash: string) => readArtifact(db, hash), [db]);
  const view = loading.state === 'here' && !row.copy ? loading.kept.view : null;
  const fetchable = useMemo(() => (view ? fetchableIn(view, row.site).size : 0), [view, row.site]);
  const files = useMemo<FilesDoors>(
    () => ({ db, row, fetchAgain: (gaps) => onFetch(row.id, gaps) }),
    [db, row, onFetch],
  );
  const head = (
    <header>
      <h2 class="title" tabIndex={-1} id={TITLE}>
        <bdi>{name}</bdi>
      </h2>
      <About db={db} row={row} bytes={loading.state === 'here' ? loading.kept.bytes : null} />
      <InFolder db={db} send={send} row={row} />
      {acts && (
        <div class="row">
          <button type="button" class="main" onClick={() => onExport([row.id])}>
            <Icon name="export" />
            {t('button_export')}
          </button>
          <button type="button" onClick={() => goTo(`${row.id}/continue`)}>
            <Icon name="next" />
            {t('button_continue')}
          </button>
          {fetchable > 0 && (
            <button type="button" onClick={() => onFetch(row.id)}>
              <Icon name="import" />
              {t('button_fetch_missing')}
            </button>
          )}
          <button type="button" onClick={() => onDelete([row.id])}>
            <Icon name="delete" />
            {t('button_delete')}
          </button>
        </div>
      )}
      <NotesPanel
        key={row.id}
        db={db}
        session={row.id}
        now={props.now}
        withNotes={props.withNotes}
        onWithNotes={props.onWithNotes}
      />
    </header>
  );
  if (loading.state === 'here')
    return (
      <FilesProvider value={files}>
        <SessionReader
          session={row.id}
          view={loading.kept.view}
          until={loading.kept.until}
          report={loading.kept.report}
          evidence={loading.kept.evidence}
          bytesOf={bytesOf}
          pages={pages}
          target={target}
          part={part}
          sought={sought}
        >
          {head}
          <StillUnread send={send} row={row} view={loading.kept.view} />
        </SessionReader>
      </FilesProvider>
    );
  return (
    <article class="session">
      {head}
      {loading.state === 'failed' ? (
        <p class="say bad" role="alert">
          {loading.sentence}
        </p>
      ) : (
        <p class="quiet" role="status">
          {t('reader_loading')}
        </p>
      )}
    </article>
  );
}

function StillUnread({ send, row, view }: { send: Send; row: SessionRow; view: SessionView }) {
  const unread = useMemo(() => unreadIn(view), [view]);
  const readAgain = async (): Promise<number> => (await send('session.reread', { session: row.id })).unread;
  return (
    <UnreadNotice
      unread={unread}
      readAgain={row.copy ? null : readAgain}
      report={() => driftReport(row.site, release, unread)}
    />
  );
}

function About({ db, row, bytes }: { db: Database; row: SessionRow; bytes: number | null }) {
  const { copy, site, origin, native, started, updated, last } = row;
  const listing = answerOf(useLive(() => readListing(db, { site, origin }, native), [db, site, origin, native]));
  return (
    <>
      <p class="quiet">
        <OutsideLink address={origin}>{siteName(site)}</OutsideLink> ·{' '}
        {t('session_dates', moment(started), moment(updated))}
        {bytes !== null && ` · ${size(bytes)}`}
      </p>
      {copy && (
        <p class="say">
          <bdi>{t('session_copy_words', shownName(copy.from), moment(copy.at))}</bdi>
        </p>
      )}
      {copy === null && listing?.state === 'gone' && <p class="say">{t('session_gone_words', siteName(site))}</p>}
      {last?.cut === true && <p class="say careful">{t('session_cut')}</p>}
    </>
  );
}
