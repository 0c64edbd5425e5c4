import { useEffect, useRef, useState } from 'preact/hooks';
import { usePrinted } from '../printing';

/** How far from what is seen something is near: a view above and a view below. */
const MARGIN = '100% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** One for all: thousands of them would each look at every frame. */
function observe(element: Element, whenNear: () => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
  const own = observer;
  waiting.set(element, whenNear);
  own.observe(element);
  return () => own.unobserve(element);
}

function tell(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
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
