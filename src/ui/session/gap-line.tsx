import { clipped } from '../../handoff/marks';
import type { Event } from '../../model/event';
import { whatOf } from '../../report/gaps';
import { whyMissing } from '../gap-words';

/** What is missing, by its name where it has one, and why. */
export function GapLine({ event }: { event: Event<'gap'> }) {
  const { what, why } = event.body;
  return (
    <p class="missing">
      {what !== null && (
        <>
          <bdi>{clipped(whatOf(event), 200)}</bdi>:{' '}
        </>
      )}
      {whyMissing(why)}
    </p>
  );
}
