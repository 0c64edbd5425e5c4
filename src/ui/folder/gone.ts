import { useEffect, useState } from 'preact/hooks';
import { goneOf } from '../../jobs/folder/gone';
import { pickedIn } from '../../jobs/folder/picked';
import { ourFiles } from '../../platform/downloads';
import type { Database } from '../../store/database';
import { listSaved } from '../../store/saved';
import { answerOf, useLive } from '../live';

const NONE: ReadonlySet<string> = new Set();
/** Milliseconds. Chromium says what it finds on the disk only the next time, and looks at it every ten seconds at most. */
const LOOKS = [0, 1500, 12_000];

/**
 * The sessions whose archive was saved and is no longer there. It is looked for while this is shown, and when the person comes
 * back to the page: nothing wakes the browser for it.
 */
export function useGone(db: Database): ReadonlySet<string> {
  const [gone, setGone] = useState(NONE);
  const saved = answerOf(useLive(() => listSaved(db), [db]));
  useEffect(() => {
    if (!saved) return;
    let isShown = true;
    const look = (): void => {
      goneOf(saved, { ourFiles, picked: () => pickedIn(db) }).then(
        (found) => isShown && setGone(found),
        () => undefined, // a browser that does not say leaves it as it was
      );
    };
    const timers = LOOKS.map((after) => setTimeout(look, after));
    document.addEventListener('visibilitychange', look);
    return () => {
      isShown = false;
      timers.forEach(clearTimeout);
      document.removeEventListener('visibilitychange', look);
    };
  }, [db, saved]);
  return gone;
}
