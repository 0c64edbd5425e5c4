import { useEffect, useState } from 'preact/hooks';
import { firstWordsAmong } from '../handoff/titles';
import { parseJson } from '../lib/json';
import type { Event } from '../model/event';
import { type Database, reading } from '../store/database';
import type { SessionRow } from '../store/rows';
import { hasTitle, titleOf } from './title';

/** Lines of a log among which its first words are looked for. */
const LOOKED_AT = 50;

/** The first words of a kept session; null where its beginning holds none. */
async function firstWordsOf(db: Database, id: string): Promise<string | null> {
  const rows = await reading(db, () => db.events.where('[session+seq]').between([id, 0], [id, LOOKED_AT]).toArray());
  return firstWordsAmong(rows.map(({ line }) => parseJson(line)) as Event[]); // checked when they were written
}

/** What a kept session is called: by its title, else by the first words said in it, as soon as they are found. */
export function useName(db: Database, row: Pick<SessionRow, 'id' | 'title'>): string {
  const { id } = row;
  const isTitled = hasTitle(row);
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (isTitled) return;
    let gone = false;
    firstWordsOf(db, id)
      .then((found) => !gone && setWords(found))
      .catch(() => undefined); // it stays untitled; what keeps this from being read is said where the sessions are
    return () => {
      gone = true;
    };
  }, [db, id, isTitled]);
  return titleOf(row, words);
}
