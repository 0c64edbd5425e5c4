import { placeIn } from './find-text';
import { sharesIn } from './near-text';
import { piecesOf, sameText } from './same-text';

/** Whether a passage stands in a text. `share`: how much of it, from 0 to 1; whole only where it is found whole. */
export interface Found {
  readonly how: 'exact' | 'normalised' | 'partial' | 'not-found';
  readonly share: number;
}

/** What is left of a passage must be as long as this to be told from any other; shorter, only its very letters count. */
const TELLING = 4;
/** Of pieces between which something was left out, the longest. */
const TELLING_PIECE = 8;
/** Less than half of a passage is another passage. */
const PART = 0.5;
/** A share that is not the whole is never rounded to it. */
const MOST_OF_IT = 0.99;

const WHOLE = 1;
const NOTHING: Found = { how: 'not-found', share: 0 };

/** One passage in a text; see {@link findPassages}. */
export const findPassage = (text: string, passage: string): Found => findPassages(text, [passage])[0] ?? NOTHING;

/**
 * Whether passages stand in a text: `exact`, to the letter; `normalised`, but for what only looks otherwise (spaces,
 * quotation marks, dashes, capitals, Markdown), or in pieces in their order where the passage itself leaves something
 * out ("…"); `partial`, at least half of it, in its words or nearly so; else `not-found`. It says nothing of what either
 * means. The long text is looked through once for all passages.
 */
export function findPassages(text: string, passages: readonly string[]): Found[] {
  const found = passages.map((passage): Found | null =>
    placeIn(text, passage.trim()) >= 0 ? { how: 'exact', share: WHOLE } : null,
  );
  if (!found.includes(null)) return found.map((each) => each ?? NOTHING);
  const plain = sameText(text);
  const open: { readonly index: number; readonly pieces: readonly string[] }[] = [];
  for (const [index, passage] of passages.entries()) {
    if (found[index]) continue;
    const same = sameText(passage);
    const pieces = piecesOf(passage);
    if (stands(plain, same, pieces)) found[index] = { how: 'normalised', share: WHOLE };
    else open.push({ index, pieces });
  }
  const shares = sharesIn(
    plain,
    open.map(({ pieces }) => pieces),
  );
  for (const [nth, { index }] of open.entries()) {
    const share = Math.min(Math.floor((shares[nth] ?? 0) * 100) / 100, MOST_OF_IT);
    if (share >= PART) found[index] = { how: 'partial', share };
  }
  return found.map((each) => each ?? NOTHING);
}

function stands(plain: string, same: string, pieces: readonly string[]): boolean {
  if (same.length < TELLING) return false;
  if (placeIn(plain, same) >= 0) return true;
  if (!pieces.some(({ length }) => length >= TELLING_PIECE)) return false;
  let from = 0;
  for (const piece of pieces) {
    const at = placeIn(plain, piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
