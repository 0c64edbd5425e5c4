import { useEffect, useState } from 'preact/hooks';
import { goneOf } from '../../jobs/folder/gone';
import { pickedIn } from '../../jobs/folder/picked';
import { exclusive } from '../../jobs/run-exports';
import { onFileFound, ourFiles } from '../../platform/downloads';
import type { Database } from '../../store/database';
import { listSaved } from '../../store/saved';
import { answerOf, useLive } from '../live';
import { whileShown } from '../while-shown';

const NONE: ReadonlySet<string> = new Set();
/** Milliseconds. Chromium looks at the disk when it is asked, if the last time was more than ten seconds ago. */
const EVERY = 12_000;

/**
 * The sessions whose archive was saved and is no longer there. It is looked for while this is shown, when the person comes back
 * to the page, and when the browser has found something: nothing wakes the browser for it.
 */
export function useGone(db: Database): ReadonlySet<string> {
  const [gone, setGone] = useState(NONE);
  const saved = answerOf(useLive(() => listSaved(db), [db]));
  useEffect(() => {
    if (!saved) return;
    let isShown = true;
    const look = exclusive(async () => {
      const found = await goneOf(saved, { ourFiles, picked: () => pickedIn(db) });
      if (isShown) setGone(found);
    });
    const attempt = (): void => void look().catch(() => undefined); // a browser that does not say leaves it as it was
    const ends = [whileShown(attempt, EVERY), onFileFound(attempt)];
    return () => {
      isShown = false;
      for (const end of ends) end();
    };
  }, [db, saved]);
  return gone;
}
