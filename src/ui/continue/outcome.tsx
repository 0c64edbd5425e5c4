import type { PlaceOutcome } from '../../messages/compose';
import { outcomeWords } from './outcome-words';

/** What came of placing a handoff, as it was read back. */
export function Outcome({ outcome }: { outcome: PlaceOutcome }) {
  const { tone, sentences } = outcomeWords(outcome);
  return (
    <div class={`say ${tone}`}>
      {sentences.map((each) => (
        <p key={each}>
          <bdi>{each}</bdi>
        </p>
      ))}
    </div>
  );
}
