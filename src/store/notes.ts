import { FORMAT_VERSION } from '../model/event';
import { NOTE_LIMITS, type Note, newerNote, saysSomething, tidyTags } from '../model/note';
import { type Database, reading, writing } from './database';

/** What the person notes of a session for themselves: no part of its log, and only exported when they say so. */
export interface NoteRow {
  readonly session: string;
  readonly starred: boolean;
  readonly tags: readonly string[];
  readonly text: string;
  /** ISO 8601. */
  readonly changed: string;
}

/** What can be noted of a session. */
export type Noting = Pick<NoteRow, 'starred' | 'tags' | 'text'>;

/** What is noted of a session, or null. */
export const readNote = (db: Database, session: string): Promise<NoteRow | null> =>
  reading(db, async () => (await db.notes.get(session)) ?? null);

/** Everything that is noted, by session. */
export const listNotes = (db: Database): Promise<ReadonlyMap<string, NoteRow>> =>
  reading(db, async () => new Map((await db.notes.toArray()).map((row) => [row.session, row])));

/** Notes something of a session; what is not named stays. What says the same as before changes nothing. */
export const changeNote = (db: Database, session: string, change: Partial<Noting>, now: string): Promise<void> =>
  writing(db, [db.sessions, db.notes], async () => {
    if (!(await db.sessions.get(session))) return;
    const before = await db.notes.get(session);
    const { starred = false, tags = [], text = '' } = { ...before, ...change };
    const tidy = { starred, tags: tidyTags(tags), text: text.toWellFormed().slice(0, NOTE_LIMITS.text).toWellFormed() };
    if (sameWords(before ?? { starred: false, tags: [], text: '' }, tidy)) return;
    await db.notes.put({ session, ...tidy, changed: now });
  });

const sameWords = (a: Noting, b: Noting): boolean =>
  a.starred === b.starred && a.text === b.text && a.tags.join('\n') === b.tags.join('\n');

/** Takes a note out of an archive: of two the one that was changed last stays. */
export const takeNote = (db: Database, session: string, { starred, tags, text, changed }: Note): Promise<void> =>
  writing(db, [db.sessions, db.notes], async () => {
    if (!(await db.sessions.get(session))) return;
    const before = await db.notes.get(session);
    const theirs = { v: FORMAT_VERSION, starred, tags: tidyTags(tags), text, changed } as const;
    const newer = newerNote(before ? noteOf(before) : null, theirs);
    if (newer !== theirs) return;
    await db.notes.put({ session, starred, tags: theirs.tags, text, changed });
  });

/** A note as an archive holds it. */
const noteOf = ({ starred, tags, text, changed }: NoteRow): Note => ({
  ...{ v: FORMAT_VERSION, starred, text, changed },
  tags: [...tags],
});

/** The note that goes into an archive; null: there is nothing to say. */
export async function noteToPack(db: Database, session: string): Promise<Note | null> {
  const row = await readNote(db, session);
  return row && saysSomething(noteOf(row)) ? noteOf(row) : null;
}
