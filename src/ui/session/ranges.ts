import { foldedWithPlaces } from '../../lib/fold-text';
import { patternOf } from './find-in';

/** Elements whose words are the page's own, not the event's. */
const OURS = '.byline, .number, .cite, .unseen, .margin, button';
/** What stands on lines of its own: words do not go on from one to the next. */
const BLOCK =
  'address,article,blockquote,details,div,dd,dt,figcaption,figure,h1,h2,h3,h4,h5,h6,li,p,pre,summary,table,td,th,tr';

interface Piece {
  readonly node: Text;
  /** Where it begins in the whole. */
  readonly from: number;
  readonly placeOf: (at: number) => number;
  readonly to: number;
}

/** The places of an element at which its text, as it is shown, holds what is looked for (folded), in order. */
export function rangesIn(element: Element, sought: string): Range[] {
  if (sought === '') return [];
  const { whole, pieces } = readOut(element);
  const ranges: Range[] = [];
  for (const { 0: found, index } of whole.matchAll(patternOf(sought))) {
    const range = rangeOver(pieces, index, index + found.length);
    if (range) ranges.push(range);
  }
  return ranges;
}

/** The text of an element, folded, with the nodes it comes from. */
function readOut(element: Element): { whole: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  let whole = '';
  let last: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text; // only such are shown
    if (text.parentElement?.closest(OURS)) continue;
    const block = text.parentElement?.closest(BLOCK) ?? null;
    if (block !== last) whole += ' ';
    last = block;
    const { folded, placeOf } = foldedWithPlaces(text.data);
    pieces.push({ node: text, from: whole.length, to: whole.length + folded.length, placeOf });
    whole += folded;
  }
  return { whole, pieces };
}

function rangeOver(pieces: readonly Piece[], from: number, to: number): Range | null {
  const first = pieces.find((piece) => piece.to > from);
  const last = pieces.findLast((piece) => piece.from < to);
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, first.placeOf(from - first.from));
  range.setEnd(last.node, last.placeOf(to - last.from));
  return range;
}

/** The next frame, or soon where the page is not drawn. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Folds inside folds that are opened to find something. */
const DEEP = 4;

/** Frames in which a text that has come into view is there. */
const SOON = 6;

/** The same, as soon as what has come into view is there; opens what is folded where nothing is seen before. */
export async function rangesOpening(element: Element, sought: string): Promise<Range[]> {
  for (let frame = 0; frame < SOON && rangesIn(element, sought).length === 0; frame++) await nextFrame();
  for (let depth = 0; depth < DEEP; depth++) {
    const ranges = rangesIn(element, sought).filter(isSeen);
    if (ranges.length > 0) return ranges;
    const closed = [...element.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    if (closed.length === 0) break;
    for (const fold of closed) fold.open = true;
    await nextFrame();
    await nextFrame();
  }
  return rangesIn(element, sought);
}

/** False inside a fold that is closed, its title apart. */
function isSeen({ startContainer: { parentElement } }: Range): boolean {
  const fold = parentElement?.closest('details:not([open])');
  return !fold || parentElement?.closest('summary')?.parentElement === fold;
}

/** Waits for an element that is about to be there; null where it does not come. */
export async function elementSoon<E extends Element>(find: () => E | null): Promise<E | null> {
  for (let frames = 0; frames < 40; frames++) {
    const element = find();
    if (element) return element;
    await nextFrame();
  }
  return null;
}

let painted: readonly Range[] = [];

/** Whether something that was found, and is painted, is in an element. */
export const isFoundIn = (element: Element): boolean =>
  painted.some(({ startContainer }) => element.contains(startContainer));

/** Paints what was found over the page, without touching it; one of the places stands out. */
export function paint(ranges: readonly Range[], now: number): void {
  painted = ranges;
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  const current = ranges[now];
  const all = new Highlight();
  for (const range of ranges) all.add(range);
  CSS.highlights.set('found', all);
  CSS.highlights.set('found-now', current ? new Highlight(current) : new Highlight());
}
