import { shownName } from '../../handoff/marks';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { readSaved } from '../../store/saved';
import { moment } from '../format';
import { answerOf, useLive } from '../live';
import { useGone } from './gone';

/** Where the archive of a session lies in the folder, and since when; or that it lies there no longer. */
export function InFolder({ db, send, row }: { db: Database; send: Send; row: SessionRow }) {
  const saved = answerOf(useLive(() => readSaved(db, row.id), [db, row.id]));
  const isGone = useGone(db).has(row.id);
  if (!saved) return null;
  const again = (): void => {
    // what becomes of it the folder's own lines say
    send('folder.tend', { write: { session: row.id } }).catch(() => undefined);
  };
  return (
    <p class="quiet row">
      <bdi>{t(isGone ? 'folder_gone_one' : 'folder_lies', moment(saved.at), shownName(saved.name))}</bdi>
      <button type="button" class="plain" onClick={again}>
        {t(isGone ? 'folder_save_again' : 'folder_write_again')}
      </button>
    </p>
  );
}
