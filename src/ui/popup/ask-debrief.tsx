import { DEBRIEF_PROMPT } from '../../handoff/debrief';
import type { Send } from '../../messages/send';
import { t } from '../../platform/strings';
import { Told, usePlacing } from './place-here';

interface AskDebriefProps {
  readonly send: Send;
  readonly tab: number;
}

/** On a chat of a listed site: puts into its composer what asks the assistant to write down the state for its successor. */
export function AskDebrief({ send, tab }: AskDebriefProps) {
  const { outcome, trouble, isAtWork, run } = usePlacing();
  return (
    <section class="stack">
      <p class="quiet" id="debrief-why">
        {t('popup_debrief_words')}
      </p>
      <div class="row">
        <button
          type="button"
          aria-describedby="debrief-why"
          aria-disabled={isAtWork}
          onClick={() => run(() => send('compose.place', { tab, text: DEBRIEF_PROMPT, files: [] }))}
        >
          {t(isAtWork ? 'popup_placing' : 'popup_debrief')}
        </button>
      </div>
      <Told outcome={outcome} trouble={trouble} />
    </section>
  );
}
