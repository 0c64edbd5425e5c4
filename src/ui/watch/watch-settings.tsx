import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import { sites } from '../../providers/sites';
import type { Database } from '../../store/database';
import { Pausing } from './pausing';
import { useGranted, useWatchDoors, type WatchDoors } from './watch-doors';
import { WatchSwitch } from './watch-switch';

/** "Keep watching" for every site. */
export function WatchSettings({ db }: { readonly db: Database }) {
  const doors = useWatchDoors();
  return doors && sites.map((site) => <OneSite key={site.id} db={db} doors={doors} site={site} />);
}

function OneSite({ db, doors, site }: { readonly db: Database; readonly doors: WatchDoors; readonly site: Site }) {
  const [granted, look] = useGranted(doors, site);
  if (granted === null) return null;
  const why = `watch-${site.id}-why`;
  return (
    <div class="stack">
      <WatchSwitch doors={doors} site={site} on={granted} why={why} onTurned={look} />
      <p class="quiet" id={why}>
        {t('popup_allow_why', site.name)}
      </p>
      {granted && <Pausing db={db} doors={doors} site={site} conversation={null} />}
    </div>
  );
}
