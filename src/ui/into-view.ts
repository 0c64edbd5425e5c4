/** Frames until what lies above a place has its real height: only what is near is laid out. */
const FRAMES = 8;

/** Scrolls to an element, again while the heights above it become known. Gives the way to stop. */
export function bringIntoView(find: () => Element | null, block: ScrollLogicalPosition = 'start'): () => void {
  let frame = 0;
  let left = FRAMES;
  const step = (): void => {
    find()?.scrollIntoView({ block });
    if (--left > 0) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}

/**
 * What a key gives the focus comes wholly into view. Firefox leaves it where it is when a hair of it shows, and what is
 * skipped above it may move it away again once it is laid out.
 */
export function keepFocusInView(root: Element): void {
  let stop: (() => void) | null = null;
  const leave = (): void => {
    stop?.();
    stop = null;
  };
  root.addEventListener('focusin', ({ target }) => {
    leave();
    if (target instanceof Element && target.matches(':focus-visible')) stop = bringIntoView(() => target, 'nearest');
  });
  for (const moved of ['focusout', 'wheel', 'pointerdown']) root.addEventListener(moved, leave, { passive: true });
}
