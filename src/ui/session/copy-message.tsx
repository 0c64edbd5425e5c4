import { withoutMarks } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { partsOf } from '../../projection/sources';
import { CopyButton } from './copy-button';
import type { Stop } from './path';

/** Copies what a message says, as it was written. Absent where it says nothing in words. */
export function CopyMessage({ event, blocks }: Pick<Stop, 'event' | 'blocks'>) {
  if (event.kind !== 'message' || wordsOf({ event, blocks }) === '') return null;
  return <CopyButton label={t('copy_message')} text={() => wordsOf({ event, blocks })} />;
}

/** The texts of a message and of those of its blocks that are words, too. */
export const wordsOf = ({ event, blocks }: Pick<Stop, 'event' | 'blocks'>): string =>
  [event, ...blocks]
    .filter(({ kind }) => kind === 'message')
    .flatMap(partsOf)
    .flatMap((part) => (part.type === 'text' || part.type === 'code' ? [withoutMarks(part.text)] : []))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
