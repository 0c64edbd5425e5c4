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

/** What has come near and is not told of yet: one at a time, since setting several long texts at once takes long. */
let come: readonly Element[] = [];
let isTelling = false;

function tell(entries: readonly IntersectionObserverEntry[]): void {
  const near = entries.filter(({ isIntersecting }) => isIntersecting);
  if (near.length === 0) return;
  // what is in view comes first, and what came last before what may be out of view again
  const inView = near.filter(isInView);
  const around = near.filter((each) => !isInView(each));
  come = [...[...inView, ...around].map(({ target }) => target), ...come];
  if (isTelling) return;
  isTelling = true;
  setTimeout(tellOne);
}

const isInView = ({ boundingClientRect: { top, bottom } }: IntersectionObserverEntry): boolean =>
  bottom > 0 && top < innerHeight;

async function tellOne(): Promise<void> {
  const [next, ...left] = come;
  come = left;
  try {
    if (next) await waiting.get(next)?.();
  } finally {
    isTelling = come.length > 0;
    if (isTelling) setTimeout(tellOne);
  }
}

/** The most elements that stay as they were made for being near: what is set of a long session is ten times its words. */
const MOST = 300;

/** What was made for being near and can be unmade, in the order in which it was. */
const made = new Map<Element, () => void>();

/** Keeps an element as it was made, until so many others have come near since that it must be far. */
function hold(element: Element, unmake: () => void): () => void {
  made.set(element, unmake);
  const oldest = made.size > MOST ? [...made.keys()].find((each) => !isInUse(each)) : undefined;
  if (oldest) {
    const own = made.get(oldest);
    made.delete(oldest);
    own?.();
  }
  return () => void made.delete(element);
}

/** Whether somebody has the focus in it, or has selected something of it. */
function isInUse(element: Element): boolean {
  const selection = getSelection();
  const isSelected = selection?.type === 'Range' && selection.containsNode(element, true);
  return isSelected || element.contains(document.activeElement);
}

/** How something is made once its place is near, beside the page; it is unmade again when it has long been far. */
type Making<T> = () => Promise<T>;

/** Whether an element is near to what is seen, or has been; true at once where there is nothing to wait for. */
export function useNear<E extends HTMLElement = HTMLDivElement, T = undefined>(isWaiting: boolean, making?: Making<T>) {
  const place = useRef<E>(null);
  const [near, setNear] = useState<{ readonly made?: T } | null>(isWaiting ? null : {});
  useEffect(() => {
    const element = place.current;
    if (element === null || !isWaiting) return;
    if (near !== null) return making && hold(element, () => setNear(null));
    return observe(element, async () => setNear(making ? { made: await making() } : {}));
  }, [near === null]);
  const printed = usePrinted();
  return { place, isNear: near !== null || !isWaiting || printed, made: near?.made };
}
