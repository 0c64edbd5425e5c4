import { useState } from 'preact/hooks';
import { withoutMarks } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { partsOf } from '../../projection/sources';
import type { Stop } from './path';

/** Copies what a message says, as it was written. Absent where it says nothing in words. */
export function CopyMessage({ event, blocks }: Pick<Stop, 'event' | 'blocks'>) {
  const [said, setSaid] = useState<string | null>(null);
  const text = wordsOf({ event, blocks });
  if (event.kind !== 'message' || text === '') return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid(t('copy_done')),
      () => setSaid(t('copy_refused')), // the browser lets nothing into the clipboard now
    );
  };
  // what came of it stands on the button itself, which has the focus: thousands of places to speak from would be too many
  return (
    <button type="button" class="plain copy" onClick={copy} onBlur={() => setSaid(null)}>
      {said ?? t('copy_message')}
    </button>
  );
}

/** The texts of a message and of those of its blocks that are words, too. */
const wordsOf = ({ event, blocks }: Pick<Stop, 'event' | 'blocks'>): string =>
  [event, ...blocks]
    .filter(({ kind }) => kind === 'message')
    .flatMap(partsOf)
    .flatMap((part) => (part.type === 'text' || part.type === 'code' ? [withoutMarks(part.text)] : []))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
