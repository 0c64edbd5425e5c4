import { useCallback } from 'preact/hooks';
import { isoTime } from '../../lib/time';
import { deleteSessions, planDeletion } from '../../store/forget';
import { DeleteDialog } from './delete-dialog';
import type { LibraryDoors } from './doors';
import { ImportDialog } from './import-dialog';
import type { Work } from './use-work';
import { VerifyDialog } from './verify-dialog';

/** The one dialog that is open, if any. */
export function Dialogs({ doors, work }: { doors: LibraryDoors; work: Work }) {
  const { db, now } = doors;
  const { chosen, choose, doomed, deleted } = work;
  const plan = useCallback(() => planDeletion(db, doomed ?? []), [db, doomed]);
  if (doomed)
    return (
      <DeleteDialog
        db={db}
        plan={plan}
        carryOut={(deleting) => deleteSessions(db, doomed, isoTime(now()), deleting)}
        onClose={deleted}
      />
    );
  if (chosen?.purpose === 'verify') return <VerifyDialog file={chosen.file} onClose={() => choose(null)} />;
  if (chosen)
    return (
      <ImportDialog
        key={`${chosen.rest?.length} ${chosen.file.name}`}
        doors={doors}
        file={chosen.file}
        verb={chosen.purpose}
        isSure={chosen.isSure}
        onClose={work.imported}
      />
    );
  return null;
}
