import { useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import { Gradual } from '../gradual';
import { StopItem } from './event-item';
import { holds, type Stop } from './path';

const FIRST = 30;
const STEP = 40;

interface BranchProps {
  readonly stops: readonly Stop[];
  /** The id of an event that must be there from the beginning, or null. */
  readonly target: string | null;
}

/** A branch from its first event to its leaf. */
export function Branch({ stops, target }: BranchProps) {
  const [more, setMore] = useState(false);
  const aimed = target === null ? -1 : stops.findIndex((stop) => holds(stop, target));
  return (
    <ol class="branch" aria-label={t('reader_messages')} aria-busy={more}>
      <Gradual items={stops} render={oneStop} first={Math.max(FIRST, aimed + 1)} step={STEP} onMore={setMore} />
    </ol>
  );
}

const oneStop = (stop: Stop) => <StopItem key={stop.event.id} stop={stop} />;
