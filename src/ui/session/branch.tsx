import { useMemo, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import { Gradual } from '../gradual';
import { StopItem } from './event-item';
import { holds, type Stop } from './path';
import { Stretch } from './stretch';

/** Places that are added at a time. */
const STEP = 30;
/** Places that are set at once. */
const FIRST = 6;

interface BranchProps {
  readonly stops: readonly Stop[];
  /** The id of an event that must be there from the beginning, or null. */
  readonly target: string | null;
}

/** A branch from its first event to its leaf. */
export function Branch({ stops, target }: BranchProps) {
  const [more, setMore] = useState(false);
  const aimed = target === null ? -1 : stops.findIndex((stop) => holds(stop, target));
  const first = useMemo(() => new Set(stops.slice(0, FIRST).map(({ event }) => event.id)), [stops]);
  return (
    <section class="branch" aria-label={t('reader_messages')} aria-busy={more}>
      <Gradual
        items={stops}
        keyOf={idOf}
        render={(stop) => <StopItem key={stop.event.id} stop={stop} isFirst={first.has(stop.event.id)} />}
        around={Stretch}
        step={STEP}
        aim={aimed}
        onMore={setMore}
      />
    </section>
  );
}

const idOf = ({ event }: Stop): string => event.id;
