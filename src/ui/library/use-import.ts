import { useCallback, useRef, useState } from 'preact/hooks';
import type { OpenedArchive } from '../../archive/open';
import type { Verdict } from '../../archive/verify';
import { importArchive } from '../../jobs/import';
import { readJob } from '../../store/jobs';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import type { LibraryDoors } from './doors';
import type { ImportDialogProps } from './import-dialog';

/** An import as a job of this page: its row, what went wrong before it had one, and the way to begin it, once. */
export function useImport(doors: LibraryDoors, { file, verb, onClose }: Omit<ImportDialogProps, 'doors' | 'isSure'>) {
  const { db, holder, now, newId } = doors;
  const [id, setId] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const job = answerOf(useLive(() => (id === null ? Promise.resolve(null) : readJob(db, id)), [db, id]));
  const close = useRef(onClose);
  close.current = onClose;
  const begun = useRef(false);
  const run = useCallback(
    (archive: OpenedArchive, verdict: Verdict['kind']): void => {
      if (begun.current) return;
      begun.current = true;
      const parts = { worker: { db, holder, now }, newId, begun: setId };
      importArchive(parts, { archive, file: file.name, verb }).then(
        (result) => result && close.current({ ...result, verdict }),
        (error) => setTrouble(errorSentence(error)),
      );
    },
    [db, holder, now, newId, file, verb],
  );
  return { job, trouble, run };
}
