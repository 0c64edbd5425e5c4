import { clipped } from '../../handoff/marks';
import { member } from '../../lib/json';
import type { Event } from '../../model/event';
import { whatOf } from '../../report/gaps';
import { whyMissing } from '../gap-words';

/** What is missing, by its name where it has one, and why. */
export function GapLine({ event }: { event: Event<'gap'> }) {
  const { what, why } = event.body;
  const name = member(what, 'name');
  const named = typeof name === 'string' && name !== '' ? name : whatOf(event);
  return (
    <p class="missing">
      {what !== null && (
        <>
          <bdi>{clipped(named, 200)}</bdi>:{' '}
        </>
      )}
      {whyMissing(why)}
    </p>
  );
}
