import { useState } from 'preact/hooks';
import { clipped } from '../../handoff/marks';
import type { PlaceOutcome } from '../../messages/compose';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import { Outcome } from '../continue/outcome';
import { type PlaceDoors, usePlaceDoors, useWaiting } from '../continue/waiting-doors';
import { errorSentence } from '../sentences';

interface PlaceHereProps {
  readonly send: Send;
  readonly tab: number;
}

/** Where a handoff waits: the way to place it into this tab. Nothing where none does. */
export function PlaceHere(props: PlaceHereProps) {
  const doors = usePlaceDoors();
  return doors && <Waits {...props} doors={doors} />;
}

function Waits({ send, tab, doors }: PlaceHereProps & { readonly doors: PlaceDoors }) {
  const waiting = useWaiting(doors);
  const { outcome, trouble, isAtWork, run } = usePlacing();
  const isOpen = waiting !== null && waiting.outcome?.kind !== 'placed';
  if (!isOpen && outcome === null && trouble === null) return null;
  return (
    <section class="stack">
      <h2>{t('popup_place')}</h2>
      {isOpen && (
        <>
          <p>
            <bdi>{t('popup_place_words', clipped(waiting.title, 80))}</bdi>
          </p>
          <div class="row">
            <button
              type="button"
              class="main"
              aria-disabled={isAtWork}
              onClick={() => run(() => send('compose.here', { tab, waiting: waiting.id }))}
            >
              {t(isAtWork ? 'popup_placing' : 'popup_place_here')}
            </button>
            <button type="button" onClick={() => void doors.forgetWaiting().catch(() => undefined)}>
              {t('popup_place_forget')}
            </button>
          </div>
        </>
      )}
      <Told outcome={outcome} trouble={trouble} />
    </section>
  );
}

interface ToldProps {
  readonly outcome: PlaceOutcome | null;
  readonly trouble: string | null;
}

export const Told = ({ outcome, trouble }: ToldProps) => (
  <div role="status">
    {trouble !== null && <p class="say bad">{trouble}</p>}
    {outcome && <Outcome outcome={outcome} />}
  </div>
);

/** One placing at a time, and what came of the last one. */
export function usePlacing() {
  const [outcome, setOutcome] = useState<PlaceOutcome | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isAtWork, setAtWork] = useState(false);
  const run = (work: () => Promise<PlaceOutcome>): void => {
    if (isAtWork) return;
    setAtWork(true);
    setTrouble(null);
    setOutcome(null);
    work()
      .then(setOutcome, (error) => setTrouble(errorSentence(error)))
      .finally(() => setAtWork(false));
  };
  return { outcome, trouble, isAtWork, run };
}
