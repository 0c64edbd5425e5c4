import { shownName } from '../../handoff/marks';
import { settingsName, settingsOf } from '../../handoff/settings';
import type { Event } from '../../model/event';
import { t } from '../../platform/strings';
import { gapsOf } from '../../projection/lacks';
import { partsOf } from '../../projection/sources';
import { eventsOf } from '../../projection/view';
import { Fold } from '../fold';
import { moment } from '../format';
import { kindWord } from '../kind-words';
import { Json } from './code';
import { Gaps } from './missing';
import { NumberRef } from './number-ref';
import { Parts } from './parts';
import { useReading } from './reading';

/** What the model was told and how it was set, and what of that no conversation of the site shows: folded away. */
export function InForce() {
  const { view } = useReading().shown;
  // what changed with a message has its line there
  const settings = eventsOf(view, 'config').filter(({ body }) => body.of !== 'change');
  const unsent = gapsOf(view).filter(({ body }) => body.always === true);
  if (settings.length === 0 && unsent.length === 0) return null;
  return (
    <Fold title={t('lacks_force', settings.length)}>
      {() => (
        <>
          <ul class="bare">
            {settings.map((event) => (
              <Setting key={event.id} event={event} />
            ))}
          </ul>
          {unsent.length > 0 && <Gaps gaps={unsent} />}
        </>
      )}
    </Fold>
  );
}

const Setting = ({ event }: { event: Event<'config'> }) => (
  <li>
    <NumberRef id={event.id} /> <bdi>{titleOf(event)}</bdi>{' '}
    <span class="quiet">{event.at.updated !== null && t('lacks_force_since', moment(event.at.updated))}</span>
    <Fold title={kindWord(event.kind)}>
      {() => (
        <>
          {partsOf(event).length > 0 && <Parts event={event} />}
          <Json value={withoutParts(event.body)} />
        </>
      )}
    </Fold>
  </li>
);

const titleOf = (event: Event<'config'>): string =>
  [settingsOf(event), settingsName(event)].flatMap((each) => (each === null ? [] : shownName(each))).join(', ');

const withoutParts = (body: Event<'config'>['body']): unknown =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'parts'));
