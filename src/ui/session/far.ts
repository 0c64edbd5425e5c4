import { printsNow } from '../printing';
import { isFoundIn } from './ranges';

/** How far from what is seen a stretch is far, in views above and below: further than its texts are set. */
const FAR = 2;
/** Stretches that stay as they are when they have become far: people go back to what they have just read. */
const KEPT = 8;
/** How long the page may be too busy to let go of one, in milliseconds. */
const LATEST = 300;

const watched = new Map<Element, () => void>();
const near = new Set<Element>();
/** Those that have been near and are far by now, the one that was left longest ago first. */
const left = new Set<Element>();
let observer: IntersectionObserver | null = null;

/**
 * Has a stretch let go of what was set in it, once it has been far for long and nothing in it is in use. All that was ever
 * set of a long session is some hundred thousand nodes; the page stands still while a collector of garbage walks through
 * them. Gives the way to stop.
 */
export function watchFar(stretch: Element, letGo: () => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: `${FAR * 100}% 0px` });
  const own = observer;
  watched.set(stretch, letGo);
  own.observe(stretch);
  return () => {
    own.unobserve(stretch);
    watched.delete(stretch);
    near.delete(stretch);
    left.delete(stretch);
  };
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    left.delete(target);
    if (isIntersecting) near.add(target);
    else if (near.delete(target)) left.add(target);
  }
  if (left.size > KEPT) soon();
}

let isComing = false;

/** One at a time, when there is nothing else to do. */
function soon(): void {
  if (isComing) return;
  isComing = true;
  requestIdleCallback(letOneGo, { timeout: LATEST });
}

function letOneGo(): void {
  isComing = false;
  if (printsNow()) return;
  const long = [...left].slice(0, -KEPT);
  const gone = long.find((each) => !isInUse(each) && isFar(each));
  if (!gone) return;
  left.delete(gone);
  watched.get(gone)?.();
  if (long.length > 1) soon();
}

/** What is asked of the page now, and not what was last seen of it: something may be on its way there. */
function isFar(stretch: Element): boolean {
  const { top, bottom } = stretch.getBoundingClientRect();
  return bottom < -FAR * innerHeight || top > (1 + FAR) * innerHeight;
}

/** Whether something in a stretch has the focus, is selected, found, open or playing: it would not be so afterwards. */
const isInUse = (stretch: Element): boolean =>
  stretch.contains(document.activeElement) ||
  selected().some((range) => range.intersectsNode(stretch)) ||
  isFoundIn(stretch) ||
  stretch.querySelector('details[open]') !== null ||
  [...stretch.querySelectorAll<HTMLMediaElement>('audio, video')].some(isBegun);

function selected(): Range[] {
  const selection = getSelection();
  return selection ? Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at)) : [];
}

const isBegun = ({ paused, currentTime }: HTMLMediaElement): boolean => !paused || currentTime > 0;
