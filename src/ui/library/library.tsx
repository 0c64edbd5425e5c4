import { useCallback, useEffect, useRef } from 'preact/hooks';
import { goOnCleaning } from '../../jobs/clean';
import { t } from '../../platform/strings';
import type { SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { ContinuePage } from '../continue/continue-page';
import { FolderNews } from '../folder/folder-state';
import { answerOf, useLive } from '../live';
import { usePlace, type ViewName } from '../place';
import { lossWords, useLoss } from '../storage';
import { BackupReminder } from './backup-reminder';
import { Bar } from './bar';
import { Dialogs } from './dialogs';
import type { LibraryDoors } from './doors';
import { JobsPanel } from './jobs-panel';
import { KeysDialog } from './keys-dialog';
import { ListPane } from './list-pane';
import { OpenSession, type OpenSessionProps } from './open-session';
import { OwnView } from './own-view';
import { StorageLine } from './storage-line';
import { useDrop } from './use-drop';
import { useKeys } from './use-keys';
import { useSessions } from './use-sessions';
import { useWork, type Work } from './use-work';

/** All that is kept: list, read, export, import, verify, delete. */
export function Library(doors: LibraryDoors) {
  const { db, send, now, holder, durability, grants, wide } = doors;
  const { loss, hear } = useLoss(db);
  const sessions = useSessions(db, loss);
  const place = usePlace();
  const work = useWork(doors, place.session);
  const { selected, select, withNotes, setWithNotes, startExport, fetchMissing, keepPages, askToDelete } = work;
  const first = useFirst(sessions.all, sessions.shown);
  const openId = place.session ?? (wide ? first : null);
  const found = useLive(() => (openId === null ? Promise.resolve(null) : readSession(db, openId)), [db, openId]);
  const row = answerOf(found);
  const { choose } = work;
  const { setSaid } = work;
  useEffect(() => {
    // what a page that was closed had begun
    goOnCleaning({ db, holder, now }).catch(() => undefined);
  }, [db, holder, now]);
  const keys = useKeys(
    db,
    useCallback((words) => setSaid({ tone: 'good', words }), [setSaid]),
  );
  const above = useDrop(useCallback((file) => choose((before) => before ?? { purpose: 'import', file }), [choose]));

  return (
    <div
      class={`library ${isReading(place.session, sessions.all, loss !== null) ? 'reading' : ''} ${above ? 'dropping' : ''}`}
    >
      <Bar view={place.view} onChoose={choose} onKeys={keys.show} />
      <News
        doors={doors}
        view={place.view}
        work={work}
        trouble={sessions.trouble}
        above={above}
        lost={lossWords(loss)}
        onHeard={hear}
      />
      {place.view !== null ? (
        <OwnView key={place.view} doors={doors} work={work} view={place.view} />
      ) : (
        <main class="panes">
          <nav class="list" aria-label={t('library_sessions')}>
            {sessions.all && sessions.shown && (
              <ListPane
                db={db}
                now={now}
                asked={sessions}
                all={sessions.all}
                sessions={sessions.shown}
                open={openId}
                selected={selected}
                onSelect={select}
                withNotes={withNotes}
                onWithNotes={setWithNotes}
                onExport={startExport}
                onDelete={askToDelete}
              />
            )}
            <StorageLine ask={durability} changed={sessions.all} />
          </nav>
          <section class="reader" aria-label={t('library_reading')}>
            {place.session !== null && (
              <p class="back">
                <a href="#list">{t('library_back')}</a>
              </p>
            )}
            {row ? (
              <Opened
                key={row.id}
                continues={place.continues}
                now={now}
                db={db}
                send={send}
                row={row}
                target={place.event}
                part={place.part}
                sought={sessions.filters.text.trim()}
                alone={!wide}
                acts={selected.size === 0}
                withNotes={withNotes}
                onWithNotes={setWithNotes}
                onExport={startExport}
                onFetch={fetchMissing}
                onKeepPages={keepPages}
                grants={grants}
                onDelete={askToDelete}
              />
            ) : (
              <Nothing
                all={sessions.all}
                isLost={loss !== null}
                gone={openId !== null && found.state === 'here'}
                isEmptied={work.isEmptied}
              />
            )}
          </section>
        </main>
      )}
      <Dialogs doors={doors} work={work} />
      {keys.shown && <KeysDialog on={keys.on} onSwitch={keys.turn} onClose={keys.hide} />}
    </div>
  );
}

/** A session to read, or what another assistant gets of it. */
const Opened = ({ continues, ...props }: OpenSessionProps & { continues: boolean }) =>
  continues ? <ContinuePage db={props.db} row={props.row} now={props.now} /> : <OpenSession {...props} />;

/** Where there is room for one thing only: with nothing in the list, what stands beside it says how to begin. */
const isReading = (session: string | null, all: readonly SessionRow[] | null, isLost: boolean): boolean =>
  session !== null || (all?.length === 0 && !isLost);

/** The session that is open before one is chosen: the first of the list, and it stays open while that is searched. */
function useFirst(all: readonly SessionRow[] | null, shown: readonly SessionRow[] | null): string | null {
  const first = useRef<string | null>(null);
  const isThere = all?.some(({ id }) => id === first.current) ?? false;
  if (!isThere) first.current = shown?.[0]?.id ?? null;
  return first.current;
}

interface NewsProps {
  readonly doors: LibraryDoors;
  readonly view: ViewName | null;
  readonly work: Work;
  readonly trouble: string | null;
  /** A file is held above the page. */
  readonly above: boolean;
  /** What the browser has lost of what was kept, in words. */
  readonly lost: string | null;
  readonly onHeard: () => void;
}

/** What runs, what was done, what went wrong: read out when it changes. */
function News({ doors, view, work, trouble, above, lost, onHeard }: NewsProps) {
  const { db, send, now } = doors;
  const { jobs, cancel, goOn, said } = work;
  return (
    <div class="news stack">
      <JobsPanel db={db} mine={jobs} onCancel={cancel} onGoOn={goOn} />
      <p class={said || above ? `say ${said?.tone ?? ''}` : 'unseen'} role="status">
        {above ? t('library_drop') : said?.words}
      </p>
      {view !== 'settings' && <FolderNews db={db} send={send} />}
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
      <BackupReminder db={db} now={now} />
      {lost !== null && (
        <div class="say bad stack" role="alert">
          <p>{lost}</p>
          <div class="row">
            <button type="button" onClick={onHeard}>
              {t('button_understood')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

interface NothingProps {
  readonly all: readonly SessionRow[] | null;
  /** The browser has lost some: what is said of that is enough. */
  readonly isLost: boolean;
  readonly gone: boolean;
  /** All of it has been deleted just now: what had the focus is gone. */
  readonly isEmptied: boolean;
}

/** What stands where no session is open, as soon as it is known why. */
function Nothing({ all, isLost, gone, isEmptied }: NothingProps) {
  const isEmpty = all?.length === 0;
  if (!all || (isLost && isEmpty)) return null;
  if (gone) return <p class="empty quiet">{t('library_gone')}</p>;
  if (!isEmpty) return <p class="empty quiet">{t('library_pick')}</p>;
  return <Empty takesFocus={isEmptied} />;
}

function Empty({ takesFocus }: { takesFocus: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div class="empty stack">
      <div>
        <img class="mark" src="/icon.svg" alt="" />
      </div>
      <h2 class="title" id="session-title" tabIndex={-1} ref={title}>
        {t('library_empty')}
      </h2>
      <p>{t('library_empty_words')}</p>
      <p>
        <a href="#everything">{t('library_empty_everything')}</a>
      </p>
      <p class="quiet">{t('library_removing')}</p>
    </div>
  );
}
