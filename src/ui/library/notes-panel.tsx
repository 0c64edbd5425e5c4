import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { isoTime } from '../../lib/time';
import { NOTE_LIMITS, saysSomething } from '../../model/note';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import { changeNote, type NoteRow, type Noting, readNote } from '../../store/notes';
import { Fold } from '../fold';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';

/** How long typing rests before it is kept, in milliseconds. */
const REST = 600;

const NOTHING: Noting = { starred: false, tags: [], text: '' };

/** True where something is noted that an export could take along. */
export const isWritten = (note: NoteRow | null | undefined): note is NoteRow =>
  note != null && saysSomething({ ...note, tags: [...note.tags] });

interface NotesPanelProps {
  readonly db: Database;
  readonly session: string;
  readonly now: () => number;
  readonly withNotes: boolean;
  readonly onWithNotes: (on: boolean) => void;
}

/** What the person notes of a session for themselves: a star, tags, a text. Every change is kept at once. */
export function NotesPanel({ db, session, now, withNotes, onWithNotes }: NotesPanelProps) {
  const live = useLive(() => readNote(db, session), [db, session]);
  const note = answerOf(live);
  const [trouble, setTrouble] = useState<string | null>(null);
  const begins = useRef<boolean | null>(null);
  const change = useCallback(
    (part: Partial<Noting>): void =>
      void changeNote(db, session, part, isoTime(now())).then(
        () => setTrouble(null),
        (error) => setTrouble(errorSentence(error)),
      ),
    [db, session, now],
  );
  if (live.state !== 'here') return null;
  const { starred, tags, text } = note ?? NOTHING;
  // as it is found: who clears the last word is not shut out
  begins.current ??= tags.length > 0 || text !== '';
  return (
    <div class="notes stack">
      <div class="row">
        <label class="row">
          <input
            type="checkbox"
            checked={starred}
            onChange={(event) => change({ starred: event.currentTarget.checked })}
          />
          {t('note_star')}
        </label>
        {isWritten(note) && <WithNotes on={withNotes} onTurn={onWithNotes} />}
      </div>
      <Fold title={t('note_title')} open={begins.current}>
        {() => <Fields tags={tags} text={text} onChange={change} />}
      </Fold>
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

interface FieldsProps {
  readonly tags: readonly string[];
  readonly text: string;
  readonly onChange: (part: Partial<Noting>) => void;
}

function Fields({ tags, text, onChange }: FieldsProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const joined = tags.join(', ');
  // another page may have changed it; what is typed here just now stays
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange({ text: typed }), REST);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <div class="stack">
      <div class="field">
        <label for={`${id}tags`}>{t('note_tags')}</label>
        <input
          id={`${id}tags`}
          type="text"
          dir="auto"
          maxLength={NOTE_LIMITS.tag * 10}
          value={joined}
          aria-describedby={`${id}why`}
          onChange={(event) => onChange({ tags: event.currentTarget.value.split(/[,،、，]/) })}
        />
      </div>
      <div class="field">
        <label for={`${id}text`}>{t('note_text')}</label>
        <textarea
          id={`${id}text`}
          dir="auto"
          rows={4}
          maxLength={NOTE_LIMITS.text}
          value={typed}
          aria-describedby={`${id}why`}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </div>
      <p class="quiet" id={`${id}why`}>
        {t('note_why')}
      </p>
    </div>
  );
}

/** What is noted goes along when sessions are exported: off until the person says so. */
export const WithNotes = ({ on, onTurn }: { on: boolean; onTurn: (on: boolean) => void }) => (
  <label class="row quiet">
    <input type="checkbox" checked={on} onChange={(event) => onTurn(event.currentTarget.checked)} />
    {t('export_with_notes')}
  </label>
);
