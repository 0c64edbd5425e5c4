import { clipped } from '../../handoff/marks';
import type { Event } from '../../model/event';
import { cameIn, ledTo, whatOf } from '../../report/gaps';
import { cameSentence, whyMissing } from '../gap-words';

/** What is missing, by its name where it has one, and why. */
export function GapWords({ event }: { event: Event<'gap'> }) {
  const { what, why } = event.body;
  const came = cameSentence(cameIn(event), ledTo(event));
  return (
    <>
      {what !== null && (
        <>
          <bdi>{clipped(whatOf(event), 200)}</bdi>:{' '}
        </>
      )}
      {whyMissing(why)}
      {came !== '' && ` ${came}`}
    </>
  );
}

/** The same, where it is missing. */
export const GapLine = ({ event }: { event: Event<'gap'> }) => (
  <p class="missing">
    <GapWords event={event} />
  </p>
);
