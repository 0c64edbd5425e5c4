import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';
import { readArtifact } from '../../store/sessions';
import { useKeptSession } from '../kept-session';
import { useName } from '../name';
import { errorSentence } from '../sentences';
import { ChoicePanel } from './choice-panel';
import { chosenAmong, filesAlong } from './files-along';
import { Findings } from './findings';
import { HandoffText } from './handoff-text';
import { PlaceIn } from './place-in';
import { TargetList } from './target-list';
import { type Choosing, useChoice } from './use-choice';
import { useEdits } from './use-edits';
import { type MadeHandoff, madeIn, useHandoff } from './use-handoff';
import { useLeftOut } from './use-left-out';

interface ContinueProps {
  readonly db: Database;
  readonly row: SessionRow;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What another model gets of a session: to be read, edited, and taken elsewhere. */
export function ContinuePage({ db, row, now }: ContinueProps) {
  const name = useName(db, row);
  const title = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const edits = useEdits(db, row, now);
  const loading = useKeptSession(db, row);
  const kept = loading.state === 'here' ? loading.kept.view : null;
  const view = useMemo(() => (kept ? edits.withOwn(kept) : null), [kept, edits]);
  const choosing = useChoice(view);
  const making = useHandoff(db, row.id, view, choosing.choice);
  useEffect(() => {
    document.title = t('session_page_title', t('continue_title', name));
    return () => {
      document.title = t('library_title');
    };
  }, [name]);
  useEffect(() => title.current?.focus(), []);
  const onKeep = (text: string | null): void => {
    if (making.state !== 'made' || making.made.leaf === null) return;
    const { leaf, hash } = making.made;
    // the lines the person had before them: some may have come since
    const note = { text, leaf, base: { lines: making.made.view.log.length, assembled: hash } };
    edits.keep(note).then(
      (isKept) => setSaid(isKept ? keptWords(text, row.copy !== null) : { tone: 'bad', words: t('library_gone') }),
      (error) => setSaid({ tone: 'bad', words: errorSentence(error) }),
    );
  };
  const made = madeIn(making);
  const failed = loading.state === 'failed' ? loading : making.state === 'failed' ? making : null;
  return (
    <article class="continue stack" aria-busy={making.state === 'making'}>
      <p>
        <a href={`#${row.id}`}>{t('continue_back_to')}</a>
      </p>
      <header class="stack">
        <h2 class="title" id="session-title" tabIndex={-1} ref={title}>
          {t('continue_title', '')} <bdi>{name}</bdi>
        </h2>
        <p class="quiet">{t('continue_words')}</p>
        {row.copy !== null && <p class="say careful">{t('continue_copy_words')}</p>}
      </header>
      <p class={said ? `say ${said.tone}` : 'unseen'} role="status">
        {said?.words}
      </p>
      {failed && (
        <p class="say bad" role="alert">
          {failed.sentence}
        </p>
      )}
      {made ? (
        <Made
          db={db}
          session={row.id}
          name={name}
          made={made}
          hasFailed={failed !== null}
          choosing={choosing}
          onKeep={onKeep}
        />
      ) : (
        !failed && (
          <p class="quiet" role="status">
            {t('continue_making_text')}
          </p>
        )
      )}
    </article>
  );
}

interface Said {
  readonly tone: string;
  readonly words: string;
}

const keptWords = (text: string | null, isCopy: boolean): Said => ({
  tone: 'good',
  words: t(text === null ? 'continue_is_back' : isCopy ? 'continue_kept_page' : 'continue_kept'),
});

interface MadeProps {
  readonly db: Database;
  readonly session: string;
  readonly name: string;
  readonly made: MadeHandoff;
  /** A newer one could not be made: what is here is read, and taken nowhere. */
  readonly hasFailed: boolean;
  readonly choosing: Choosing;
  readonly onKeep: (text: string | null) => void;
}

function Made({ db, session, name, made, hasFailed, choosing, onKeep }: MadeProps) {
  const [isDirty, setDirty] = useState(false);
  useLeaving(isDirty);
  const { looking, ticks, context, text, isReady: isLooked } = useLeftOut(made);
  const isOld = made.choice !== choosing.choice;
  // nothing is taken elsewhere before it is known what would go along
  const isReady = isLooked && !isOld;
  const all = useMemo(() => filesAlong(made.view), [made.view]);
  const files = useMemo(() => chosenAmong(all, made), [all, made]);
  const bytesOf = useCallback((hash: string) => readArtifact(db, hash), [db]);
  return (
    <div class="stack" aria-busy={!isReady && !hasFailed}>
      <ChoicePanel
        view={made.view}
        choosing={choosing}
        text={isReady ? text : null}
        isEdited={made.edited !== null}
        isDirty={isDirty}
      />
      <HandoffText
        session={session}
        made={made}
        text={text}
        isReady={isReady}
        isOld={isOld}
        onKeep={onKeep}
        onDirty={setDirty}
      />
      {isDirty && <p class="say careful">{t('continue_dirty')}</p>}
      <Findings session={session} view={made.view} looking={looking} ticks={ticks} />
      <TargetList db={db} session={session} view={made.view} context={context} isReady={isReady} />
      <PlaceIn title={name} text={text} files={files} isReady={isReady} bytesOf={bytesOf} />
    </div>
  );
}

/** The browser asks before a page is left on which something was typed and not kept. */
function useLeaving(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
}
