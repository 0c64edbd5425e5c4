import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import { numberOf } from '../../projection/view';
import { Fold } from '../fold';
import { moment } from '../format';
import { Icon } from '../icon';
import { hashOf } from '../place';
import { save } from '../save';
import { CopyButton } from '../session/copy-button';
import { Prose } from '../session/prose';
import type { MadeHandoff } from './use-handoff';

interface HandoffTextProps {
  readonly session: string;
  readonly made: MadeHandoff;
  /** What goes out by now: without what is left out. */
  readonly text: string;
  /** It is known what would go along. */
  readonly isReady: boolean;
  /** Something else was chosen, and is being made. */
  readonly isOld: boolean;
  /** Keeps an edit, or (null) goes back to what is assembled. */
  readonly onKeep: (text: string | null) => void;
  /** Told whenever there is something typed that is not kept. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** The handoff to be read, or to be edited. */
export function HandoffText({ session, made, text, isReady, isOld, onKeep, onDirty }: HandoffTextProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section class="stack" aria-labelledby="continue-text">
      <h3 id="continue-text">{t('continue_text')}</h3>
      <Edited session={session} made={made} onKeep={onKeep} />
      <div class="row">
        <button type="button" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          {t('continue_edit')}
        </button>
        {isReady && (
          <>
            <CopyButton label={t('continue_copy')} text={() => text} />
            <button type="button" onClick={() => save(text, 'handoff.md')}>
              <Icon name="export" />
              {t('continue_save_text')}
            </button>
          </>
        )}
      </div>
      {isEditing ? (
        <Editor made={made} isOld={isOld} onKeep={onKeep} onDirty={onDirty} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <section class="handoff scroll" aria-label={t('continue_text_frame')} tabIndex={0}>
          <Prose text={text} cites={[]} isPlain={false} />
        </section>
      )}
    </section>
  );
}

/** That the person edited it, when, and whether what would be assembled is by now something else. */
function Edited({ session, made, onKeep }: Pick<HandoffTextProps, 'session' | 'made' | 'onKeep'>) {
  const { edited, hash, view, assembled } = made;
  if (!edited) return null;
  const number = numberOf(view, edited.event);
  const isOld = edited.base.assembled !== hash;
  return (
    <div class={isOld ? 'say careful stack' : 'say stack'}>
      <p>
        {t('continue_edited', moment(edited.at))} <a href={hashOf(session, number)}>{number}</a>
      </p>
      {isOld && <p>{t('continue_edited_old')}</p>}
      <Fold title={t('continue_assembled')}>{() => <Prose text={assembled} cites={[]} isPlain={false} />}</Fold>
      <div class="row">
        <button type="button" onClick={() => onKeep(null)}>
          <Icon name="restore" />
          {t('continue_back')}
        </button>
      </div>
    </div>
  );
}

/** The text as Markdown. The field is the browser's own, so that it undoes what was typed. */
function Editor({ made, isOld, onKeep, onDirty }: Pick<HandoffTextProps, 'made' | 'isOld' | 'onKeep' | 'onDirty'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isDirty, setDirty] = useState(false);
  const kept = made.edited?.text ?? made.assembled;
  // what is typed stays while the session grows; what was not touched follows it, before anything can be typed
  useLayoutEffect(() => {
    if (field.current && !isDirty) field.current.value = kept;
  }, [kept]);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty]);
  useEffect(() => field.current?.focus(), []);
  const look = (): void => setDirty(field.current?.value !== kept);
  const keep = (): void => {
    if (field.current) onKeep(field.current.value);
    setDirty(false);
  };
  const discard = (): void => {
    if (field.current) field.current.value = kept;
    setDirty(false);
    field.current?.focus();
  };
  return (
    <div class="stack">
      <label for="continue-source">{t('continue_source')}</label>
      <textarea
        id="continue-source"
        ref={field}
        rows={24}
        dir="auto"
        readOnly={isOld}
        aria-describedby="continue-source-why"
        onInput={look}
      />
      <p class="quiet" id="continue-source-why">
        {t(isDirty ? 'continue_not_kept' : 'continue_source_why')}
      </p>
      <div class="row">
        <button type="button" class="main" disabled={!isDirty} onClick={keep}>
          {t('continue_keep')}
        </button>
        <button type="button" disabled={!isDirty} onClick={discard}>
          {t('continue_discard')}
        </button>
      </div>
    </div>
  );
}
