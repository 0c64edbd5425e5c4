import { clipped } from '../../handoff/marks';
import type { Event } from '../../model/event';
import { whatIsMissing, whyMissing } from '../gap-words';

/** Why something is missing, and what. */
export function GapLine({ event: { body } }: { event: Event<'gap'> }) {
  const what = whatIsMissing(body.what);
  return (
    <p class="missing">
      {whyMissing(body.why)} {what !== null && <bdi class="quiet">{clipped(what, 400)}</bdi>}
    </p>
  );
}
