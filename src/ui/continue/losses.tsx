import { t } from '../../platform/strings';
import { numberOf, type SessionView } from '../../projection/view';
import type { Loss } from '../../report/facts';
import { Fold } from '../fold';
import { count } from '../format';
import { hashOf } from '../place';

interface LossesProps {
  readonly session: string;
  readonly view: SessionView;
  readonly loss: readonly Loss[];
}

/** Places that are named of each kind of loss; the others stand in the report. */
const NAMED = 8;

/** What a file could not carry as it is, by reason. */
export function Losses({ session, view, loss }: LossesProps) {
  if (loss.length === 0) return <p>{t('continue_no_loss')}</p>;
  return (
    <Fold title={t('continue_loss', loss.length)}>
      {() => (
        <ul>
          {byReason(loss).map(({ why, events }) => (
            <li key={why}>
              <span lang="en">{why}</span> <Places session={session} view={view} events={events} />
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}

function Places({ session, view, events }: Omit<LossesProps, 'loss'> & { readonly events: readonly string[] }) {
  return (
    <span class="refs">
      {events.slice(0, NAMED).map((id) => {
        const number = numberOf(view, id);
        return (
          <a key={id} class="number" href={hashOf(session, number)}>
            {number}
          </a>
        );
      })}
      {events.length > NAMED && <span class="quiet">{t('gap_places', count(events.length))}</span>}
    </span>
  );
}

function byReason(loss: readonly Loss[]): { readonly why: string; readonly events: readonly string[] }[] {
  const reasons = new Map<string, Set<string>>();
  for (const { event, why } of loss) {
    const events = reasons.get(why);
    if (events) events.add(event);
    else reasons.set(why, new Set([event]));
  }
  return [...reasons].map(([why, events]) => ({ why, events: [...events].filter((id) => id !== '') }));
}
