import { useCallback, useEffect } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { readArtifact } from '../../store/sessions';
import { moment, size } from '../format';
import { useKeptSession } from '../kept-session';
import { OutsideLink } from '../link';
import { SessionReader } from '../session/reader';
import { siteName, titleOf } from '../title';

interface OpenSessionProps {
  readonly db: Database;
  readonly row: SessionRow;
  /** The number of the event to begin with in view, or null. */
  readonly target: string | null;
  /** True if the list is not beside it: the title then takes the focus. */
  readonly alone: boolean;
  /** False while others are selected: their buttons stand in the list then. */
  readonly acts: boolean;
  readonly onExport: (sessions: readonly string[]) => void;
  readonly onDelete: (sessions: readonly string[]) => void;
}

const TITLE = 'session-title';

/** One kept session: what it is, what can be done with it, and all of it to read. */
export function OpenSession({ db, row, target, alone, acts, onExport, onDelete }: OpenSessionProps) {
  const loading = useKeptSession(db, row);
  useEffect(() => {
    if (alone) document.getElementById(TITLE)?.focus();
  }, [alone]);
  const bytesOf = useCallback((hash: string) => readArtifact(db, hash), [db]);
  const head = (
    <header>
      <h2 class="title" tabIndex={-1} id={TITLE}>
        <bdi>{titleOf(row)}</bdi>
      </h2>
      <About row={row} bytes={loading.state === 'here' ? loading.kept.bytes : null} />
      {acts && (
        <div class="row">
          <button type="button" class="main" onClick={() => onExport([row.id])}>
            {t('button_export')}
          </button>
          <button type="button" onClick={() => onDelete([row.id])}>
            {t('button_delete')}
          </button>
        </div>
      )}
    </header>
  );
  if (loading.state === 'here')
    return (
      <SessionReader view={loading.kept.view} report={loading.kept.report} bytesOf={bytesOf} target={target}>
        {head}
      </SessionReader>
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

function About({ row, bytes }: { row: SessionRow; bytes: number | null }) {
  const { copy, site, origin, started, updated, last } = row;
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
      {last?.kind === 'drift' && <p class="say careful">{t('job_error_read_drift')}</p>}
      {last?.cut === true && <p class="say careful">{t('session_cut')}</p>}
    </>
  );
}
