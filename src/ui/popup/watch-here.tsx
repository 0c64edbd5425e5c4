import { useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import { siteById } from '../../providers/sites';
import { errorSentence } from '../sentences';
import { Pausing } from '../watch/pausing';
import { useWatchDoors, type WatchDoors } from '../watch/watch-doors';
import { WatchSwitch } from '../watch/watch-switch';
import type { PopupDoors } from './use-popup';

interface WatchHereProps extends Pick<PopupDoors, 'db' | 'tab'> {
  /** The site's id, and its own id of the chat in front; null: none. */
  readonly site: string;
  readonly conversation: string | null;
  /** The site does not keep the chat in front. */
  readonly temporary: boolean;
  readonly onTurned: () => Promise<unknown>;
}

/** On a site that is watched: the switch that ends it, pauses, and what becomes of a temporary chat. */
export function WatchHere({ db, tab, site: id, conversation, temporary, onTurned }: WatchHereProps) {
  const doors = useWatchDoors();
  const site = siteById(id);
  if (!doors || !site) return null;
  return (
    <section class="stack allow">
      <WatchSwitch doors={doors} site={site} on={true} why="watch-why" onTurned={onTurned} />
      <p class="quiet" id="watch-why">
        {t('watch_why', site.name)}
      </p>
      {temporary && <Temporary doors={doors} tab={tab} />}
      <Pausing db={db} doors={doors} site={site} conversation={conversation} />
    </section>
  );
}

function Temporary({ doors, tab }: { readonly doors: WatchDoors; readonly tab: number }) {
  const [said, setSaid] = useState<{ readonly tone: string; readonly words: string } | null>(null);
  const keep = (): void =>
    void doors.send('watch.keep', { tab }).then(
      () => setSaid({ tone: 'good', words: t('watch_temporary_kept') }),
      (error) => setSaid({ tone: 'bad', words: errorSentence(error) }),
    );
  return (
    <div class="stack">
      <p>{t('watch_temporary')}</p>
      <div class="row">
        <button type="button" onClick={keep}>
          {t('watch_keep_temporary')}
        </button>
      </div>
      <p class={said ? `say ${said.tone}` : 'unseen'} role="status">
        {said?.words}
      </p>
    </div>
  );
}
