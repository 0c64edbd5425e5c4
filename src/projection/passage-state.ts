import type { Checked } from './evidence-state';
import type { Found } from './passage';

/** How much of a passage is there: our two words for the whole differ only in how it is written. */
const shareOf = ({ how, share }: Found): number => (how === 'exact' || how === 'normalised' ? 1 : share);

/**
 * The state of a passage from what each copy says of it, oldest first. The newest counts; where an earlier copy had more
 * of it, the page has changed, however much is left.
 */
export function stateOf(copies: readonly Found[]): Checked {
  const newest = copies.at(-1);
  if (!newest) return { state: 'given', how: 'not-found', share: 0 };
  const isLess = copies.some((copy) => shareOf(copy) > shareOf(newest));
  return { ...newest, state: isLess || newest.how === 'not-found' ? 'changed' : 'found' };
}

/** One state for all passages of a source; null where there is none. */
export function summed(passages: readonly Checked[]): Checked | null {
  const [first] = passages;
  if (!first) return null;
  if (passages.some(({ state }) => state === 'given' || state === 'unreachable')) return first;
  const share = passages.reduce((sum, each) => sum + shareOf(each), 0) / passages.length;
  const lost = passages.some(({ state, how }) => state === 'changed' && how !== 'not-found');
  if (lost || passages.every(({ state }) => state === 'changed'))
    return { state: 'changed', how: share > 0 ? 'partial' : 'not-found', share };
  if (share < 1) return { state: 'found', how: 'partial', share };
  return { state: 'found', how: passages.every(({ how }) => how === 'exact') ? 'exact' : 'normalised', share };
}
