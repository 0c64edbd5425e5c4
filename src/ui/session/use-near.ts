import { useEffect, useRef, useState } from 'preact/hooks';
import { usePrinted } from '../printing';

/** How far from what is seen something is near: a view above and a view below. */
const MARGIN = '100% 0px';

/** A weak map of so many elements would take the collector of garbage a fifth of a second at a time. */
const waiting = new Map<Element, () => Promise<void>>();
let observer: IntersectionObserver | null = null;

/** One for all: thousands of them would each look at every frame. */
function observe(element: Element, whenNear: () => Promise<void>): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN });
  const own = observer;
  waiting.set(element, whenNear);
  own.observe(element);
  return () => {
    own.unobserve(element);
    waiting.delete(element);
  };
}

/** How long something stays near before it is told of, in milliseconds: what only flies by is far again by then. */
const STAYS = 100;

/** Something that has come near and is not told of yet. */
interface Come {
  readonly element: Element;
  /** Milliseconds of the page's clock. */
  readonly since: number;
}

/** One at a time, since setting several long texts at once takes long. */
let come: readonly Come[] = [];
let isTelling = false;

function tell(entries: readonly IntersectionObserverEntry[]): void {
  const since = performance.now();
  const told = new Set(entries.map(({ target }) => target));
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  // what is in view comes first, and what came last before what may be out of view again
  const first = [...near.filter(isInView), ...near.filter((each) => !isInView(each))];
  come = [
    ...first.map(({ target }) => ({ element: target, since })),
    ...come.filter(({ element }) => !told.has(element)),
  ];
  if (isTelling || come.length === 0) return;
  isTelling = true;
  setTimeout(tellOne, STAYS);
}

const isInView = ({ boundingClientRect: { top, bottom } }: IntersectionObserverEntry): boolean =>
  bottom > 0 && top < innerHeight;

async function tellOne(): Promise<void> {
  const now = performance.now();
  const next = come.find(({ since }) => now - since >= STAYS);
  come = come.filter((each) => each !== next);
  try {
    if (next) await waiting.get(next.element)?.();
  } finally {
    isTelling = come.length > 0;
    if (isTelling) setTimeout(tellOne, next ? 0 : STAYS);
  }
}

/** How something is made once its place is near, beside the page. */
type Making<T> = () => Promise<T>;

/** Whether an element has ever been near to what is seen; true at once where there is nothing to wait for. */
export function useNear<E extends HTMLElement = HTMLDivElement, T = undefined>(isWaiting: boolean, making?: Making<T>) {
  const place = useRef<E>(null);
  const [near, setNear] = useState<{ readonly made?: T } | null>(isWaiting ? null : {});
  useEffect(() => {
    if (near !== null || place.current === null) return;
    return observe(place.current, async () => setNear(making ? { made: await making() } : {}));
  }, [near === null]);
  const printed = usePrinted();
  return { place, isNear: near !== null || !isWaiting || printed, made: near?.made };
}
