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
 * What Tab gives the focus comes wholly into view. Firefox leaves it where it is when a hair of it shows, and what is
 * skipped above it may move it away again once it is laid out.
 */
export function keepFocusInView(root: HTMLElement): void {
  let stop: (() => void) | null = null;
  const leave = (): void => {
    stop?.();
    stop = null;
  };
  root.addEventListener('keyup', (event) => {
    leave();
    // by then the focus has moved; what a program moves it to, the program brings into view
    if (event.key === 'Tab') stop = bringIntoView(() => document.activeElement, 'nearest');
  });
  for (const moved of ['focusout', 'wheel', 'pointerdown']) root.addEventListener(moved, leave, { passive: true });
}
