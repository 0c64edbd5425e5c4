import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Database } from '../../store/database';
import { changeSettings, readSettings } from '../../store/settings';
import { answerOf, useLive } from '../live';
import { actOf, type Say } from './keys';

/** Listens to single keys, unless the person switched them off, and shows what they do. */
export function useKeys(db: Database, say: Say) {
  const [shown, setShown] = useState(false);
  const on = answerOf(useLive(() => readSettings(db), [db]))?.keys ?? false;
  useEffect(() => {
    if (!on) return;
    const hear = (event: KeyboardEvent): void => {
      const act = actOf(event);
      if (act === 'help') setShown(true);
      else if (!act?.act(say)) return;
      event.preventDefault();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [on, say]);
  const turn = useCallback(
    // where it cannot be written, it stays as it was, and the box shows it
    (keys: boolean) => void changeSettings(db, { keys }).catch(() => undefined),
    [db],
  );
  return { on, shown, turn, show: () => setShown(true), hide: () => setShown(false) };
}
