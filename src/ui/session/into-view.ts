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
