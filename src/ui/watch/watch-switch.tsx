import { useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import { errorSentence } from '../sentences';
import type { WatchDoors } from './watch-doors';

interface WatchSwitchProps {
  readonly doors: WatchDoors;
  readonly site: Site;
  readonly on: boolean;
  /** The id of what says what it does. */
  readonly why: string;
  /** Called when the person has turned it: the browser may have said no. */
  readonly onTurned: () => Promise<unknown>;
}

/** "Keep watching" of one site: it is on while the browser grants the site, and turning it asks the browser. */
export function WatchSwitch({ doors, site, on, why, onTurned }: WatchSwitchProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const turn = (wanted: boolean): void => {
    setTrouble(null);
    // the browser grants only what is asked for first thing in a click
    const turned = wanted ? doors.requestSite(site) : doors.giveBackHosts([...site.origins, ...site.fileHosts]);
    turned
      .then(onTurned)
      .then(() => (wanted ? true : doors.hasSite(site)))
      .then((is) => setTrouble(!wanted && is ? t('watch_by_hand', site.name) : null))
      .catch((error) => setTrouble(errorSentence(error)));
  };
  return (
    <>
      <label class="row">
        <input
          type="checkbox"
          checked={on}
          aria-describedby={why}
          onChange={(event) => {
            const wanted = event.currentTarget.checked;
            event.currentTarget.checked = on; // it shows what is, not what is wished
            turn(wanted);
          }}
        />
        {t('watch_on', site.name)}
      </label>
      <p class={trouble === null ? 'unseen' : 'say careful'} role="status">
        {trouble}
      </p>
    </>
  );
}
