import { useEffect, useRef, useState } from 'preact/hooks';
import { usePrinted } from '../printing';

/** How far from what is seen something is near: a view above and a view below. */
const MARGIN = '100% 0px';

/** A weak map of so many elements would take the collector of garbage a fifth of a second at a time. */
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** One for all: thousands of them would each look at every frame. */
function observe(element: Element, whenNear: () => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
  const own = observer;
  waiting.set(element, whenNear);
  own.observe(element);
  return () => {
    own.unobserve(element);
    waiting.delete(element);
  };
}

/** What has come near and is not told of yet: one at a time, since setting several long texts at once takes long. */
let come: readonly Element[] = [];

function tell(entries: readonly IntersectionObserverEntry[]): void {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  if (near.length === 0) return;
  if (come.length === 0) setTimeout(tellOne);
  // what is in view comes first, and what came last before what may be out of view again
  const inView = near.filter(isInView);
  const around = near.filter((each) => !isInView(each));
  come = [...[...inView, ...around].map(({ target }) => target), ...come];
}

const isInView = ({ boundingClientRect: { top, bottom } }: IntersectionObserverEntry): boolean =>
  bottom > 0 && top < innerHeight;

function tellOne(): void {
  const [next, ...left] = come;
  come = left;
  if (next) waiting.get(next)?.();
  if (come.length > 0) setTimeout(tellOne);
}

/** Whether an element has ever been near to what is seen; true at once where there is nothing to wait for. */
export function useNear<E extends HTMLElement = HTMLDivElement>(isWaiting: boolean) {
  const place = useRef<E>(null);
  const [isNear, setNear] = useState(!isWaiting);
  useEffect(() => {
    if (isNear || place.current === null) return;
    return observe(place.current, () => setNear(true));
  }, [isNear]);
  const printed = usePrinted();
  return { place, isNear: isNear || !isWaiting || printed };
}
