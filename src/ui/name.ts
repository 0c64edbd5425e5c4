import { useEffect, useState } from 'preact/hooks';
import { firstWordsAmong } from '../handoff/titles';
import { parseJson } from '../lib/json';
import type { Event } from '../model/event';
import { type Database, reading } from '../store/database';
import type { SessionRow } from '../store/rows';
import { hasTitle, type Titled, titleOf } from './title';

/** Lines of a log among which its first words are looked for. */
const LOOKED_AT = 50;

/** The first words of a kept session; null where its beginning holds none. */
async function firstWordsOf(db: Database, id: string): Promise<string | null> {
  const rows = await reading(db, () => db.events.where('[session+seq]').between([id, 0], [id, LOOKED_AT]).toArray());
  return firstWordsAmong(rows.map(({ line }) => parseJson(line)) as Event[]); // checked when they were written
}

/** What a kept session is called, looked up once. */
export async function nameOf(db: Database, row: Named): Promise<string> {
  return titleOf(row, hasTitle(row) ? null : await firstWordsOf(db, row.id));
}

type Named = Titled & Pick<SessionRow, 'id' | 'revision'>;

/** What a kept session is called: by its title, else by the first words said in it; null while those are looked for. */
export function useNameFound(db: Database, row: Named | null): string | null {
  const { id, revision } = row ?? {};
  const isTitled = row === null || hasTitle(row);
  const [found, setFound] = useState<{ readonly of: string; readonly words: string | null } | null>(null);
  useEffect(() => {
    if (isTitled || id === undefined) return;
    let gone = false;
    const tell = (words: string | null): void => {
      if (!gone) setFound({ of: id, words });
    };
    // it stays untitled; what keeps this from being read is said where the sessions are
    firstWordsOf(db, id).then(tell, () => tell(null));
    return () => {
      gone = true;
    };
  }, [db, id, revision, isTitled]);
  if (row === null) return null;
  if (isTitled) return titleOf(row);
  return found?.of === row.id ? titleOf(row, found.words) : null;
}

/** The same where a name has to stand at once: while words are looked for, where and when the session began. */
export const useName = (db: Database, row: Named): string => useNameFound(db, row) ?? titleOf(row);
