import { useCallback } from 'preact/hooks';
import { deleteSessions, planDeletion } from '../../store/forget';
import { DeleteDialog } from './delete-dialog';
import type { LibraryDoors } from './doors';
import type { Work } from './use-work';
import { VerifyDialog } from './verify-dialog';

/** The one dialog that is open, if any. */
export function Dialogs({ doors: { db, now }, work }: { doors: LibraryDoors; work: Work }) {
  const { chosen, choose, doomed, deleted } = work;
  const plan = useCallback(() => planDeletion(db, doomed ?? []), [db, doomed]);
  if (doomed) return <DeleteDialog plan={plan} carryOut={() => deleteSessions(db, doomed, now())} onClose={deleted} />;
  if (chosen?.purpose === 'verify') return <VerifyDialog file={chosen.file} onClose={() => choose(null)} />;
  return null;
}
