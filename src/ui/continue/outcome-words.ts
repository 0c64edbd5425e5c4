import type { PlaceOutcome } from '../../messages/compose';
import { type MessageKey, t } from '../../platform/strings';
import { count } from '../format';

/** What came of placing a handoff, in sentences: the first says the most. */
export interface OutcomeWords {
  readonly tone: 'good' | 'careful' | 'bad';
  readonly sentences: readonly string[];
}

type Placed = Extract<PlaceOutcome, { kind: 'placed' }>;
type Refused = Extract<PlaceOutcome, { kind: 'refused' }>;

const PLACED: Record<Placed['as'], MessageKey> = {
  whole: 'place_whole',
  formatted: 'place_formatted',
  file: 'place_as_file',
  'site-file': 'place_site_file',
};

const REFUSED: Record<Refused['because'], MessageKey> = {
  'no-composer': 'place_no_composer',
  'signed-out': 'place_signed_out',
  'nothing-taken': 'place_nothing_taken',
  file: 'place_file_refused',
  'site-changed': 'place_site_changed',
  'no-access': 'place_no_access',
  'no-answer': 'place_no_answer',
  expired: 'place_expired',
};

const FILES: Record<PlaceOutcome['files'][number]['state'], MessageKey> = {
  shown: 'place_file_shown',
  unseen: 'place_file_unseen',
  refused: 'place_file_not_taken',
  'not-kept': 'place_file_not_kept',
  'too-large': 'place_file_too_large',
};

export function outcomeWords(outcome: PlaceOutcome): OutcomeWords {
  const { kind, own, files, moved } = outcome;
  const asides = [
    ...(own === 'kept' && kind === 'placed' ? [t('place_own_kept')] : []),
    ...(own === 'changed' ? [t('place_own_changed')] : []),
    ...files.map(({ name, state }) => t(FILES[state], name)),
    ...(moved && kind !== 'refused' ? [t('place_moved')] : []),
    ...(kind === 'refused' ? [] : [t('place_press_send')]),
  ];
  const isSmooth = kind === 'placed' && outcome.as !== 'site-file' && own !== 'changed' && !moved;
  const allShown = files.every(({ state }) => state === 'shown');
  const tone = kind === 'refused' ? 'bad' : isSmooth && allShown ? 'good' : 'careful';
  return { tone, sentences: [first(outcome), ...asides] };
}

function first(outcome: PlaceOutcome): string {
  if (outcome.kind === 'placed') return t(PLACED[outcome.as]);
  if (outcome.kind === 'refused') return t(REFUSED[outcome.because]);
  return t('place_differs', count(outcome.meant), count(outcome.found), count(outcome.same));
}
