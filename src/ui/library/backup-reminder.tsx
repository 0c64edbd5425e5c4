import { isoTime } from '../../lib/time';
import { t } from '../../platform/strings';
import { hushReminder, isReminderDue, readBackups, unsavedCount } from '../../store/backups';
import type { Database } from '../../store/database';
import { count } from '../format';
import { answerOf, useLive } from '../live';
import { usePlace } from '../place';

/** Quietly, and at most once a week: much lies in this browser alone. Nothing where the backup is looked at anyway. */
export function BackupReminder({ db, now }: { db: Database; now: () => number }) {
  const unsaved = answerOf(useLive(() => dueFor(db, now()), [db]));
  const isThere = usePlace().view === 'backup';
  if (unsaved === null || isThere) return null;
  const hush = (): void => void hushReminder(db, isoTime(now())).catch(() => undefined); // it is said again the next time
  return (
    <div class="say stack" role="note">
      <p>{t('backup_reminder', count(unsaved))}</p>
      <div class="row">
        <a href="#backup">{t('backup_title')}</a>
        <button type="button" class="plain" onClick={hush}>
          {t('backup_later')}
        </button>
      </div>
    </div>
  );
}

/** How many sessions lie in no file, where it is time to say so; else null. */
async function dueFor(db: Database, now: number): Promise<number | null> {
  const [backups, { unsaved }] = [await readBackups(db), await unsavedCount(db)];
  return isReminderDue(backups, unsaved, now) ? unsaved : null;
}
