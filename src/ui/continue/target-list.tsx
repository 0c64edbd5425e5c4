import { useEffect, useRef, useState } from 'preact/hooks';
import { lossText, type Target, targets } from '../../handoff/targets';
import type { WalkContext } from '../../handoff/walk';
import { t } from '../../platform/strings';
import type { SessionView } from '../../projection/view';
import type { Database } from '../../store/database';
import { count } from '../format';
import { Icon } from '../icon';
import { save } from '../save';
import { errorSentence } from '../sentences';
import { aboutSo } from './choice-words';
import { Losses } from './losses';
import { type MadeTarget, makeTarget } from './make-target';
import { targetWords } from './target-words';
import { resting } from './use-handoff';

interface TargetsProps {
  readonly db: Database;
  readonly session: string;
  readonly view: SessionView;
  readonly context: WalkContext;
  /** It is known what would go along. */
  readonly isReady: boolean;
}

/** Every file with which another client, app or API goes on, and what it would lose. */
export function TargetList(props: TargetsProps) {
  return (
    <section class="stack" aria-labelledby="continue-targets">
      <h3 id="continue-targets">{t('continue_targets')}</h3>
      <p class="quiet">{t('continue_targets_why')}</p>
      <ul class="targets">
        {targets.map((target) => (
          <TargetRow key={target.name} target={target} {...props} />
        ))}
      </ul>
    </section>
  );
}

type Row =
  | { readonly state: 'waiting' | 'making' }
  | { readonly state: 'made'; readonly made: MadeTarget; readonly of: WalkContext }
  | { readonly state: 'failed'; readonly sentence: string };

function TargetRow({ target, db, session, view, context, isReady }: TargetsProps & { target: Target }) {
  const [row, setRow] = useState<Row>({ state: 'waiting' });
  const name = targetWords(target.name);
  const wanted = useRef<WalkContext | null>(context);
  wanted.current = context;
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  const make = (): void => {
    setRow({ state: 'making' });
    const isGone = (): boolean => wanted.current !== context;
    makeTarget(db, view, context, { target, rest: resting(isGone) }).then(
      (made) => setRow({ state: 'made', made, of: context }),
      (error) => setRow(isGone() ? { state: 'waiting' } : { state: 'failed', sentence: errorSentence(error) }),
    );
  };
  // what was made of another text, or before something was left out, is no longer what would be saved
  const shown: Row = row.state === 'made' && (row.of !== context || !isReady) ? { state: 'waiting' } : row;
  const isBusy = shown.state === 'making' || !isReady;
  return (
    <li class="stack">
      <div class="row">
        <bdi class="name">{name}</bdi>
        <button type="button" aria-disabled={isBusy} onClick={() => void (isBusy || make())}>
          {t(shown.state === 'making' ? 'continue_making' : 'continue_make')}
          <span class="unseen"> {name}</span>
        </button>
      </div>
      <div class="stack" role="status">
        {shown.state === 'made' && <Made target={target} session={session} view={view} made={shown.made} />}
        {shown.state === 'failed' && <p class="say bad">{shown.sentence}</p>}
      </div>
    </li>
  );
}

interface MadeProps {
  readonly target: Target;
  readonly session: string;
  readonly view: SessionView;
  readonly made: MadeTarget;
}

/** What was made: its loss, the way to save it, and how it is used. */
function Made({ target, session, view, made }: MadeProps) {
  if ('fault' in made)
    return (
      <p class="say bad">
        {t('continue_not_valid')} <bdi lang="en">{made.fault}</bdi>
      </p>
    );
  const { built, tokens } = made;
  return (
    <>
      <p class="say good" lang="en">
        {target.use(target.file, built.about)}
      </p>
      {tokens && (
        <p>{tokens.exact ? t('choice_tokens', count(tokens.count)) : t('choice_about', aboutSo(tokens.count))}</p>
      )}
      <Losses session={session} view={view} loss={built.loss} />
      <div class="row">
        <button type="button" class="main" onClick={() => save(built.text, target.file)}>
          <Icon name="export" />
          {t('continue_save', target.file)}
        </button>
        <button type="button" onClick={() => save(lossText(target.name, built.loss), `${target.name}.loss.json`)}>
          {t('continue_save_loss')}
        </button>
      </div>
    </>
  );
}
