import { useRef } from 'preact/hooks';
import { planBackup } from '../../jobs/backup';
import { t } from '../../platform/strings';
import { forgetRestoring, missingParts, type Parts, readBackups, unsavedCount } from '../../store/backups';
import type { Database } from '../../store/database';
import { openJobs } from '../../store/jobs';
import { count, moment, size } from '../format';
import { Icon } from '../icon';
import { isAtWork } from '../job-line';
import { answerOf, useLive } from '../live';
import type { LibraryDoors } from './doors';
import { missingWords } from './import-words';
import type { Work } from './use-work';

/** Everything that is kept, into one file or several, and back. */
export function BackupPage({ doors: { db }, work }: { doors: LibraryDoors; work: Work }) {
  // each by itself: what runs changes all the time, and sharing everything out takes a while
  const plan = answerOf(useLive(() => planBackup(db), [db]));
  const about = answerOf(useLive(() => aboutBackup(db), [db]));
  const isRunning = answerOf(useLive(() => isBackingUp(db), [db])) ?? false;
  const field = useRef<HTMLInputElement>(null);
  if (!about || !plan) return null;
  const { at, unsaved, restoring } = about;
  const parts = plan.parts.length;
  return (
    <div class="stack backup">
      <section class="stack">
        <h3>{t('backup_make')}</h3>
        {plan.sessions === 0 ? (
          <p class="quiet">{t('backup_nothing')}</p>
        ) : (
          <p>
            {t('backup_holds', count(plan.sessions), size(plan.bytes))} {parts > 1 && t('backup_parts', count(parts))}
          </p>
        )}
        <p>{at === null ? t('backup_never') : t('backup_last', moment(at))}</p>
        {plan.sessions > 0 && <p>{unsaved === 0 ? t('backup_all_saved') : t('backup_unsaved', count(unsaved))}</p>}
        <p class="quiet">{t('backup_what')}</p>
        <div class="row">
          <button type="button" class="main" disabled={plan.sessions === 0 || isRunning} onClick={work.startBackup}>
            <Icon name="export" />
            {t('backup_go')}
          </button>
        </div>
      </section>
      <section class="stack">
        <h3>{t('backup_back')}</h3>
        <p>{t('backup_back_words')}</p>
        {restoring && <Missing db={db} parts={restoring} />}
        <div class="row">
          <button type="button" onClick={() => field.current?.click()}>
            <Icon name="restore" />
            {t('backup_restore')}
          </button>
          <input
            ref={field}
            id="backup-files"
            class="unseen"
            type="file"
            accept=".zip,application/zip"
            multiple
            tabIndex={-1}
            aria-hidden="true"
            onChange={({ currentTarget }) => {
              const [file, ...rest] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (file) work.choose({ purpose: 'restore', file, rest });
            }}
          />
        </div>
      </section>
    </div>
  );
}

/** Which parts of the backup that is being restored are still missing. */
function Missing({ db, parts }: { db: Database; parts: Parts }) {
  return (
    <div class="say careful stack">
      <p>{missingWords(missingParts(parts), parts.of)}</p>
      <div class="row">
        <button type="button" onClick={() => void forgetRestoring(db).catch(() => undefined)}>
          {t('restore_without')}
        </button>
      </div>
    </div>
  );
}

async function aboutBackup(db: Database) {
  const [{ at, restoring }, { unsaved }] = [await readBackups(db), await unsavedCount(db)];
  return { at, restoring, unsaved };
}

const isBackingUp = async (db: Database): Promise<boolean> =>
  (await openJobs(db)).some((job) => job.kind === 'export' && job.ask.backup !== undefined && isAtWork(job));
