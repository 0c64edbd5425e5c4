import type { Checked } from './evidence-state';
import type { Found } from './passage';

/** How much of a passage is there: our two words for the whole differ only in how it is written. */
export const shareOf = ({ how, share }: Found): number => (how === 'exact' || how === 'normalised' ? 1 : share);

/** What a copy says of a passage. */
export interface InCopy {
  /** Null: it has no words to compare with. */
  readonly found: Found | null;
  readonly isCut: boolean;
}

const NOTHING = { how: 'not-found', share: 0 } as const;

/**
 * The state of a passage from what each copy says of it, oldest first. The newest counts; where an earlier copy had more
 * of it, the page has changed, however much is left. Of what is cut that is never said.
 */
export function stateOf(copies: readonly InCopy[]): Checked {
  const newest = copies.at(-1);
  if (!newest) return { state: 'given', ...NOTHING };
  const { found, isCut } = newest;
  if (found === null) return { state: 'unread', ...NOTHING };
  const isLess = copies.some((copy) => copy.found !== null && shareOf(copy.found) > shareOf(found));
  if (!isLess && found.how !== 'not-found') return { ...found, state: 'found' };
  return { ...found, state: isCut ? 'cut' : 'changed' };
}

/** The state of what may be lacking, for all passages of a source, since they are of the same copies. */
const lackIn = (passages: readonly Checked[]): 'cut' | 'changed' =>
  passages.some(({ state }) => state === 'cut') ? 'cut' : 'changed';

/** One state for all passages of a source; null where there is none. */
export function summed(passages: readonly Checked[]): Checked | null {
  const [first] = passages;
  if (!first) return null;
  if (passages.some(({ state }) => state === 'given' || state === 'unread' || state === 'unreachable')) return first;
  const share = passages.reduce((sum, each) => sum + shareOf(each), 0) / passages.length;
  const isLacking = ({ state }: Checked): boolean => state !== 'found';
  const lost = passages.some((each) => isLacking(each) && each.how !== 'not-found');
  if (lost || passages.every(isLacking))
    return { state: lackIn(passages), how: share > 0 ? 'partial' : 'not-found', share };
  if (share < 1) return { state: 'found', how: 'partial', share };
  return { state: 'found', how: passages.every(({ how }) => how === 'exact') ? 'exact' : 'normalised', share };
}
